import { StringDecoder } from 'node:string_decoder';
import sax from 'sax';
import { fromBufferPromise, openPromise, type Entry, type ZipFile } from 'yauzl';

/** Limits of reading one archive; beyond any of these it ends. */
export interface ZippedXmlLimits {
  /** entries of the archive */
  entries: number;
  /** bytes unpacked of the archive in all, also where a part is small when packed */
  unpackedSize: number;
  /** XML elements inside each other */
  depth: number;
  /** XML elements of all parts together */
  elements: number;
}

/** Reason why an archive is not read, or not read on. */
export type ZippedXmlProblem =
  /** no zip archive, or a broken one, or one whose names lead out of it */
  | { kind: 'damaged-archive' }
  | { kind: 'too-many-entries'; count: number }
  | { kind: 'encrypted' }
  | { kind: 'unpacks-too-large' }
  /** damaged: broken XML, larger than the archive states, or an entity that XML does not define */
  | { kind: 'missing' | 'damaged' | 'doctype' | 'nested-too-deep' | 'too-many-elements'; part: string }
  /** two entries of one name: programs differ in which they take */
  | { kind: 'double-entry'; part: string };

export interface XmlHandler {
  /** names come without their namespace prefix; attributes keep theirs */
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
  /** called between two pieces of the part; the reading goes on when it is done */
  pause?(): Promise<void> | undefined;
  /** true ends the reading early; called between two pieces */
  done?(): boolean;
}

/** Zip archive of XML parts (docx, xlsx), read under limits. Part names are compared without case, as OPC requires. */
export interface ZippedXml {
  has(part: string): boolean;
  /** names of all parts, in small letters */
  parts(): string[];
  /**
   * Bytes of one part as they are unpacked.
   * @param counted false for a part that will be read again: it must fit into the rest of `unpackedSize`, and takes
   * nothing of it yet
   */
  unpack(part: string, counted?: boolean): AsyncIterable<Buffer>;
  /** Reads one part as events, never as a tree. Document types, and so entities of their own, are refused. */
  readXml(part: string, handler: XmlHandler): Promise<void>;
  close(): void;
}

/**
 * Opens an archive; nothing has been unpacked by then.
 * @param source path of a file, or its bytes
 * @param refuse makes the error for a problem, here and in all methods of the archive; errors of a handler are
 * passed on as they are
 */
export async function openZippedXml(
  source: string | Buffer,
  limits: ZippedXmlLimits,
  refuse: (problem: ZippedXmlProblem) => Error,
): Promise<ZippedXml> {
  const damaged = () => {
    throw refuse({ kind: 'damaged-archive' });
  };
  const options = { lazyEntries: true, autoClose: false };
  const zip = await (
    typeof source === 'string' ? openPromise(source, options) : fromBufferPromise(source, options)
  ).catch(damaged);
  // each failure rejects the call it belongs to; the event itself must not end the process
  zip.on('error', () => {});
  try {
    if (zip.entryCount > limits.entries) throw refuse({ kind: 'too-many-entries', count: zip.entryCount });
    const { entries, twin } = await readEntries(zip).catch(damaged);
    if (twin !== undefined) throw refuse({ kind: 'double-entry', part: twin });
    const unpack = unpacking(zip, entries, limits.unpackedSize, refuse);
    let elements = limits.elements;
    return {
      has: (part) => entries.has(part.toLowerCase()),
      parts: () => [...entries.keys()],
      unpack,
      readXml: async (part, handler) => {
        const fail = (kind: 'damaged' | 'doctype' | 'nested-too-deep' | 'too-many-elements') => {
          throw refuse({ kind, part });
        };
        const count = () => --elements < 0 && fail('too-many-elements');
        await readEvents(unpack(part), parserFor(handler, limits.depth, count, fail), handler);
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** Entries by name. @returns also a name that two parts have */
async function readEntries(zip: ZipFile): Promise<{ entries: Map<string, Entry>; twin: string | undefined }> {
  const entries = new Map<string, Entry>();
  let twin: string | undefined;
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.toLowerCase();
    // folders hold nothing
    if (entries.has(name) && !name.endsWith('/')) twin ??= entry.fileName;
    entries.set(name, entry);
  }
  return { entries, twin };
}

function unpacking(
  zip: ZipFile,
  entries: ReadonlyMap<string, Entry>,
  unpackedSize: number,
  refuse: (problem: ZippedXmlProblem) => Error,
): (part: string, counted?: boolean) => AsyncGenerator<Buffer> {
  let left = unpackedSize;
  return async function* (part, counted = true) {
    const entry = entries.get(part.toLowerCase());
    if (!entry) throw refuse({ kind: 'missing', part });
    if (entry.isEncrypted()) throw refuse({ kind: 'encrypted' });
    // the archive states the size, and yauzl ends the stream with an error at the first byte beyond it
    if (entry.uncompressedSize > left) throw refuse({ kind: 'unpacks-too-large' });
    if (counted) left -= entry.uncompressedSize;
    try {
      yield* await zip.openReadStreamPromise(entry);
    } catch {
      throw refuse({ kind: 'damaged', part });
    }
  };
}

function parserFor(
  handler: XmlHandler,
  deepest: number,
  count: () => void,
  fail: (kind: 'damaged' | 'doctype' | 'nested-too-deep') => void,
): sax.SAXParser {
  let depth = 0;
  const text = (more: string) => handler.text?.(more);
  return Object.assign(sax.parser(true, { position: false, strictEntities: true } as sax.SAXOptions), {
    onerror: () => fail('damaged'),
    ondoctype: () => fail('doctype'),
    onopentag: ({ name, attributes }: sax.Tag | sax.QualifiedTag) => {
      count();
      if (++depth > deepest) fail('nested-too-deep');
      handler.open?.(localName(name), attributes as Record<string, string>);
    },
    onclosetag: (name: string) => {
      depth--;
      handler.close?.(localName(name));
    },
    ontext: text,
    oncdata: text,
  });
}

async function readEvents(pieces: AsyncIterable<Buffer>, parser: sax.SAXParser, handler: XmlHandler): Promise<void> {
  let decoder: StringDecoder | null = null;
  for await (const piece of pieces) {
    decoder ??= new StringDecoder(encodingOf(piece));
    parser.write(decoder.write(piece));
    if (handler.done?.()) return;
    await handler.pause?.();
  }
  parser.close();
}

/** Encoding of a part. Parts are UTF-8 or UTF-16 by their standard; the mark or the first bytes decide. */
function encodingOf(piece: Buffer): BufferEncoding {
  return (piece[0] === 0xff && piece[1] === 0xfe) || (piece[0] === 0x3c && piece[1] === 0) ? 'utf16le' : 'utf8';
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}

/** The value of an attribute by its local name, whatever prefix the file gave it. */
export function attribute(attributes: Readonly<Record<string, string>>, name: string): string | undefined {
  if (attributes[name] !== undefined) return attributes[name];
  return Object.entries(attributes).find(([key]) => localName(key) === name)?.[1];
}
