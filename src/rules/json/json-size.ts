/** Limits of a text of JSON. */
export interface JsonLimits {
  /** lists and objects inside each other */
  depth: number;
  /** values of all kinds, names aside */
  values: number;
}

const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  0x22, 0x5c, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d,
];

/**
 * OL5: what is too much in a text of JSON, found by counting its signs, so that nothing deep or wide is ever built. Counting
 * ends at the first sign that is too much.
 * @param json a text, or its bytes in UTF-8
 * @returns null where it may be parsed; that it is JSON is not known then
 */
export function jsonExcess(json: string | Uint8Array, most: JsonLimits): keyof JsonLimits | null {
  const codeAt: (at: number) => number = typeof json === 'string' ? (at) => json.charCodeAt(at) : (at) => json[at]!;
  let [depth, values] = [0, 1];
  for (let at = 0; at < json.length; at += 1) {
    const sign = codeAt(at);
    if (sign === QUOTE) {
      for (at += 1; at < json.length; at += 1) {
        const inside = codeAt(at);
        if (inside === QUOTE) break;
        if (inside === BACKSLASH) at += 1;
      }
      // each value but the first of a list or an object stands behind a comma
    } else if (sign === COMMA) values += 1;
    else if (sign === OPEN_LIST || sign === OPEN_OBJECT) {
      values += 1;
      if (++depth > most.depth) return 'depth';
    } else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) depth -= 1;
    if (values > most.values) return 'values';
  }
  return null;
}
