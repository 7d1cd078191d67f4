/**
 * JSON with one spelling for each value: object keys in code-unit order, no spaces, numbers and strings as
 * JSON.stringify writes them (the rules of RFC 8785). What is hashed for the publication log is written so (PB3).
 * Members that are undefined are left out, as in JSON.stringify.
 * @throws TypeError for what JSON cannot hold: NaN, infinite numbers, functions, symbols, bigints, dates and other
 * classes
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`${value} has no place in JSON`);
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && isPlain(value)) {
    // large registers are hashed row by row: no lists in between
    let text = '';
    for (const name of Object.keys(value).sort()) {
      const member = (value as Record<string, unknown>)[name];
      if (member !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${canonicalJson(member)}`;
    }
    return `{${text}}`;
  }
  throw new TypeError(`a ${typeof value} has no place in JSON`);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
