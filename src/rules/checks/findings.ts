import { CHECK_IDS, checkOf, type CheckId } from './checks.ts';

/** CK3: one finding of a check. */
export interface FoundPlace {
  check: CheckId;
  /** cell, paragraph or file, in words */
  place: string;
  /** the content that was found, masked where it is a number of a person; or the reason */
  shown: string;
}

/** A finding as the history of an edition names it; the reason given stands behind. */
export const findingWords = ({ place, shown }: FoundPlace): string => `${place}（${shown}）`;

/** The same as a sentence begins with it: the reason to look at it. */
export function findingDoubt(finding: FoundPlace): string {
  const { doubt, found } = checkOf(finding.check);
  return findingWords(finding) + (doubt ?? `：${found}`);
}

/** PV1, PV3: findings that go away by removing what was found, and not by writing it otherwise. */
export const isPersonal = ({ check }: Pick<FoundPlace, 'check'>): boolean =>
  check === 'personal-number' || check === 'file-not-searched';

/** Counts of each check: 有 2 处像是个人号码，1 处文件没有查找个人号码. */
export function findingCounts(findings: readonly FoundPlace[]): string {
  const counts = CHECK_IDS.map(
    (id) => [findings.filter(({ check }) => check === id).length, checkOf(id).found] as const,
  );
  return `有 ${counts.flatMap(([count, words]) => (count > 0 ? `${count} 处${words}` : [])).join('，')}`;
}

/** PV2, CK3: the reason given for a finding, in the lines of the history; '' where none is given. */
export function reasonIn(note: string, finding: FoundPlace): string {
  const begins = `${findingWords(finding)}：`;
  const line = note.split('\n').find((one) => one.startsWith(begins));
  return line?.slice(begins.length) ?? '';
}
