/**
 * Character maps that a pdf may name instead of bringing them (UniGB-UCS2-H, GBK-EUC-H …), as text that pdf.js reads.
 * Adobe's own files lead from a code to a glyph and from there to Unicode; ours name the glyph by its Unicode, which is
 * all that reading needs.
 */
const DECODERS: [name: RegExp, encoding: string][] = [
  [/^(?:GBK|GB)(?:p?c?-EUC|p-EUC|2K)-/, 'gbk'],
  [/^(?:ETen|ETenms|B5pc|HKscs)-?B5-/, 'big5'],
  [/^90msp?-RKSJ-/, 'shift_jis'],
  [/^KSCms-UHC-|^KSC-EUC-/, 'euc-kr'],
];

/** Map of that name as bytes. @throws for an unknown one: its text cannot be read */
export function predefinedMap(name: string): Uint8Array {
  const map = mapOf(name);
  if (map === undefined) throw new Error(`no character map ${name}`);
  return Buffer.from(`/CMapName /${name} def\n${map}\nendcmap`, 'latin1');
}

function mapOf(name: string): string | undefined {
  if (/^Uni(?:GB|CNS|JIS|KS)\d*-(?:UCS2|UTF16)(?:-HW)?-[HV]$/.test(name)) return identity;
  // glyphs of the maps here are Unicode already
  if (/^Adobe-(?:GB1|CNS1|Japan1|Korea1)-UCS2$/.test(name)) return toUnicode;
  const encoding = DECODERS.find(([pattern]) => pattern.test(name))?.[1];
  return encoding && legacy(encoding);
}

const identity =
  '1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n1 begincidrange\n<0000> <ffff> 0\nendcidrange';
const toUnicode =
  '1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n1 beginbfrange\n<0000> <ffff> <0000>\nendbfrange';

const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, '0');

/** One byte below 0x80, two from 0x81: as this platform decodes them. */
function legacy(encoding: string): string {
  const decoder = new TextDecoder(encoding);
  const lines = [
    '2 begincodespacerange',
    '<00> <80>',
    '<8140> <fefe>',
    'endcodespacerange',
    '1 begincidrange',
    '<00> <7f> 0',
    'endcidrange',
  ];
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    const known: string[] = [];
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const character = decoder.decode(Uint8Array.of(lead, trail));
      if (character.length === 1 && character !== '\ufffd')
        known.push(`<${hex(lead, 2)}${hex(trail, 2)}> ${character.charCodeAt(0)}`);
    }
    if (known.length > 0) lines.push(`${known.length} begincidchar`, ...known, 'endcidchar');
  }
  return lines.join('\n');
}
