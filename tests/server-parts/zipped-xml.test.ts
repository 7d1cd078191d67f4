import { describe, expect, it } from 'vitest';
import {
  openZippedXml,
  type XmlHandler,
  type ZippedXmlLimits,
  type ZippedXmlProblem,
} from '#server/files/zipped-xml.ts';
import { buildZip } from '#tests/world/office-files.ts';

const ROOMY: ZippedXmlLimits = { entries: 10, unpackedSize: 1_000_000, depth: 10, elements: 100 };

class Refused extends Error {
  readonly problem: ZippedXmlProblem;
  constructor(problem: ZippedXmlProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}

const open = async (entries: Record<string, string | Buffer>, limits: Partial<ZippedXmlLimits> = {}) =>
  openZippedXml(await buildZip(entries), { ...ROOMY, ...limits }, (problem) => new Refused(problem));

/** The refusal of these parts, read one after another; null where they are read. */
async function problemOf(
  entries: Record<string, string | Buffer>,
  limits: Partial<ZippedXmlLimits> = {},
  parts: readonly string[] = Object.keys(entries),
): Promise<ZippedXmlProblem | null> {
  try {
    const archive = await open(entries, limits);
    for (const part of parts) await archive.readXml(part, {});
    return null;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return error.problem;
  }
}

/** Content of a part, as one line. */
async function contentOf(xml: string | Buffer, handler: XmlHandler = {}): Promise<string> {
  let line = '';
  await (
    await open({ a: xml })
  ).readXml('a', {
    open: (name, attributes) => void (line += `<${[name, ...Object.values(attributes)].join(' ')}>`),
    close: (name) => void (line += `</${name}>`),
    text: (words) => void (line += words),
    ...handler,
  });
  return line;
}

describe('a zip archive of XML parts', () => {
  it('is read as events, without prefixes, in UTF-8 and UTF-16, its part names without case', async () => {
    expect(await contentOf('<w:a w:b="1">甲&amp;<![CDATA[<乙>]]></w:a>')).toBe('<a 1>甲&<乙></a>');
    expect(await contentOf(Buffer.from('\ufeff<a>甲</a>', 'utf16le'))).toBe('<a>甲</a>');
    const archive = await open({ 'xl/Sheet.xml': '<a/>' });
    expect([archive.has('XL/sheet.XML'), archive.has('xl/other.xml')]).toEqual([true, false]);
    await archive.readXml('XL/sheet.XML', {});
  });

  it('waits for whoever takes the events, and ends when they have enough', async () => {
    // does not shrink when packed, so that it comes in many pieces
    const words = Array.from({ length: 60_000 }, (_, at) => ((at * 7_919) % 65_521).toString(36)).join(' ');
    let [pauses, characters] = [0, 0];
    await contentOf(`<a>${words}</a>`, {
      text: (more) => void (characters += more.length),
      pause: async () => void pauses++,
    });
    expect([characters, pauses > 1]).toEqual([words.length, true]);
    characters = 0;
    await contentOf(`<a>${words}</a>`, { text: (more) => void (characters += more.length), done: () => true });
    expect(characters).toBeLessThan(words.length);
  });

  it('passes on what whoever takes the events throws', async () => {
    const error = new Error('of the handler');
    const fail = () => {
      throw error;
    };
    for (const handler of [{ open: fail }, { close: fail }, { text: fail }, { pause: fail }])
      await expect(contentOf('<a>x</a>', handler)).rejects.toBe(error);
  });
});

describe('beyond each limit an archive is refused', () => {
  it('for its entries, before any is read', async () => {
    const three = { a: '<a/>', b: '<a/>', c: '<a/>' };
    expect(await problemOf(three, { entries: 3 })).toBeNull();
    expect(await problemOf(three, { entries: 2 })).toEqual({ kind: 'too-many-entries', count: 3 });
  });

  it('for what it unpacks to in all, each reading of a part included', async () => {
    const parts = { a: `<a>${' '.repeat(493)}</a>`, b: `<a>${' '.repeat(493)}</a>` };
    expect(await problemOf(parts, { unpackedSize: 1_000 })).toBeNull();
    expect(await problemOf(parts, { unpackedSize: 999 })).toEqual({ kind: 'unpacks-too-large' });
    expect(await problemOf(parts, { unpackedSize: 1_000 }, ['a', 'a', 'a'])).toEqual({ kind: 'unpacks-too-large' });
  });

  it('also for a part that is read ahead, which takes nothing of the limit', async () => {
    const archive = await open({ a: '<a>0123456789</a>', b: '<a/>' }, { unpackedSize: 17 });
    for await (const piece of archive.unpack('a', false)) expect(String(piece)).toBe('<a>0123456789</a>');
    await archive.readXml('a', {});
    const ahead = archive.unpack('b', false)[Symbol.asyncIterator]();
    await expect(ahead.next()).rejects.toThrow('unpacks-too-large');
  });

  it('for elements inside each other, and for all elements of all parts', async () => {
    expect(await problemOf({ a: '<a><b><c/></b></a>' }, { depth: 3 })).toBeNull();
    expect(await problemOf({ a: '<a><b><c/></b></a>' }, { depth: 2 })).toEqual({ kind: 'nested-too-deep', part: 'a' });
    const parts = { a: '<a><b/><b/></a>', b: '<a/>' };
    expect(await problemOf(parts, { elements: 4 })).toBeNull();
    expect(await problemOf(parts, { elements: 3 })).toEqual({ kind: 'too-many-elements', part: 'b' });
  });

  it('for document types, and for entities that XML does not define', async () => {
    expect(await problemOf({ a: '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' })).toEqual({ kind: 'doctype', part: 'a' });
    expect(await problemOf({ a: '<!DOCTYPE a><a/>' })).toEqual({ kind: 'doctype', part: 'a' });
    expect(await problemOf({ a: '<a>&nbsp;</a>' })).toEqual({ kind: 'damaged', part: 'a' });
    expect(await problemOf({ a: '<a>&amp;&#20013;</a>' })).toBeNull();
  });

  it('for what is broken, missing or encrypted', async () => {
    expect(await problemOf({ a: '<a>' })).toEqual({ kind: 'damaged', part: 'a' });
    expect(await problemOf({ a: '<a/>' }, {}, ['b'])).toEqual({ kind: 'missing', part: 'b' });
    const zip = await buildZip({ a: '<a/>' });
    const refuse = (problem: ZippedXmlProblem) => new Refused(problem);
    await expect(openZippedXml(zip.subarray(0, 20), ROOMY, refuse)).rejects.toThrow('damaged-archive');
    await expect(openZippedXml('/nowhere/a.docx', ROOMY, refuse)).rejects.toThrow('damaged-archive');
    const encrypted = Buffer.from(zip);
    const directory = encrypted.indexOf('PK\x01\x02', 0, 'latin1');
    encrypted.writeUInt16LE(encrypted.readUInt16LE(directory + 8) | 1, directory + 8);
    const archive = await openZippedXml(encrypted, ROOMY, refuse);
    await expect(archive.readXml('a', {})).rejects.toThrow('encrypted');
  });

  it('for a part that is larger than the archive states', async () => {
    const lying = await buildZip({ a: `<a>${' '.repeat(10_000)}</a>` });
    const directory = lying.indexOf('PK\x01\x02', 0, 'latin1');
    lying.writeUInt32LE(20, directory + 24);
    const archive = await openZippedXml(lying, { ...ROOMY, unpackedSize: 1_000 }, (problem) => new Refused(problem));
    await expect(archive.readXml('a', {})).rejects.toThrow('damaged');
  });
});
