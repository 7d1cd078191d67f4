import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { fitTransfer } from '../transfer-fit.ts';
import { UPLOAD_LIMITS } from '#rules/files/upload-rule.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import { TAKEN_STATES, type ExportState, type ImportFound, type ImportState, type TransferState } from '../wire.ts';
import { assertRoom, StoreFull, type FreeSpace } from '#server/db/free-space.ts';
import type { Db } from '#server/db/tables.ts';
import { errors, isDiskFull, isStoreAway, Refused } from '#server/errors.ts';
import { receiveFile, temporaryPath } from '#server/files/store.ts';
import { record, type Actor } from '#server/people/staff/audit.ts';
import { BROUGHT_LIMITS } from '#server/editions/draft/draft-changes.ts';
import type { RunInWorkerFor } from '#server/editions/worker/jobs.ts';
import type { Compared } from './compare-export.ts';
import { environmentKey } from './environment-key.ts';
import { TransferRefused } from '#server/editions/draft/transfer-refused.ts';
import { claimedSize } from './front.ts';
import { findSenders } from './senders.ts';
import { compareFile, exportSite, saveFile, seenHash, type ImportView } from './transfer-jobs.ts';

interface Setup {
  db: Db;
  /** page-schemas/ */
  pagesDir: string;
  /** DATA_DIR/files */
  filesDir: string;
  /** name of this environment */
  name: string;
  runInWorkerFor: RunInWorkerFor;
  freeSpace: FreeSpace | undefined;
  /** called with unexpected errors */
  failed: (error: unknown) => void;
}

type Wanted = Pick<ExportState, 'articles' | 'rows'>;
type Person = Actor & { staffId: number };

/** Differences from the default choice: subjects. */
interface Choice {
  without: readonly string[];
  take: readonly string[];
}

/** BE5, BE6: exports and imports of the console, of each person one of each at a time. */
export interface Transfers {
  stateOf: (staffId: number) => Promise<TransferState>;
  /** @throws Refused transferBusy */
  beginExport: (person: Person, wanted: Wanted) => void;
  /** @throws Refused unknownTransfer */
  exported: (staffId: number) => { filename: string; size: number; body: Readable };
  /** receives a file, and begins to compare it @throws Refused transferBusy, fileTooLarge; errors of the connection */
  receive: (
    person: Person,
    filename: string,
    incoming: { chunks: AsyncIterable<Uint8Array>; announced: number },
  ) => Promise<void>;
  /** @throws Refused unknownTransfer while nothing is compared */
  found: (staffId: number) => ImportFound;
  /** begins to make the draft @throws Refused invalidInput, transferBusy, unknownTransfer */
  save: (person: Person, choice: Choice) => void;
  drop: (staffId: number, what: 'export' | 'import') => Promise<void>;
  end: () => Promise<void>;
}

const CHANGED = '核对之后，这里又发布了其中的内容，没有生成稿件。差别已重新列出，请再看一遍后生成';

/** milliseconds after which a file is removed that nobody fetched or used */
const RETENTION = 2 * 3_600_000;

/** bytes that a file unpacks to which is read here: a thread would take longer to begin */
const SMALL = 500_000;

/** Whether a file is large by its signed size: one that unpacks to more is refused as soon as that is found. */
const isLarge = async (path: string): Promise<boolean> => ((await claimedSize(path)) ?? Infinity) > SMALL;

interface Held<State> {
  state: State;
  /** '' while there is none */
  path: string;
  timer: NodeJS.Timeout | undefined;
}
type HeldExport = Held<ExportState>;
type HeldImport = Held<ImportState> & { isLarge: boolean; view: ImportView | null };

