/** '2' of '1': people count from one. */
export const numbered = (part: string): string => (/^\d+$/.test(part) ? String(Number(part) + 1) : part);

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
