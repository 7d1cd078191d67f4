import type { SettingGroup } from '#rules/editions/setting-groups.ts';
import { nearest } from '../problems.ts';
import type { Word } from '../schema-words.ts';

/** A published setting that the product reads: publishing checks its value against `value`. */
export interface SettingDefinition<T> {
  /** its name in an act */
  name: string;
  group: SettingGroup;
  /** words for editors (Chinese) */
  title: string;
  value: Word<T>;
  /** bytes that a value may have, where that is more than documents may otherwise */
  mostBytes?: number;
}

export const defineSetting = <T>(definition: SettingDefinition<T>): SettingDefinition<T> => definition;

/** Settings that a call returns as text, whatever their names (webparam.sys.skin_zq). */
const WEB_PARAMETER = /^webparam\./;

/** The known name that a misspelt one probably means; undefined for a known name and for one that is like none. */
export function probablyMeant(name: string, known: readonly SettingDefinition<any>[]): string | undefined {
  const names = known.map((one) => one.name);
  return names.includes(name) || WEB_PARAMETER.test(name) ? undefined : nearest(name, names);
}
