const [QUOTE, RETURN, NEWLINE] = [0x22, 0x0d, 0x0a];

/**
 * OL6: whether a CSV text holds more values than it may, found by counting its signs, so that nothing is made of it before.
 * A row counts as wide as the titles, because it has an empty cell for each that it lacks. Counting ends at the first sign
 * that is too much.
 * @param bytes in UTF-8
 * @param sign that parts columns
 */
export function isCsvTooMuch(bytes: Uint8Array, sign: string, most: number): boolean {
  // a wide comma has three bytes
  const parting = Buffer.from(sign);
  let [rows, parted, titles, isQuoted] = [1, 0, 0, false];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (byte === QUOTE) isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (byte === parting[0] && parting.every((one, next) => bytes[at + next] === one)) parted += 1;
    else if (byte === NEWLINE || (byte === RETURN && bytes[at + 1] !== NEWLINE)) {
      titles ||= parted + 1;
      rows += 1;
    } else continue;
    if (Math.max(parted + rows, rows * titles) > most) return true;
  }
  return false;
}
