import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { MOVING_IN_PROBLEMS, type MovingInProblemKind } from '../moving-in-problems.ts';
import type { MovingIn, MovingInCheck, MovingInEdition, MovingInLine, MovingInProblemLine } from '../wire.ts';
import { Refused } from '#server/errors.ts';
import {
  importFolder,
  IMPORT_RETENTION,
  PROBLEMS_FILE,
  type ImportFolder,
  type StoredImport,
} from './stored-import.ts';
import { formKey } from './work/jobs.ts';
import type { ImportWork } from './work/open-work.ts';
import type { SignedIn } from '#server/console-api/define-console-call.ts';

interface Own {
  folder: ImportFolder;
  stored: StoredImport;
}

/** Work on imports, as the feature opened it. */
export const importsOf = ({ opened }: SignedIn) => opened.get('moving-in') as ImportWork;

/** An import of this person's. @throws Refused unknownMovingIn, rightMissing */
export async function ownOf(given: string, context: SignedIn): Promise<Own> {
  const { user } = context;
  const folder = importFolder(importsOf(context).importsDir, given);
  const stored = await folder?.read('import');
  if (!folder || !stored) throw new Refused('unknownMovingIn');
  if (stored.staffId !== user.staffId) throw new Refused('rightMissing', `这次迁入属于${stored.by}，只能由本人继续`);
  return { folder, stored };
}

/** Import of this person that no work runs on. @throws Refused importBusy */
export async function idleOf(given: string, context: SignedIn): Promise<Own> {
  const own = await ownOf(given, context);
  if ((await importsOf(context).jobOf(own.folder))?.state === 'running') throw new Refused('importBusy');
  return own;
}

/** Idle import of this person whose upload is not complete. */
export async function openOf(given: string, context: SignedIn): Promise<Own> {
  const own = await idleOf(given, context);
  if (await own.folder.read('folder'))
    throw new Refused('invalidInput', '文件已经上传完毕，不能再增加；请新建一次迁入');
  return own;
}

/** An import in the list of all. */
export async function lineOf({ folder, stored }: Own, { user }: SignedIn): Promise<MovingInLine> {
  const [inside, saved] = await Promise.all([folder.read('folder'), folder.read('saved')]);
  const retention = saved && !inside ? IMPORT_RETENTION.saved : IMPORT_RETENTION.files;
  return {
    importId: stored.importId,
    name: stored.name,
    by: stored.by,
    isOwn: stored.staffId === user.staffId,
    madeAt: stored.madeAt,
    removedAt: new Date(Date.parse(stored.changedAt) + retention).toISOString(),
    files: inside?.files ?? 0,
    bytes: inside?.bytes ?? 0,
    hasMap: Object.keys(stored.map).length > 0,
    stage: saved ? 'saved' : inside ? 'uploaded' : 'uploading',
  };
}

/** View of an import for its owner. */
export async function viewOf(own: Own, context: SignedIn): Promise<MovingIn> {
  const { folder, stored } = own;
  const { upload, root, read, map } = stored;
  return {
    ...(await lineOf(own, context)),
    upload,
    root,
    read,
    map,
    job: await importsOf(context).jobOf(folder),
    folder: await folder.read('folder'),
    check: await checkOf(own),
    editions: await editionsOf(folder, context),
  };
}

async function checkOf({ folder, stored }: Own): Promise<MovingInCheck | null> {
  const check = await folder.read('check');
  if (!check) return null;
  const { form, kinds, ...summary } = check;
  return {
    ...summary,
    isOld: form !== formKey(stored),
    kinds: (Object.keys(MOVING_IN_PROBLEMS) as MovingInProblemKind[]).flatMap((kind) =>
      kinds[kind] === undefined ? [] : [{ kind, count: kinds[kind] }],
    ),
  };
}

async function editionsOf(folder: ImportFolder, { db }: SignedIn): Promise<MovingInEdition[]> {
  const editions = (await folder.read('saved'))?.state.editions ?? [];
  if (editions.length === 0) return [];
  const rows = await db
    .selectFrom('edition')
    .select(['edition_id', 'state'])
    .where(
      'edition_id',
      'in',
      editions.map(({ editionId }) => editionId),
    )
    .execute();
  const states = new Map(rows.map(({ edition_id, state }) => [edition_id, state]));
  return editions.map(({ editionId, articles }) => ({
    editionId,
    articles: articles.length,
    state: states.get(editionId) ?? 'discarded',
  }));
}

/** Problems of the newest check, line by line. */
export async function* problemsOf(folder: ImportFolder): AsyncGenerator<MovingInProblemLine> {
  const file = folder.pathOf(PROBLEMS_FILE);
  if (!(await stat(file).catch(() => null))) return;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity }))
    if (line !== '') yield JSON.parse(line) as MovingInProblemLine;
}
