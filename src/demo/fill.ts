import type { Change } from '#kinds/index.ts';
import type { Database } from '#server/db/connect.ts';
import { findKept, keep } from '#server/db/kept.ts';
import { StoreProblem } from '#server/db/store-problem.ts';
import type { Db } from '#server/db/tables.ts';
import type { Env } from '#server/env.ts';
import { PublicationRefused } from '#server/store/publication/publication-problems.ts';
import { publish } from '#server/store/publication/publish.ts';
import { markOpened } from '#server/people/staff/opening.ts';
import { storeCustomers } from '#server/people/customers/tokens.ts';
import { storeFile } from '#server/files/store.ts';
import { demoCustomers } from './customers.ts';
import { fillAlone } from './fill-alone.ts';
import { assertRegistersGood, fillProblem } from './fill-problem.ts';
import type { DemoSize } from './plan.ts';
import type { StoreFile, Step } from './step.ts';
import { phrase, type Sentence } from '#server/phrase.mjs';

/**
 * The room `demo` invents a broker: channels, notices, registers and files that look real and belong to nobody.
 * Everything is derived from seeds, so that two fills of one day are equal, and is published through the functions that
 * editors use: publish and storeFile. This room does not know how pages are drawn. Only the start of the server, the
 * commands and the tools may import it.
 */
export interface DemoFill {
  database: Pick<Database, 'db' | 'connect' | 'freeSpace'>;
  /** DATA_DIR/files */
  filesDir: string;
  size: DemoSize;
  /** yyyy-mm-dd in Shanghai; the newest content is dated on the last trading day before it */
  today: string;
  /** prints one line for the operator; called at most once a second */
  progress: (text: string) => void;
}

/** Keys in the table `kept`: what is being filled (size and day must survive a restart), and which part is complete. */
const PLAN = 'demo.plan';
const DONE = 'demo.done';

/** Author and approver of the demonstration's publications. */
const WRITTEN_BY = '演示编辑';
const APPROVED_BY = '演示审核';

/**
 * Whether a store holds invented data ('none' if not), and whether invented people may sign in ('open') or not
 * ('closed'): customers at /demo/login, staff in the console.
 */
export type Demo = 'none' | 'open' | 'closed';

/**
 * Decides what the demonstration does with this store. A store that was filled stays so; `demo` (DEMO) decides whether
 * its accounts may sign in. An empty store is filled unless DEMO is off.
 * @throws StoreProblem where DEMO is on and the store holds other content, or SITE_ENV is production and the store
 * holds demonstration data
 */
export async function decideDemo(
  database: Pick<Database, 'db'>,
  { demo, siteEnv }: Pick<Env, 'demo' | 'siteEnv'>,
): Promise<Demo> {
  // read before PLAN: another server may start its fill between the two reads
  const held = await ownContent(database.db);
  if (await holdsDemo(database.db)) {
    if (siteEnv !== 'production') return demo === 'off' ? 'closed' : 'open';
    throw new StoreProblem({
      zh: 'SITE_ENV 是 production，而这个数据库中是演示的虚构数据。请指明空的 DATA_DIR 或 DATABASE_URL，或用 SITE_ENV=test 查看它。',
      en: 'SITE_ENV is production, but this store holds the invented data of the demonstration. Name an empty DATA_DIR or DATABASE_URL, or look at this one with SITE_ENV=test.',
    });
  }
  if (demo === 'off') return 'none';
  if (held !== null && demo === 'on')
    throw new StoreProblem({
      zh: `DEMO 是 on，而这个数据库中已有${held.zh}。请设 DEMO=off，或指明空的 DATA_DIR 或 DATABASE_URL。`,
      en: `DEMO is on, but this store already holds ${held.en}. Set DEMO=off, or name an empty DATA_DIR or DATABASE_URL.`,
    });
  return held === null ? 'open' : 'none';
}

/**
 * LS10: what a store without a fill holds that must not be mixed with invented data, or null. Accounts of staff count,
 * too, because an administrator is created before anything is published.
 */
async function ownContent(db: Db): Promise<Sentence | null> {
  if (await db.selectFrom('publication').select('no').limit(1).executeTakeFirst())
    return { zh: '公开的内容', en: 'published content' };
  if (await db.selectFrom('staff').select('staff_id').limit(1).executeTakeFirst())
    return { zh: '管理后台的账号', en: 'accounts of staff' };
  return null;
}

/** Whether a fill of this store was begun or completed. */
export const holdsDemo = async (db: Db): Promise<boolean> => (await findKept(db, PLAN)) !== undefined;

