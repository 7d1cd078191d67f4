let table: Map<string, readonly [number, number]> | undefined;

/** Text in GB18030: ASCII and characters of two bytes. */
export function gb18030(text: string): Buffer {
  table ??= characters();
  return Buffer.from(
    [...text].flatMap((character) => {
      const code = character.codePointAt(0)!;
      const bytes = code < 0x80 ? [code] : table!.get(character);
      if (!bytes) throw new Error(`no two bytes of GB18030 for ${character}`);
      return bytes;
    }),
  );
}

function characters(): Map<string, readonly [number, number]> {
  const decoder = new TextDecoder('gb18030');
  const found = new Map<string, readonly [number, number]>();
  for (let high = 0x81; high <= 0xfe; high += 1)
    for (let low = 0x40; low <= 0xfe; low += 1)
      if (low !== 0x7f) found.set(decoder.decode(Uint8Array.of(high, low)), [high, low]);
  return found;
}
