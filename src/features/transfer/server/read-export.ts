import { isObject } from '#rules/json/json.ts';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { Senders } from '#page/settings/senders.ts';
import { parseFilepath } from '#rules/files/filepath.ts';
import { jsonExcess } from '#rules/json/json-size.ts';
import { isMoment } from '#rules/time/moment-text.ts';
import { Hashing } from '#server/db/backup/format.ts';
import { isSignedBy } from './environment-key.ts';
import { FRONT_SIZE, readFront, type Front } from './front.ts';
import { MARK, TRANSFER_LIMITS, type Header, type Line, type RowLine, type Thing } from './format.ts';
import { TransferRefused, type Sender } from '#server/editions/draft/transfer-refused.ts';
import { cutOff, damageOf, noExport, senderOf, type Damage } from './refusals.ts';
import { mayTravel, travelOf, TRAVELLING } from './travelling.ts';

/**
 * Reads an export line by line. Its lines may be believed only when the last line, `digest`, has come: nothing is
 * missing then, each file has its hash, and the sender signed it. A fault is thrown as soon as it is known.
 * @param senders whose files are taken (BE2)
 * @throws TransferRefused
 */
export async function* readExport(path: string, senders: Senders): AsyncGenerator<Line> {
  const damage = damageOf(path);
  const front = await readFront(path, senders);
  const hash = createHash('sha256');
  let state: Reading | undefined;
  for await (const text of textLines(path, front)) {
    const value = parsed(text, damage);
    if (!state) {
      const header = headerOf(path, value, front ?? firstForm(path, value, senders));
      state = new Reading(header, damage);
      yield { header };
    } else if (!front && typeof value?.signature === 'string') {
      state.end();
      const digest = hash.digest();
      if (!isSignedBy(state.header.sender.key, digest, value.signature)) throw damage(...UNSIGNED);
      yield { digest: digest.toString('hex') };
      continue;
    } else yield state.next(value);
    if (!front) hash.update(text).update('\n');
  }
  if (front && state) {
    state.end();
    yield { digest: front.sha256 };
  } else if (!state?.isEnded) throw damage('its end is missing', '末尾缺失，可能没有传完');
}

/**
 * BE9: looks through a file until it is known who signed all of it; nothing is unpacked before, but of the first form, which has
 * its signature at its end.
 * @returns its digest @throws TransferRefused
 */
export async function verifyExport(path: string, senders: Senders): Promise<string> {
  const front = await readFront(path, senders);
  if (front) {
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(path, { start: FRONT_SIZE })) hash.update(chunk as Buffer);
    if (hash.digest('hex') !== front.sha256) throw damageOf(path)(...UNSIGNED);
    return front.sha256;
  }
  let digest = '';
  for await (const line of readExport(path, senders)) if ('digest' in line) digest = line.digest;
  return digest;
}

const UNSIGNED = ['what it says is not what its sender signed', '内容与签名不符，可能被改动过'] as const;
const TOO_FEW_ROWS = ['it has fewer rows than it says', '登记表的行数少于所写的'] as const;
const UNREADABLE = ['a line of it cannot be read', '有一行读不出来'] as const;
const OUT_OF_PLACE = ['a line of it stands where it should not', '有一行不在应在的位置'] as const;

