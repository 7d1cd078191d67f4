import { checkJson } from '#page/json-check.ts';
import { jsonProblemInWords } from '#page/json-words.ts';
import { text } from '#page/schema-words.ts';
import type { SettingDefinition } from '#page/settings/define-setting.ts';
import { settings } from '#page/settings/known-settings.ts';
import { protectedTermsSetting } from '#page/settings/protected-terms.ts';
import { scriptWordsSetting, type ScriptWords } from '#page/settings/script-words.ts';
import type { FieldProblem } from '#wire/console-answers.ts';
import { ownFaults, settingProblems } from '#kinds/setting/server/check-setting.ts';
import { documentProblem } from '../../store/publication/storable.ts';

/** The room `server/editions/settings` is what the console asks of published settings besides editions. */

const PARAMETER = /^webparam\.[A-Za-z0-9][A-Za-z0-9._-]{0,80}$/;

/** GR1: 'true' shows the home page without colour. */
export const GREY_MODE = 'webparam.sys.skin_zq';

/** A web parameter without a schema is a text that its call returns. */
const plain = (name: string): SettingDefinition<string> => ({
  name,
  group: name === GREY_MODE ? 'site' : 'parameters',
  title: name === GREY_MODE ? '灰色模式' : name.replace(/^webparam\./, ''),
  value:
    name === GREY_MODE
      ? { type: 'string', title: '灰色模式', enum: ['true', 'false'] }
      : text({ title: '值', maxLength: 2000 }),
});

/** A setting that can be changed in the console; undefined for an unknown name. */
export const settingOf = (name: string): SettingDefinition<unknown> | undefined =>
  settings.find((one) => one.name === name) ??
  (PARAMETER.test(name) && settingProblems(name, '').length === 0 ? plain(name) : undefined);

/**
 * Everything that keeps a value from being published, at its place and with what would be right; and words that stand
 * twice.
 */
export function settingFaults(definition: SettingDefinition<unknown>, value: unknown): FieldProblem[] {
  const unstorable = documentProblem(value ?? null, definition.mostBytes);
  if (unstorable) return [{ pointer: '', message: unstorable }];
  const found = checkJson(definition.value, structuredClone(value), '').map((problem) => ({
    pointer: problem.pointer,
    ...(problem.field !== undefined && { field: problem.field }),
    message: jsonProblemInWords(problem, problem.pointer, definition.value as object, value),
  }));
  if (found.length > 0) return found;
  if (definition.name === protectedTermsSetting.name) return repeated(value as string[]);
  if (definition.name === scriptWordsSetting.name)
    return repeated((value as ScriptWords).map(({ written }) => written));
  return ownFaults(definition.name, value).map(({ pointer, message }) => ({ pointer, message }));
}

function repeated(terms: readonly string[]): FieldProblem[] {
  return terms.flatMap((term, at) =>
    terms.indexOf(term) < at
      ? [{ pointer: `/${at}`, message: `“${term}”已在第 ${terms.indexOf(term) + 1} 项，请删去一个` }]
      : [],
  );
}
