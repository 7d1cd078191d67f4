import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { isObject } from '#page/json-check.ts';
import type { Senders } from '#page/settings/senders.ts';
import { parseFilepath } from '#rules/filepath.ts';
import { isMoment } from '#rules/moment-text.ts';
import { isSignedBy } from './environment-key.ts';
import {
  FORMAT,
  MARK,
  MOST_LINE,
  TransferRefused,
  type Header,
  type Line,
  type RowLine,
  type Thing,
} from './format.ts';
import { mayTravel, travelOf, TRAVELLING } from './travelling.ts';

/**
 * Reads an export line by line. What it gives may be believed only when the last line, `digest`, has come: nothing is missing
 * then, each file has its hash, and the sender signed it. What cannot be taken is said as soon as it is known.
 * @param senders whose files are taken (BE2)
 * @throws TransferRefused
 */
export async function* readExport(path: string, senders: Senders): AsyncGenerator<Line> {
  const damage = damageOf(path);
  const hash = createHash('sha256');
  let state: Reading | undefined;
  for await (const text of textLines(path)) {
    const value = parsed(text);
    if (!state) {
      const header = headerOf(path, value, senders);
      state = new Reading(header, damage);
      yield { header };
    } else if (typeof value?.signature === 'string') {
      state.end();
      const digest = hash.digest();
      if (!isSignedBy(state.header.sender.key, digest, value.signature))
        throw damage('what it says is not what its sender signed', '内容与签名不符，可能被改动过');
      yield { digest: digest.toString('hex') };
      continue;
    } else yield state.next(value);
    hash.update(text).update('\n');
  }
  if (!state?.isEnded) throw damage('its end is missing', '末尾缺失，可能没有传完');
}

const damageOf =
  (path: string): Damage =>
  (why, words) =>
    new TransferRefused(
      `${path} is not as it was written: ${why}. Have it sent, or exported, again.`,
      `文件与导出时不一致：${words}。请重新传送，或在那个环境重新导出`,
    );

/** @param why, words the same in English and Chinese */
type Damage = (why: string, words: string) => TransferRefused;

const TOO_FEW_ROWS = ['it has fewer rows than it says', '登记表的行数少于所写的'] as const;
const UNREADABLE = ['a line of it cannot be read', '有一行读不出来'] as const;
const OUT_OF_PLACE = ['a line of it stands where it should not', '有一行不在应在的位置'] as const;

function parsed(text: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text.toString());
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What a first line says. @throws TransferRefused */
function headerOf(path: string, value: Record<string, unknown> | undefined, senders: Senders): Header {
  if (value?.file !== MARK) throw noExport(path);
  const { format, program } = value;
  if (typeof format === 'number' && format > FORMAT)
    throw new TransferRefused(
      `${path} was written in form ${format} by version ${String(program)} of this program; this version reads form ${FORMAT}. Update this environment, and import again.`,
      `文件由较新的程序（${String(program)} 版）导出，格式为 ${format}，这里只能读格式 ${FORMAT}。请先升级这个环境的程序，再导入`,
    );
  const header = value as unknown as Header;
  const { at, kinds, store, taken, things } = header;
  if (
    typeof at !== 'string' ||
    !isMoment(at) ||
    !isObject(header.sender) ||
    !Array.isArray(kinds) ||
    !Array.isArray(taken) ||
    (store !== undefined && typeof store !== 'string') ||
    !Number.isSafeInteger(things)
  )
    throw noExport(path);
  const sender = senders.find(({ key }) => key === header.sender.key);
  if (!sender)
    throw new TransferRefused(
      `${path} is signed with a key that this environment does not know: ${header.sender.key} (it calls itself ${header.sender.name}). Where it is one of yours, add the key to the published setting "senders" (其他环境的密钥), have that approved, and import again.`,
      `文件用这个环境不认识的密钥签名，没有接收。发送方自称“${header.sender.name}”。确是本公司的环境，请与对方核对密钥后写入设置“其他环境的密钥”，审核发布后再导入；否则不要接收`,
      { name: String(header.sender.name), key: String(header.sender.key) },
    );
  const unknown = kinds.filter((kind) => !(TRAVELLING as readonly string[]).includes(kind));
  if (unknown.length > 0)
    throw new TransferRefused(
      `${path} was written by version ${program} of this program and holds things of a kind that this version does not know: ${unknown.join(', ')}. Update this environment, and import again.`,
      `文件由 ${program} 版程序导出，其中有这里还不认识的内容类型：${unknown.join('、')}。请先升级这个环境的程序，再导入`,
    );
  return { ...header, sender };
}

const noExport = (path: string): TransferRefused =>
  new TransferRefused(
    `${path} is no file of npm run export-site. Name one that was written by it.`,
    '这不是从另一个环境导出的文件，请选择扩展名为 .site 的导出文件',
  );

/** Whether it says what its sender took of a thing, by the keys of others. */
const isTakenByKey = (value: unknown): boolean =>
  isObject(value) &&
  Object.values(value).every(
    (one) =>
      isObject(one) &&
      typeof one.hash === 'string' &&
      typeof one.at === 'string' &&
      isMoment(one.at) &&
      (one.place === undefined || typeof one.place === 'string'),
  );

/** What a file has said so far, and what may follow. */
class Reading {
  readonly header: Header;
  readonly #damage: Damage;
  #things = 0;
  /** their subjects */
  readonly #named = new Set<string>();
  /** that follow the thing before */
  #rows = 0;
  #announced: { files: number; bytes: number } | undefined;
  #file: { path: string; left: number; hash: ReturnType<typeof createHash> } | undefined;
  isEnded = false;

