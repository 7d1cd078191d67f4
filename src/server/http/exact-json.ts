/** numbers of more digits than a number holds: ids that databases count */
const LONG = /[:[,]\s*-?\d{16,}\s*[,}\]]/;

/**
 * US2: JSON in which whole numbers that are too long for a number are texts, digit for digit.
 * @throws SyntaxError where it is no JSON
 */
export function parseExactly(text: string): unknown {
  if (!LONG.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_name, value: unknown, { source = '' }: { source?: string } = {}) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? source : value,
  );
}
