import { openZippedXml, type ZippedXml, type ZippedXmlLimits, type ZippedXmlProblem } from './zipped-xml.ts';

/** The office file is broken or larger than any honest one. The message is shown to visitors. */
export class PackageRefused extends Error {
  override readonly name = 'PackageRefused';
  /** problem of the archive; undefined where something is missing in it */
  readonly problem: ZippedXmlProblem['kind'] | undefined;

  constructor(message: string, problem?: ZippedXmlProblem['kind']) {
    super(message);
    this.problem = problem;
  }

  /** true for one beyond the limits, which is perhaps not broken */
  get isTooLarge(): boolean {
    return this.problem !== undefined && TOO_LARGE.has(this.problem);
  }
}

const LIMITS: Readonly<ZippedXmlLimits> = {
  // a workbook with 200 sheets has some 500
  entries: 2_000,
  unpackedSize: 64 * 1024 * 1024,
  depth: 256,
  elements: 2_000_000,
};

const DAMAGED = '文件已损坏或格式不受支持，无法预览';
const TOO_COMPLEX = '文件内部结构过于复杂，无法预览';
const words: Readonly<Record<ZippedXmlProblem['kind'], string>> = {
  'damaged-archive': DAMAGED,
  missing: DAMAGED,
  encrypted: DAMAGED,
  'double-entry': DAMAGED,
  damaged: '文件已损坏，无法预览，请下载查看',
  doctype: '文件内容格式有误，无法预览，请下载查看',
  'too-many-entries': TOO_COMPLEX,
  'nested-too-deep': TOO_COMPLEX,
  'too-many-elements': TOO_COMPLEX,
  'unpacks-too-large': '文件过大，无法预览，请下载查看',
};

const TOO_LARGE: ReadonlySet<ZippedXmlProblem['kind']> = new Set(['too-many-elements', 'unpacks-too-large']);

/**
 * Opens an office file for a preview, for its text or to find its format; the archive throws PackageRefused, too.
 * @param source path of a file, or its bytes @param limits those that are other than for a preview
 * @throws PackageRefused for a file that is no zip archive, or beyond the limits
 */
export const openPackage = (source: string | Buffer, limits: Partial<ZippedXmlLimits> = {}): Promise<ZippedXml> =>
  openZippedXml(source, { ...LIMITS, ...limits }, ({ kind }) => new PackageRefused(words[kind], kind));
