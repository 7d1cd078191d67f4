import { mayBeSmaller } from '#rules/files/small-picture.ts';
import { mayDoSomewhere } from '#rules/people/staff-rights.ts';
import type { MediaKind, MediaLine, MediaList, MediaState } from '#wire/media-answers.ts';
import { foldTyped } from '../../store/search/search-pieces.ts';
import { reachOf } from '../authorize.ts';
import type { SignedIn } from '../define-console-call.ts';
import { readableRegisters } from '../search/row-group.ts';
import {
  articleIn,
  formatOf,
  mediaStock,
  type MediaStock,
  type PublishedUse,
  type StoredMedia,
} from './stored-media.ts';

/** All that is stored, and how much of it the person may read. */
export interface MediaReading {
  stock: MediaStock;
  /** whether they may read the thing that shows a file */
  mayRead: (use: PublishedUse) => boolean;
  /** uploads that they may know of: all for those who read everything, else their own */
  uploadsOf: (file: StoredMedia) => StoredMedia['uploads'];
  /** whether they may open the file, as ofFile decides but for drafts of others */
  maySee: (file: StoredMedia) => boolean;
}

const REGISTER = 'register:';

/** ML6: nobody learns of a file that their own screens do not show. */
export async function readMedia(context: SignedIn): Promise<MediaReading> {
  const { db, site, user } = context;
  const stock = await mediaStock(db, site);
  const reach = reachOf(context, 'content.read');
  const channels = new Set(reach);
  const registers = new Set((await readableRegisters(context)).map(({ definition }) => definition.register));
  const mayReadSite = mayDoSomewhere(user.grants, 'content.read');
  const mayRead = ({ usedBy, isNow, isRestricted }: PublishedUse): boolean => {
    if (reach === null || (isNow && !isRestricted)) return true;
    const article = articleIn(usedBy);
    if (article !== null) return channels.has(stock.articles.get(article)?.channelId ?? '');
    if (usedBy.startsWith(REGISTER)) return registers.has(usedBy.slice(REGISTER.length));
    return mayReadSite;
  };
  // an upload that nothing names yet is its uploader’s alone
  const maySee = ({ uses, uploads, isInDraft }: StoredMedia): boolean =>
    uses.some(mayRead) || (reach === null && isInDraft) || uploads.some(({ staffId }) => staffId === user.staffId);
  const uploadsOf = ({ uploads }: StoredMedia): StoredMedia['uploads'] =>
    reach === null ? uploads : uploads.filter(({ staffId }) => staffId === user.staffId);
  return { stock, mayRead, uploadsOf, maySee };
}

const PICTURE = /^image\//;
const kindOfMedia = ({ mediaType }: Pick<StoredMedia, 'mediaType'>): MediaKind =>
  PICTURE.test(mediaType) ? 'picture' : 'file';

const isUnused = ({ uses, isInDraft }: StoredMedia): boolean => !isInDraft && !uses.some(({ isNow }) => isNow);

/** Whether a name says nothing but the beginning of its content's hash, as a picture of a text is called. */
export const isHash = (name: string): boolean => /^[0-9a-f]{12,64}\./.test(name);

/** Names of a file that the person may read, the newest first. */
function namesOf(file: StoredMedia, { mayRead, uploadsOf }: MediaReading): string[] {
  const { uses, sha256, alts } = file;
  const own = [
    ...uses.filter((use) => use.isNow && mayRead(use)).map(({ filename }) => filename),
    ...uploadsOf(file)
      .toReversed()
      .map(({ name }) => name),
    ...uses.filter((use) => !use.isNow && mayRead(use)).map(({ filename }) => filename),
  ].filter((name) => name !== '');
  const telling = own.filter((name) => !isHash(name));
  if (telling.length > 0) return [...new Set(telling)];
  // brought by a program: what it shows in words, or the beginning of its hash
  return [alts.find((alt) => alt !== '') ?? `未命名 ${sha256.slice(0, 8)}.${formatOf(file)}`];
}

const STATES: Readonly<Record<MediaState, (file: StoredMedia, reading: MediaReading, twins: Twins) => boolean>> = {
  unused: isUnused,
  doubled: (file, { uploadsOf }, twins) => (twins.get(file.sha256)?.length ?? 0) > 1 || uploadsOf(file).length > 1,
  'without-alt': ({ alts }) => alts.includes(''),
};

type Twins = ReadonlyMap<string, readonly StoredMedia[]>;

export interface MediaQuestion {
  words: string;
  kind?: MediaKind | undefined;
  state?: MediaState | undefined;
  pageNum: number;
  pageSize: number;
}

/** ML5: a page of what the person may see and that holds all words, the newest first. */
export async function listMedia(question: MediaQuestion, context: SignedIn): Promise<MediaList> {
  const reading = await readMedia(context);
  const terms = question.words
    .split(/\s+/)
    .map(foldTyped)
    .filter((term) => term !== '');
  const seen = reading.stock.list.filter(reading.maySee);
  const twins = Map.groupBy(seen, ({ sha256 }) => sha256);
  const isWanted = question.state ? STATES[question.state] : () => true;
  const found = seen.filter(
    (file) =>
      (!question.kind || kindOfMedia(file) === question.kind) &&
      holds(file, terms, reading) &&
      isWanted(file, reading, twins),
  );
  const from = (question.pageNum - 1) * question.pageSize;
  const page = found.slice(from, from + question.pageSize);
  const list: MediaLine[] = [];
  for (const file of page) list.push(await lineOfMedia(file, reading, context));
  return { total: found.length, list };
}

/** Whether all terms stand in names and texts that the person may read: the whole is asked first. */
function holds(file: StoredMedia, terms: readonly string[], reading: MediaReading): boolean {
  if (!terms.every((term) => file.folded.includes(term))) return false;
  const isWhole = file.uses.every(reading.mayRead) && reading.uploadsOf(file).length === file.uploads.length;
  if (terms.length === 0 || isWhole) return true;
  const readable = foldTyped([formatOf(file), ...namesOf(file, reading), ...file.alts].join('\n'));
  return terms.every((term) => readable.includes(term));
}

export async function lineOfMedia(
  file: StoredMedia,
  reading: MediaReading,
  { rendering }: Pick<SignedIn, 'rendering'>,
): Promise<MediaLine> {
  const kind = kindOfMedia(file);
  const [first] = reading.uploadsOf(file);
  return {
    filepath: file.filepath,
    kind,
    names: namesOf(file, reading),
    bytes: file.bytes,
    size: (mayBeSmaller(file.filepath) && (await rendering.sizes?.of(file.filepath))) || null,
    alt: file.alts.find((alt) => alt !== '') ?? '',
    by: first?.by ?? '',
    at: (first?.at ?? file.at).toISOString(),
    uses: file.uses.filter((use) => use.isNow && reading.mayRead(use)).length,
    isUnused: isUnused(file),
  };
}
