/** '2' of '1': people count from one. */
export const numbered = (part: string): string => (/^\d+$/.test(part) ? String(Number(part) + 1) : part);

/** A schema, as far as it describes the places of a value. */
export interface Described {
  title?: string;
  pattern?: string;
  properties?: Readonly<Record<string, Described>>;
  items?: Described;
}

/** The part of a schema that describes a place; undefined where it says nothing of it. */
export const schemaAt = (schema: Described, path: readonly string[]): Described | undefined =>
  path.reduce<Described | undefined>((at, step) => at?.properties?.[step] ?? at?.items, schema);

/** '链接 1 名称' of ['links', '0', 'name'], by the titles of a schema. */
export const titleAlong = (schema: Described, path: readonly string[]): string =>
  path.map((step, at) => schemaAt(schema, path.slice(0, at))?.properties?.[step]?.title ?? numbered(step)).join(' ');

/**
 * '附件 1 文件名' of ['attachments', '0', 'filename']. A part is translated only where the schema names it: a field of a
 * register may well be called type.
 */
export const memberTitle = (
  [first = '', at, ...rest]: readonly string[],
  words: Readonly<Record<string, string>>,
  below: Readonly<Record<string, string>> = {},
): string =>
  [
    words[first] ?? first,
    ...(at === undefined ? [] : [numbered(at)]),
    ...rest.map((part) => below[part] ?? numbered(part)),
  ].join(' ');