  constructor(header: Header, damage: Damage) {
    this.header = header;
    this.#damage = damage;
  }

  /** @throws TransferRefused for what is not announced, or out of its place */
  next(value: Record<string, unknown> | undefined): Line {
    if (!value || this.isEnded)
      throw value ? this.#damage('something follows its end', '末尾之后还有内容') : this.#damage(...UNREADABLE);
    if (Array.isArray(value.rows)) return { rows: this.#rowsOf(value.rows) };
    if (this.#rows > 0) throw this.#damage(...TOO_FEW_ROWS);
    if (typeof value.kind === 'string') return { thing: this.#thing(value) };
    if (typeof value.piece === 'string') return { piece: this.#piece(Buffer.from(value.piece, 'base64')) };
    if (typeof value.file === 'string') return this.#begin(value.file, Number(value.size));
    const { files, bytes } = value;
    if (
      this.#announced ||
      typeof files !== 'number' ||
      typeof bytes !== 'number' ||
      this.#things !== this.header.things
    )
      throw this.#damage(...OUT_OF_PLACE);
    this.#announced = { files, bytes };
    return { contents: { files, bytes } };
  }

  #thing(value: Record<string, unknown>): Thing {
    const { kind, id } = value;
    if (this.#announced || ++this.#things > this.header.things)
      throw this.#damage('it has more things than it says', '内容的项数多于所写的');
    if (typeof id !== 'string' || !mayTravel(String(kind), id) || value.document === undefined)
      throw this.#damage(
        // as earlier versions let it
        `it brings ${String(kind)}:${String(id)}, which never travels (update that environment, where its version is older)`,
        `其中有不应随文件走的 ${String(kind)}:${String(id)}（那个环境的程序较旧时，请先升级它）`,
      );
    const subject = `${String(kind)}:${id}`;
    if (this.#named.has(subject)) throw this.#damage(`it brings ${subject} twice`, `其中有两项都是 ${subject}`);
    this.#named.add(subject);
    if (value.taken !== undefined && !isTakenByKey(value.taken))
      throw this.#damage(`it says of ${subject} what cannot be read`, `关于 ${subject} 的说明读不出来`);
    const thing = value as unknown as Thing;
    this.#rows = isObject(thing.document) ? (travelOf(thing.kind)!.rows?.following(thing.document) ?? 0) : 0;
    if (!Number.isSafeInteger(this.#rows) || this.#rows < 0) throw this.#damage(...OUT_OF_PLACE);
    return thing;
  }

  #rowsOf(rows: readonly unknown[]): RowLine['rows'] {
    this.#rows -= rows.length;
    if (rows.length === 0 || this.#rows < 0)
      throw this.#damage('it has more rows than it says', '登记表的行数多于所写的');
    if (!rows.every(isObject)) throw this.#damage(...UNREADABLE);
    return rows as RowLine['rows'];
  }

  #begin(path: string, size: number): Line {
    this.#endFile();
    if (!this.#announced || !parseFilepath(path) || !Number.isSafeInteger(size) || size < 0)
      throw this.#damage(...OUT_OF_PLACE);
    this.#announced.files--;
    this.#announced.bytes -= size;
    if (this.#announced.files < 0 || this.#announced.bytes < 0)
      throw this.#damage('its files are more than it says', '附件多于所写的');
    this.#file = { path, left: size, hash: createHash('sha256') };
    return { file: path, size };
  }

  #piece(piece: Buffer): Buffer {
    const file = this.#file;
    if (!file || (file.left -= piece.length) < 0)
      throw this.#damage('a file in it is larger than it says', '有一个附件大于所写的');
    file.hash.update(piece);
    return piece;
  }

  #endFile(): void {
    const file = this.#file;
    if (file && (file.left !== 0 || file.hash.digest('hex') !== parseFilepath(file.path)!.sha256))
      throw this.#damage(`the stored file ${file.path} in it has other bytes`, `附件 ${file.path} 的内容不同`);
    this.#file = undefined;
  }

  /** @throws TransferRefused where something is missing */
  end(): void {
    this.#endFile();
    if (this.isEnded || !this.#announced || this.#announced.files !== 0 || this.#announced.bytes !== 0)
      throw this.#damage('a part of it is missing', '缺少一部分');
    this.isEnded = true;
  }
}

/** Lines of the unpacked file, without their ends. @throws TransferRefused */
async function* textLines(path: string): AsyncGenerator<Buffer> {
  const damage = damageOf(path);
  const file = createReadStream(path);
  const unpacked = createGunzip();
  file.on('error', (error) => unpacked.destroy(error));
  let parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of file.pipe(unpacked) as AsyncIterable<Buffer>) {
      let from = 0;
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
        yield Buffer.concat([...parts, chunk.subarray(from, end)]);
        [parts, length, from] = [[], 0, end + 1];
      }
      parts.push(chunk.subarray(from));
      length += chunk.length - from;
      if (length > MOST_LINE) throw damage(`a line of it is longer than ${MOST_LINE} bytes`, '有一行过长');
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (message === 'incorrect header check') throw noExport(path);
    if (code === 'Z_BUF_ERROR') throw damage('it is cut off', '文件不完整，可能没有传完');
    throw code?.startsWith('Z_') ? damage(message, '有字节被改动过') : error;
  } finally {
    file.destroy();
  }
  if (length > 0) throw damage('it is cut off in a line', '文件不完整，可能没有传完');
}
