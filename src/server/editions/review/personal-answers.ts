import { personalNumberWords } from '#rules/people/personal-numbers.ts';
import type { PersonalFinding } from '#wire/edition-answers.ts';
import { Refused } from '../../errors.ts';
import { textProblem } from '../../store/publication/storable.ts';

/** findings that a person can answer one by one */
const MOST_ANSWERED = 50;

/** The reason given for each finding when an edition is submitted, by its key. */
export type Reasons = Readonly<Record<string, string>>;

/**
 * PV2: whoever submits says of each number why it has to be public. @returns lines for the history of the edition
 * @throws Refused personalNumbers with the findings; invalidInput
 */
export function reasonsGiven(findings: readonly PersonalFinding[], reasons: Reasons = {}): string {
  if (findings.length > MOST_ANSWERED)
    throw refusal(
      findings,
      `稿件里像是个人号码的内容有 ${findings.length} 处，请先删去，最多可以逐项说明 ${MOST_ANSWERED} 处`,
    );
  // a line of the history is one answer
  const reasonOf = ({ key }: PersonalFinding): string => (reasons[key] ?? '').replaceAll(/\s+/g, ' ').trim();
  assertAll(findings, (finding) => reasonOf(finding) !== '', '请删去，或逐项说明必须公开的理由');
  for (const finding of findings) {
    const wrong = textProblem(reasonOf(finding));
    if (wrong)
      throw new Refused('invalidInput', `理由${wrong}`, {
        problems: [{ pointer: '/reasons', message: `理由${wrong}` }],
      });
  }
  return findings.map((one) => `${personalNumberWords(one)}：${reasonOf(one)}`).join('\n');
}

/** PV2: whoever approves agrees to each by name. @returns lines for the history @throws Refused personalNumbers with the findings */
export function consentsGiven(findings: readonly PersonalFinding[], consents: readonly string[] = []): string {
  assertAll(findings, ({ key }) => consents.includes(key), '请逐项确认同意公开，或退回稿件');
  return findings.map((one) => `同意公开：${personalNumberWords(one)}`).join('\n');
}

function assertAll(
  findings: readonly PersonalFinding[],
  isAnswered: (finding: PersonalFinding) => boolean,
  ask: string,
): void {
  const [lacking, ...more] = findings.filter((finding) => !isAnswered(finding));
  if (!lacking) return;
  const others = more.length > 0 ? `等 ${more.length + 1} 处` : '';
  throw refusal(findings, `${personalNumberWords(lacking)}${others}像是个人号码，${ask}`);
}

const refusal = (findings: readonly PersonalFinding[], words: string): Refused =>
  new Refused('personalNumbers', words, { findings: findings.slice(0, MOST_ANSWERED) });

/** PV2, FD4: why a delivery is not published by a rule. */
export const personalWords = (finding: PersonalFinding): string =>
  `${personalNumberWords(finding)}像是个人号码，须由人员审核`;
