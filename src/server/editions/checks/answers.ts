import { findingCounts, findingDoubt, findingWords, isPersonal } from '#rules/checks/findings.ts';
import type { Finding } from '#wire/edition-answers.ts';
import { Refused } from '../../errors.ts';
import { textProblem } from '../../store/publication/storable.ts';

/** findings that a person can answer one by one */
const MOST_ANSWERED = 50;

/** The reason given for each finding when an edition is submitted, by its key. */
export type Reasons = Readonly<Record<string, string>>;

const mend = (finding: Finding): string => (isPersonal(finding) ? '请删去' : '请改正');

/**
 * PV2, CK3: whoever submits says of each finding that needs one the reason. @returns lines for the history of the edition
 * @throws Refused checkStops with the findings that stop it; reasonsNeeded with the findings; invalidInput
 */
export function reasonsGiven(findings: readonly Finding[], reasons: Reasons = {}): string {
  assertNoStop(findings, '改正以后才能提交');
  const own = findings.filter(({ severity }) => severity === 'reason');
  if (own.length > MOST_ANSWERED)
    throw refusal(own, `稿件里${findingCounts(own)}，${mend(own[0]!)}一些，最多可以逐项说明 ${MOST_ANSWERED} 处`);
  // a line of the history is one answer
  const reasonOf = ({ key }: Finding): string => (reasons[key] ?? '').replaceAll(/\s+/g, ' ').trim();
  assertAll(
    own,
    (finding) => reasonOf(finding) !== '',
    (lacking) => `${mend(lacking)}，或逐项说明必须公开的理由`,
  );
  for (const finding of own) {
    const wrong = textProblem(reasonOf(finding));
    if (wrong)
      throw new Refused('invalidInput', `理由${wrong}`, {
        problems: [{ pointer: '/reasons', message: `理由${wrong}` }],
      });
  }
  return own.map((one) => `${findingWords(one)}：${reasonOf(one)}`).join('\n');
}

/**
 * PV2, CK3: whoever approves agrees to each by name. @returns lines for the history
 * @throws Refused checkStops with the findings that stop it; reasonsNeeded with the findings
 */
export function consentsGiven(findings: readonly Finding[], consents: readonly string[] = []): string {
  assertNoStop(findings, '请退回稿件');
  const own = findings.filter(({ severity }) => severity === 'reason');
  assertAll(
    own,
    ({ key }) => consents.includes(key),
    () => '请逐项确认同意公开，或退回稿件',
  );
  return own.map((one) => `同意公开：${findingWords(one)}`).join('\n');
}

function assertAll(
  findings: readonly Finding[],
  isAnswered: (finding: Finding) => boolean,
  ask: (lacking: Finding) => string,
): void {
  const [lacking, ...more] = findings.filter((finding) => !isAnswered(finding));
  if (lacking) throw refusal(findings, `${withOthers(lacking, more)}，${ask(lacking)}`);
}

const withOthers = (finding: Finding, more: readonly Finding[]): string =>
  `${findingDoubt(finding)}${more.length > 0 ? `，这样的共 ${more.length + 1} 处` : ''}`;

function assertNoStop(findings: readonly Finding[], way: string): void {
  const [first, ...more] = findings.filter(({ severity }) => severity === 'stop');
  if (first)
    throw new Refused('checkStops', `${withOthers(first, more)}，${way}`, {
      findings: [first, ...more].slice(0, MOST_ANSWERED),
    });
}

const refusal = (findings: readonly Finding[], words: string): Refused =>
  new Refused('reasonsNeeded', words, { findings: findings.slice(0, MOST_ANSWERED) });

/** PV2, FD4, CK3: why a delivery is not published by a rule. */
export const heldByFinding = (finding: Finding): string => `${findingDoubt(finding)}，须由人员审核`;
