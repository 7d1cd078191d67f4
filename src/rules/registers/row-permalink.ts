/** The address parameter `row` names one row of a register by the values of its key fields. */

type Value = string | number | null | undefined;

/** Key values joined by ~; null where one is missing. */
export function rowPermalink(key: readonly string[], row: Readonly<Record<string, Value>>): string | null {
  const values = key.map((field) => String(row[field] ?? ''));
  return values.some((value) => value === '')
    ? null
    : values.map((value) => value.replace(/[%~]/g, (sign) => (sign === '~' ? '%7E' : '%25'))).join('~');
}

/** The key values that a permalink names, as many as the register's key had when it was made; null where one is empty. */
export function readPermalink(text: string): string[] | null {
  const values = text
    .split('~')
    .map((value) => value.replace(/%(7E|25)/gi, (_, code: string) => (code === '25' ? '%' : '~')));
  return values.every((value) => value !== '') ? values : null;
}