/**
 * Fills an empty store with settings, channels, registers and the latest content: enough to start serving. Continues an
 * interrupted fill; does nothing where the fill is complete. Waits while another server fills the store.
 * @throws FillProblem where the file of a register does not fit its rows
 */
export async function fillDemo(fill: DemoFill): Promise<void> {
  const isDone = async () => (await findKept(fill.database.db, DONE)) !== undefined;
  if (await isDone()) return;
  assertRegistersGood();
  await fillAlone(fill.database, fill.progress, async (held) => {
    if (await isDone()) return;
    const { size, today } = await storedPlan(fill);
    await storeCustomers(fill.database.db, demoCustomers(today));
    const { fillApplications, demoPlan } = await loadPlan();
    await fillApplications(fill.database.db, fill.filesDir, today);
    await run(fill, demoPlan(size, today).latest, { zh: '最新的内容', en: 'latest content' }, held);
    await markOpened(fill.database.db);
    await keep(fill.database.db, DONE, 'latest');
  });
}

/**
 * Fills in older articles and net values while the site already serves. fillDemo must have run before. Continues an
 * interrupted fill.
 */
export async function fillHistory(fill: DemoFill): Promise<void> {
  const isDue = async () => (await findKept(fill.database.db, DONE)) === 'latest';
  if (!(await isDue())) return;
  await fillAlone(fill.database, fill.progress, async (held) => {
    if (!(await isDue())) return;
    const { size, today } = await storedPlan(fill);
    const { demoPlan } = await loadPlan();
    await run(fill, demoPlan(size, today).history, { zh: '更早的内容', en: 'older content' }, held);
    await keep(fill.database.db, DONE, 'all');
  });
}

/** Loaded on demand: half a megabyte of texts and generators that a server with a complete store does not need. */
const loadPlan = async () => ({ ...(await import('./applications.ts')), ...(await import('./plan.ts')) });

/**
 * Publishes the steps whose titles the log does not hold yet. A publication and the mark that it was made are the same
 * row, so none is made twice.
 */
async function run(fill: DemoFill, steps: Step[], what: Sentence, held: AbortSignal): Promise<void> {
  const { db } = fill.database;
  const rows = await db.selectFrom('publication').select('title').where('written_by', '=', WRITTEN_BY).execute();
  const published = new Set(rows.map(({ title }) => title));
  const left = steps.filter(({ title }) => !published.has(title));
  const store: StoreFile = async (bytes, extension, at) =>
    (await storeFile({ db, dir: fill.filesDir }, { bytes, extension, at })).filepath;
  let lastReport = Date.now();
  let ahead = prepare(left[0], store);
  for (const [place, step] of left.entries()) {
    held.throwIfAborted();
    const changes = await ahead.catch((error: unknown) => Promise.reject(fillProblem(error)));
    // prepare the files of the next step while this step is published
    ahead = prepare(left[place + 1], store);
    await publishStep(fill, step, changes).catch((error: unknown) => Promise.reject(fillProblem(error, changes)));
    if (Date.now() - lastReport < 1000 && place < left.length - 1) continue;
    lastReport = Date.now();
    const [done, all] = [steps.length - left.length + place + 1, steps.length];
    fill.progress(
      phrase({
        zh: `演示数据：${what.zh}，${done}/${all}`,
        en: `Demonstration data: ${what.en}, ${done} of ${all}`,
      }),
    );
  }
}

function prepare(step: Step | undefined, store: StoreFile): Promise<Change[]> {
  const changes = step ? step.changes(store) : Promise.resolve([]);
  // the caller gets the failure when it awaits; this handler only prevents an unhandled rejection until then
  changes.catch(() => {});
  return changes;
}

async function publishStep({ database }: DemoFill, step: Step, changes: Change[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const newest = await database.db
      .selectFrom('publication')
      .select('at')
      .orderBy('no', 'desc')
      .limit(1)
      .executeTakeFirst();
    // an editor may have published during the fill; the archive is then published at the time of that publication
    const at = newest && newest.at > step.at ? newest.at : step.at;
    try {
      await publish(database, { title: step.title, writtenBy: WRITTEN_BY, approvedBy: APPROVED_BY, at, changes });
      return;
    } catch (error) {
      if (!(error instanceof PublicationRefused) || attempt === 3) throw error;
    }
  }
}

/** Returns the plan of the first start on later starts, too: a fill that continues after midnight must keep its day. */
async function storedPlan({ database, size, today }: DemoFill): Promise<{ size: DemoSize; today: string }> {
  const stored = await findKept(database.db, PLAN);
  if (stored !== undefined) return JSON.parse(stored) as { size: DemoSize; today: string };
  await keep(database.db, PLAN, JSON.stringify({ size, today }));
  return { size, today };
}