export function openTransfers({ db, pagesDir, filesDir, name, runInWorkerFor, freeSpace, failed }: Setup): Transfers {
  const jobContext = { publishContext: { db, pagesDir, ...(freeSpace && { freeSpace }) }, filesDir };
  const exports = new Map<number, HeldExport>();
  const imports = new Map<number, HeldImport>();

  const forget = async <H extends Held<unknown>>(all: Map<number, H>, staffId: number): Promise<void> => {
    const own = all.get(staffId);
    if (!own) return;
    all.delete(staffId);
    clearTimeout(own.timer);
    if (own.path !== '') await rm(own.path, { force: true });
  };
  /** Whether the work was replaced or removed meanwhile; its file is removed then. */
  const isGone = async <H extends Held<unknown>>(all: Map<number, H>, staffId: number, own: H): Promise<boolean> => {
    if (all.get(staffId) === own) return false;
    await rm(own.path, { force: true });
    return true;
  };
  const holdFor = <H extends Held<unknown>>(all: Map<number, H>, staffId: number, own: H): void => {
    own.timer = setTimeout(() => void forget(all, staffId).catch(failed), RETENTION).unref();
  };
  const wordsOf = (error: unknown): string => {
    if (error instanceof TransferRefused) return error.words;
    if (error instanceof Refused || error instanceof StoreFull) return error.message;
    if (isDiskFull(error)) return errors.diskLow.text;
    if (isStoreAway(error)) return '数据库暂时没有回答，请稍后重试';
    failed(error);
    return '服务器处理时出错，请重试；仍不成功时请联系系统管理员';
  };

  const write = async (person: Person, own: HeldExport): Promise<void> => {
    const { staffId } = person;
    const { articles, rows } = own.state;
    try {
      own.path = await temporaryPath(filesDir);
      const optional = [...(articles ? (['articles'] as const) : []), ...(rows ? (['rows'] as const) : [])];
      const task = { path: own.path, name, optional };
      const done = await (optional.length > 0
        ? runInWorkerFor(staffId)('export-site', task)
        : exportSite(jobContext, task));
      if (await isGone(exports, staffId, own)) return;
      const { things, files, bytes, size } = done;
      await record(db, person, 'site.export', { facts: { articles, rows, things, files, bytes } });
      own.state = { ...own.state, state: 'ready', things, files, size };
      holdFor(exports, staffId, own);
    } catch (error) {
      if (own.path !== '') await rm(own.path, { force: true });
      own.state = { ...own.state, state: 'failed', problem: wordsOf(error) };
    }
  };

  const refuse = async (person: Person, own: HeldImport, error: unknown): Promise<void> => {
    const problem = wordsOf(error);
    await rm(own.path, { force: true });
    if (error instanceof TransferRefused)
      await record(db, person, 'edition.import', {
        outcome: 'refused',
        facts: { filename: own.state.filename, why: problem },
      }).catch(failed);
    const stranger = (error instanceof TransferRefused && error.stranger) || null;
    own.state = { ...own.state, state: 'failed', problem, stranger };
  };
  const compare = async (person: Person, own: HeldImport): Promise<void> => {
    const { staffId } = person;
    try {
      const task = { path: own.path };
      const view = await (own.isLarge
        ? runInWorkerFor(staffId)('compare-import', task)
        : compareFile(jobContext, task));
      if (await isGone(imports, staffId, own)) return;
      own.view = view;
      own.state = { ...own.state, state: 'ready' };
      holdFor(imports, staffId, own);
    } catch (error) {
      await refuse(person, own, error);
    }
  };
  const save = async (person: Person, own: HeldImport, chosen: readonly Compared[]): Promise<void> => {
    const { staffId, account, address } = person;
    try {
      const task = {
        path: own.path,
        actor: { staffId, account, address },
        chosen: chosen.map(({ subject }) => subject),
        seen: seenHash(chosen),
      };
      const done = await (own.isLarge ? runInWorkerFor(staffId)('save-import', task) : saveFile(jobContext, task));
      if ('editionId' in done) {
        await rm(own.path, { force: true });
        own.state = { ...own.state, state: 'saved', editionId: done.editionId };
        return;
      }
      own.view = done.anew;
      own.state = { ...own.state, state: 'ready', problem: CHANGED };
    } catch (error) {
      own.state = { ...own.state, state: 'ready', problem: wordsOf(error) };
    }
  };
  const readyImport = (staffId: number): HeldImport & { view: ImportView } => {
    const own = imports.get(staffId);
    if (own?.state.state === 'saving') throw new Refused('transferBusy');
    if (own?.state.state !== 'ready' || !own.view) throw new Refused('unknownTransfer');
    return own as HeldImport & { view: ImportView };
  };

  return {
    stateOf: async (staffId) => ({
      own: { name, key: keyOf(filesDir) },
      senders: await findSenders(db),
      export: exports.get(staffId)?.state ?? null,
      import: imports.get(staffId)?.state ?? null,
    }),
    beginExport: (person, { articles, rows }) => {
      if (exports.get(person.staffId)?.state.state === 'writing') throw new Refused('transferBusy');
      const at = new Date();
      const filename = `${new URL(name).host.replace(':', '-')}-${shanghaiDate(at.getTime())}.site`;
      const state: ExportState = {
        state: 'writing',
        problem: '',
        articles,
        rows,
        at: at.toISOString(),
        filename,
        things: 0,
        files: 0,
        size: 0,
      };
      const own: HeldExport = { state, path: '', timer: undefined };
      void forget(exports, person.staffId).catch(failed);
      exports.set(person.staffId, own);
      void write(person, own).catch(failed);
    },
    exported: (staffId) => {
      const own = exports.get(staffId);
      if (own?.state.state !== 'ready') throw new Refused('unknownTransfer');
      const { filename, size } = own.state;
      return { filename, size, body: createReadStream(own.path) };
    },
    receive: async (person, filename, { chunks, announced }) => {
      const { staffId } = person;
      const before = imports.get(staffId)?.state.state;
      if (before === 'receiving' || before === 'checking' || before === 'saving') throw new Refused('transferBusy');
      if (announced > UPLOAD_LIMITS.transfer) throw tooLarge();
      await assertRoom(freeSpace, Number.isNaN(announced) ? 0 : announced);
      await forget(imports, staffId);
      const own: HeldImport = {
        state: { state: 'receiving', filename, problem: '', stranger: null, editionId: null },
        path: '',
        timer: undefined,
        isLarge: false,
        view: null,
      };
      imports.set(staffId, own);
      try {
        const received = await receiveFile(filesDir, chunks, UPLOAD_LIMITS.transfer);
        if (!received) throw tooLarge();
        own.path = received.path;
        own.isLarge = await isLarge(received.path);
      } catch (error) {
        if (imports.get(staffId) === own) imports.delete(staffId);
        throw error;
      }
      if (await isGone(imports, staffId, own)) return;
      own.state = { ...own.state, state: 'checking' };
      void compare(person, own).catch(failed);
    },
    found: (staffId) => foundIn(readyImport(staffId).view),
    save: (person, { without, take }) => {
      const own = readyImport(person.staffId);
      const [left, taken] = [new Set(without), new Set(take)];
      const wanted = own.view.things.filter(({ subject, state }) =>
        isTaken(state) ? !left.has(subject) : taken.has(subject),
      );
      const { own: changes, separate } = fitTransfer(wanted, BROUGHT_LIMITS);
      const chosen = [...changes, ...separate];
      if (chosen.length === 0) throw new Refused('invalidInput', '没有选中任何内容，请至少选一项');
      own.state = { ...own.state, state: 'saving', problem: '' };
      void save(person, own, chosen).catch(failed);
    },
    drop: (staffId, what) => (what === 'export' ? forget(exports, staffId) : forget(imports, staffId)),
    end: async () => {
      for (const all of [exports, imports] as const)
        for (const staffId of all.keys()) await forget<Held<unknown>>(all, staffId);
    },
  };
}

const isTaken = (state: string): boolean => (TAKEN_STATES as readonly string[]).includes(state);

const tooLarge = (): Refused =>
  new Refused('fileTooLarge', '文件超过 4 GB，不能在这里上传；请由运维人员用 npm run import-site 导入');

function keyOf(filesDir: string): string {
  try {
    return environmentKey(dirname(filesDir)).publicKey;
  } catch (error) {
    throw error instanceof TransferRefused ? new Refused('transferRefused', error.words) : error;
  }
}

const foundIn = ({ header, contents, newerTaken, things, same, open }: ImportView): ImportFound => ({
  sender: header.sender,
  at: header.at,
  newerTaken,
  files: contents.files,
  bytes: contents.bytes,
  same,
  open,
  limits: BROUGHT_LIMITS,
  things: things.map(({ subject, title, state, differences, characters }) => ({
    subject,
    title,
    state: state as ImportFound['things'][number]['state'],
    differences,
    characters,
  })),
});