/** Parses a line whose values are counted before (BE9). @returns undefined for what is no object */
function parsed(text: Buffer, damage: Damage): Record<string, unknown> | undefined {
  const excess = jsonExcess(text, TRANSFER_LIMITS.json);
  if (excess) {
    const { depth, values } = TRANSFER_LIMITS.json;
    throw excess === 'depth'
      ? damage(`a line of it nests deeper than ${depth} levels`, `有一行嵌套超过 ${depth} 层`)
      : damage(`a line of it has more than ${values} values`, `有一行的内容超过 ${values} 个`);
  }
  try {
    const value: unknown = JSON.parse(text.toString());
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Facts of a front in the first line of a file of the first form. @throws TransferRefused */
function firstForm(
  path: string,
  value: Record<string, unknown> | undefined,
  senders: Senders,
): Pick<Header, 'program' | 'sender'> {
  if (value?.file !== MARK || value.format !== 1 || !isObject(value.sender)) throw noExport(path);
  return { program: String(value.program), sender: senderOf(path, value.sender as unknown as Sender, senders) };
}

/** Header in a first line. @throws TransferRefused */
function headerOf(
  path: string,
  value: Record<string, unknown> | undefined,
  { program, sender }: Pick<Header, 'program' | 'sender'>,
): Header {
  const { at, kinds, store, taken, things } = (value ?? {}) as unknown as Header;
  if (
    typeof at !== 'string' ||
    !isMoment(at) ||
    !Array.isArray(kinds) ||
    !Array.isArray(taken) ||
    (store !== undefined && typeof store !== 'string') ||
    !Number.isSafeInteger(things)
  )
    throw noExport(path);
  if (things > TRANSFER_LIMITS.things)
    throw damageOf(path)(
      `it says that it has ${things} things, and may have ${TRANSFER_LIMITS.things}`,
      `写着有 ${things} 项内容，最多 ${TRANSFER_LIMITS.things} 项`,
    );
  const unknown = kinds.filter((kind) => !(TRAVELLING as readonly string[]).includes(kind));
  if (unknown.length > 0)
    throw new TransferRefused(
      `The file ${path} was written by version ${program} of this program and holds things of a kind that this version does not know: ${unknown.join(', ')}. Update this environment, and import again.`,
      `文件由 ${program} 版程序导出，其中有这里还不认识的内容类型：${unknown.join('、')}。请先升级这个环境的程序，再导入`,
    );
  return { at, kinds, taken, things, program, sender, ...(store !== undefined && { store }) };
}

/** Whether a value is a record of what its sender took of a thing, by the keys of others. */
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

/** Progress through a file, and what may follow. */
class Reading {
  readonly header: Header;
  readonly #damage: Damage;
  #things = 0;
  /** subjects of the things so far */
  readonly #named = new Set<string>();
  /** number of rows that follow the thing before */
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
        // earlier versions let it travel
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
async function* textLines(path: string, front: Front | null): AsyncGenerator<Buffer> {
  const damage = damageOf(path);
  const file = createReadStream(path, front ? { start: FRONT_SIZE } : {});
  const unpacked = createGunzip();
  const packed = new Hashing();
  file.on('error', (error) => unpacked.destroy(error));
  const most = front?.unpacked ?? TRANSFER_LIMITS.unpacked;
  let parts: Buffer[] = [];
  let [length, all, longest] = [0, 0, TRANSFER_LIMITS.header as number];
  try {
    for await (const chunk of file.pipe(packed).pipe(unpacked) as AsyncIterable<Buffer>) {
      if ((all += chunk.length) > most) throw damage(`it unpacks to more than ${most} bytes`, '解开后大于所写的');
      let from = 0;
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
        if (length + end - from > longest) throw tooLong(damage, longest);
        yield Buffer.concat([...parts, chunk.subarray(from, end)]);
        [parts, length, longest, from] = [[], 0, TRANSFER_LIMITS.line, end + 1];
      }
      parts.push(chunk.subarray(from));
      length += chunk.length - from;
      if (length > longest) throw tooLong(damage, longest);
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'Z_BUF_ERROR') throw cutOff(path);
    throw code?.startsWith('Z_') ? damage(message, '有字节被改动过') : error;
  } finally {
    file.destroy();
  }
  if (length > 0) throw damage('it is cut off in a line', '文件不完整，可能没有传完');
  // the file may have been replaced since it was verified
  if (front && packed.sha256 !== front.sha256) throw damage(...UNSIGNED);
}

const tooLong = (damage: Damage, longest: number): TransferRefused =>
  damage(`a line of it is longer than ${longest} bytes`, '有一行过长');
