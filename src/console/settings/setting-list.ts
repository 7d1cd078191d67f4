import { SETTING_GROUPS, type SettingGroup } from '#rules/editions/setting-groups.ts';
import type { SettingLine } from '#wire/console-answers.ts';

/** LO2: settings with these words by what they change; groups without any are left out. */
export function inGroups(
  settings: readonly SettingLine[],
  words: string,
): { group: SettingGroup; title: string; lines: SettingLine[] }[] {
  const found = settings.filter(({ name, title }) => `${name} ${title}`.toLowerCase().includes(words.toLowerCase()));
  return (Object.keys(SETTING_GROUPS) as SettingGroup[])
    .map((group) => ({
      group,
      title: SETTING_GROUPS[group],
      lines: found.filter((line) => line.group === group),
    }))
    .filter(({ lines }) => lines.length > 0);
}
