import { StringDecoder } from 'node:string_decoder';
import sax from 'sax';
import { PackageRefused, type Package } from './zip-package.ts';

export interface XmlHandler {
  /** names come without their namespace prefix; attributes keep theirs */
  open?(name: string, attributes: Record<string, string>): void;
  close?(name: string): void;
  text?(text: string): void;
  /** true ends the reading early */
  done?(): boolean;
}

/** What all parts of one file may cost together. */
export interface XmlBudget {
  nodes: number;
}

export const newXmlBudget = (): XmlBudget => ({ nodes: 2_000_000 });
const MAX_DEPTH = 256;

/**
 * Reads one part of an office file as events, never as a tree. Document types (and so entities of their own) are
 * refused; nodes, depth and bytes are capped while they come.
 * @throws PackageRefused for XML that is broken or beyond the caps
 */
export async function readXml(archive: Package, name: string, budget: XmlBudget, handler: XmlHandler): Promise<void> {
  let depth = 0;
  let failed: Error | null = null;
  const fail = () => {
    failed ??= new PackageRefused('文件内容格式有误，无法预览，请下载查看');
  };
  const text = (more: string) => handler.text?.(more);
  const parser = Object.assign(sax.parser(true, { position: false }), {
    onerror: fail,
    ondoctype: fail,
    onopentag: ({ name: tag, attributes }: sax.Tag | sax.QualifiedTag) => {
      if (--budget.nodes < 0 || ++depth > MAX_DEPTH) return fail();
      handler.open?.(localName(tag), attributes as Record<string, string>);
    },
    onclosetag: (tag: string) => {
      depth--;
      handler.close?.(localName(tag));
    },
    ontext: text,
    oncdata: text,
  });
  const stream = await archive.stream(name);
  let decoder: StringDecoder | null = null;
  try {
    for await (const chunk of stream) {
      decoder ??= new StringDecoder(encodingOf(chunk as Buffer));
      parser.write(decoder.write(chunk as Buffer));
      if (failed) throw failed as Error;
      if (handler.done?.()) return;
    }
    parser.close();
    if (failed) throw failed as Error;
  } catch (error) {
    throw error instanceof PackageRefused ? error : new PackageRefused('文件已损坏，无法预览，请下载查看');
  } finally {
    stream.destroy();
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Parts are UTF-8 or UTF-16 by their standard; the mark or the first bytes tell. */
function encodingOf(chunk: Buffer): BufferEncoding {
  return (chunk[0] === 0xff && chunk[1] === 0xfe) || (chunk[0] === 0x3c && chunk[1] === 0) ? 'utf16le' : 'utf8';
}

/** The value of an attribute by its local name, whatever prefix the file gave it. */
export function attribute(attributes: Record<string, string>, name: string): string | undefined {
  if (attributes[name] !== undefined) return attributes[name];
  return Object.entries(attributes).find(([key]) => localName(key) === name)?.[1];
}
