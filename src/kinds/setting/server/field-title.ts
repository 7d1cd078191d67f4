import { settings } from '#page/settings/known-settings.ts';
import { numbered } from '../../field-titles.ts';

interface Schema {
  title?: string;
  properties?: Readonly<Record<string, Schema>>;
  items?: Schema;
}

/** '社交媒体 1 名称' of ['social', '0', 'name'], as the setting's form calls it; undefined: it has no form. */
export function settingFieldTitle(name: string, path: readonly string[]): string | undefined {
  let schema = settings.find((one) => one.name === name)?.value as Schema | undefined;
  if (!schema || path.length === 0) return undefined;
  return path
    .map((part) => {
      const member: Schema | undefined = schema?.properties?.[part];
      schema = member ?? schema?.items;
      return member?.title ?? numbered(part);
    })
    .join(' ');
}
