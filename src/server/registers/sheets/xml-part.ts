import { StringDecoder } from 'node:string_decoder';
import sax from 'sax';
import type { Archive } from './archive.ts';
import { SheetRefused } from './refusals.ts';

export interface PartHandler {
  /** names come without their namespace prefix; attributes keep theirs */
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
  /** called between two pieces of the part; the reading goes on when it is done */
  pause?(): Promise<void> | undefined;
}

const MAX_DEPTH = 64;

/**
 * Reads one part of a workbook as events, never as a tree. Document types, and so entities of their own, are refused.
 * @throws SheetRefused for XML that is broken, nested too deep, or larger than it says
 */
export async function readPart(archive: Archive, part: string, handler: PartHandler): Promise<void> {
  const failure: { first: Error | null } = { first: null };
  const parser = parserFor(part, handler, (error) => {
    failure.first ??= error;
  });
  const stream = await archive.stream(part);
  let decoder: StringDecoder | null = null;
  try {
    for await (const chunk of stream) {
      decoder ??= new StringDecoder(encodingOf(chunk as Buffer));
      parser.write(decoder.write(chunk as Buffer));
      if (failure.first) throw failure.first;
      await handler.pause?.();
    }
    parser.close();
    if (failure.first) throw failure.first;
  } catch (error) {
    throw error instanceof SheetRefused ? error : new SheetRefused('damaged-workbook', { where: part });
  } finally {
    stream.destroy();
  }
}

function parserFor(part: string, handler: PartHandler, fail: (error: Error) => void): sax.SAXParser {
  let depth = 0;
  const guarded = (work: () => void) => {
    try {
      work();
    } catch (error) {
      fail(error as Error);
    }
  };
  const text = (more: string) => handler.text?.(more);
  return Object.assign(sax.parser(true, { position: false, strictEntities: true } as sax.SAXOptions), {
    onerror: () => fail(new SheetRefused('damaged-workbook', { where: part })),
    ondoctype: () => fail(new SheetRefused('doctype-in-workbook', { where: part })),
    onopentag: ({ name, attributes }: sax.Tag | sax.QualifiedTag) => {
      if (++depth > MAX_DEPTH) fail(new SheetRefused('nested-too-deep', { where: part }));
      guarded(() => handler.open?.(localName(name), attributes as Record<string, string>));
    },
    onclosetag: (name: string) => {
      depth--;
      guarded(() => handler.close?.(localName(name)));
    },
    ontext: text,
    oncdata: text,
  });
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}

/** Parts are UTF-8 or UTF-16 by their standard; the mark or the first bytes tell. */
function encodingOf(chunk: Buffer): BufferEncoding {
  return (chunk[0] === 0xff && chunk[1] === 0xfe) || (chunk[0] === 0x3c && chunk[1] === 0) ? 'utf16le' : 'utf8';
}
