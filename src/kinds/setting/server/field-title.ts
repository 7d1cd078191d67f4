import { settings } from '#page/settings/known-settings.ts';
import { titleAlong, type Described } from '../../field-titles.ts';

/** '社交媒体 1 名称' of ['social', '0', 'name'], as the setting's form calls it; undefined: it has no form. */
export function settingFieldTitle(name: string, path: readonly string[]): string | undefined {
  const schema = settings.find((one) => one.name === name)?.value as Described | undefined;
  return schema && path.length > 0 ? titleAlong(schema, path) : undefined;
}
