import type { Release } from '#page/data-shapes.ts';
import { isDate } from '#rules/time/date-text.ts';
import { textProblem } from '#server/store/publication/storable.ts';

const TITLES: Record<keyof Release, string> = { version: '版本', platform: '适用平台', date: '版本日期', note: '说明' };
/** characters */
const MOST: Record<keyof Release, number> = { version: 40, platform: 60, date: 10, note: 120 };

/** Facts that a program's attachment must have, beside its name; the note alone may be empty. */
export function releaseProblems(release: Release): string[] {
  const problems = (Object.keys(TITLES) as (keyof Release)[]).flatMap((name) => {
    const text = release[name];
    if (typeof text !== 'string') return [`${TITLES[name]}应为文字`];
    if (text.trim() === '' && name !== 'note') return [`${TITLES[name]}不能为空`];
    if (text.length > MOST[name]) return [`${TITLES[name]}超过${MOST[name]}字`];
    const problem = textProblem(text);
    return problem ? [TITLES[name] + problem] : [];
  });
  if (problems.length === 0 && !isDate(release.date)) problems.push(`版本日期“${release.date}”应写作 2026-01-31`);
  return problems;
}

/** In a fixed order of names, so that equal ones are equal as text. */
export const tidyRelease = ({ version, platform, date, note }: Release): Release => ({
  version: version.trim(),
  platform: platform.trim(),
  date,
  note: note.trim(),
});
