import { execFileSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { loadEnv } from '#server/env.ts';
import { openStore } from '#server/store/open-store.ts';
import { verifyFiles } from '#server/store/publication/verify-files.ts';
import { verifyLog } from '#server/store/publication/verify-log.ts';
import { proved, tries } from '../world/proof.ts';
import { inherited, temporaryFolder, until } from '../world/stores.ts';
import { startChild } from '../world/children.ts';

vi.setConfig({ testTimeout: tries(120_000, 3_600_000) });

const folder = temporaryFolder();
/** file systems that are mounted */
const mounted = new Set<string>();
afterAll(async () => {
  for (const place of mounted) await until('it is free', () => isUnmounted(place), 30_000);
  folder.remove();
});

/** Acknowledged acts, as the client's side knows them. */
interface Ledger {
  titles: Map<number, string>;
  people: string[];
}

interface Acting {
  child: ChildProcess;
  /** process number of the embedded PostgreSQL */
  postmaster: number;
}

/** Starts a program that acts on a store, and writes down what it says is done. */
async function actOn(dataDir: string, run: string, ledger: Ledger): Promise<Acting> {
  const child = startChild(process.execPath, [join(import.meta.dirname, 'acts-in-child.ts'), run], {
    env: { ...inherited(), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let postmaster = 0;
  createInterface({ input: child.stdout! }).on('line', (line) => {
    const record = JSON.parse(line) as { postmaster?: number; publication?: number; title?: string; person?: string };
    if (record.postmaster !== undefined) postmaster = record.postmaster;
    if (record.publication !== undefined) ledger.titles.set(record.publication, record.title!);
    if (record.person !== undefined) ledger.people.push(record.person);
  });
  await until('it acts', () => postmaster > 0 || child.exitCode !== null, 60_000);
  return { child, postmaster };
}

/** The postmaster and what it has started. */
const processesOf = (pid: number): number[] => [
  pid,
  ...execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter(Boolean)
    .map(Number),
];

/** A process that has ended by itself meanwhile is as good as killed. */
function killHard(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Acts of a ledger that a store lacks, and those that are half done. */
async function lostOf(dataDir: string, { titles, people }: Ledger): Promise<{ lost: string[]; half: string[] }> {
  const store = await openStore(loadEnv({ DATA_DIR: dataDir }));
  const { db } = store.database;
  try {
    const entries = new Map(
      (await db.selectFrom('publication').select(['no', 'title']).execute()).map(({ no, title }) => [no, title]),
    );
    const grants = await db
      .selectFrom('staff')
      .leftJoin('staff_grant', 'staff_grant.staff_id', 'staff.staff_id')
      .select(['account', 'role'])
      .execute();
    const recorded = new Set((await db.selectFrom('audit').select('subject').execute()).map(({ subject }) => subject));
    const lost = [...titles].flatMap(([no, title]) => (entries.get(no) === title ? [] : [title]));
    for (const person of people)
      if (!grants.some(({ account, role }) => account === person && role === 'editor')) lost.push(person);
    const half = [...(await verifyLog(db)), ...(await verifyFiles(db, join(dataDir, 'files'))).problems].map(
      ({ message }) => message,
    );
    for (const { account, role } of grants)
      if ((role === null) === recorded.has(account)) half.push(`${account} has a role or its line, not both`);
    return { lost, half };
  } finally {
    await store.close();
  }
}

/** milliseconds: another moment of the acts for each try, the same in each run */
const momentOf = (attempt: number): number => (attempt * 7_919) % 400;

test('[PD10] nothing that was acknowledged is lost, and nothing is half done, when server or PostgreSQL is killed', async () => {
  const dataDir = mkdtempSync(join(folder.path, 'killed-'));
  const ledger: Ledger = { titles: new Map(), people: [] };
  const kills = tries(3, 200);
  for (let kill = 0; kill < kills; kill += 1) {
    const { child, postmaster } = await actOn(dataDir, String(kill), ledger);
    const before = ledger.people.length;
    await until('something is acknowledged', () => ledger.people.length > before || child.exitCode !== null, 60_000);
    await sleep(momentOf(kill));
    const ended = child.exitCode === null ? once(child, 'exit') : null;
    // the server alone, PostgreSQL alone with all that it has started, or both at once
    const killed = [...(kill % 3 === 1 ? [] : [child.pid!]), ...(kill % 3 === 0 ? [] : processesOf(postmaster))];
    for (const pid of killed) killHard(pid);
    child.kill('SIGKILL');
    await ended;
    expect(await lostOf(dataDir, ledger), `kill ${kill}`).toEqual({ lost: [], half: [] });
  }
  proved({
    fault: 'kill -9 of server, PostgreSQL or both while acts run',
    tries: kills,
    outcome: `${ledger.titles.size + ledger.people.length} acknowledged acts, 0 lost, 0 half done`,
  });
});

/** Why a file system in a file cannot be mounted here; null where it can. */
function whyNoMount(): string | null {
  if (process.platform !== 'linux') return 'there are no loop devices';
  if (process.getuid?.() !== 0) return 'only root may mount';
  const place = mkdtempSync(join(tmpdir(), 'swtest-mount-'));
  try {
    makeDisk(`${place}.img`, 16);
    mount(`${place}.img`, place);
    isUnmounted(place);
    return null;
  } catch (error) {
    return `a file could not be mounted: ${(error as Error).message.split('\n').at(-1)}`;
  } finally {
    rmSync(place, { recursive: true, force: true });
    rmSync(`${place}.img`, { force: true });
  }
}

function makeDisk(path: string, megabytes: number): void {
  execFileSync('truncate', ['-s', `${megabytes}M`, path]);
  execFileSync('mkfs.ext4', ['-q', '-F', path], { stdio: 'pipe' });
}

function mount(disk: string, place: string): void {
  execFileSync('mount', ['-o', 'loop', disk, place], { stdio: 'pipe' });
  mounted.add(place);
}

const noMount = whyNoMount();
if (noMount) console.log(`skipped: a power cut, because ${noMount}`);

test.skipIf(noMount)(
  '[PD10] nothing that was acknowledged is lost, and nothing is half done, after a power cut (skipped where no file can be mounted)',
  async () => {
    const cuts = tries(1, 20);
    let acknowledged = 0;
    for (let cut = 0; cut < cuts; cut += 1) {
      const [disk, copy] = [join(folder.path, `${cut}.img`), join(folder.path, `${cut}-copy.img`)];
      const [place, after] = [join(folder.path, `${cut}`), join(folder.path, `${cut}-after`)];
      makeDisk(disk, 512);
      for (const path of [place, after]) mkdirSync(path, { recursive: true });
      mount(disk, place);
      const ledger: Ledger = { titles: new Map(), people: [] };
      const { child, postmaster } = await actOn(place, String(cut), ledger);
      await until('something is acknowledged', () => ledger.people.length > 2 || child.exitCode !== null, 60_000);
      await sleep(momentOf(cut));
      const writers = [child.pid!, ...processesOf(postmaster)];
      for (const pid of writers) process.kill(pid, 'SIGSTOP');
      // lines that were written before the stop are acknowledged, too
      await sleep(50);
      const known = { titles: new Map(ledger.titles), people: [...ledger.people] };
      // bytes that the kernel had not written to the disk are not in the copy
      copyFileSync(disk, copy);
      const ended = once(child, 'exit');
      for (const pid of writers) killHard(pid);
      await ended;
      await until('the disk is free', () => isUnmounted(place), 30_000);
      mount(copy, after);
      try {
        expect(await lostOf(after, known), `cut ${cut}`).toEqual({ lost: [], half: [] });
      } finally {
        await until('the copy is free', () => isUnmounted(after), 30_000);
        for (const path of [disk, copy]) rmSync(path);
      }
      acknowledged += known.titles.size + known.people.length;
    }
    proved({
      fault: 'power cut while acts run',
      tries: cuts,
      outcome: `${acknowledged} acknowledged acts, 0 lost, 0 half done`,
    });
  },
);

/** Unmounts, which fails as long as a killed process still ends. */
function isUnmounted(place: string): boolean {
  try {
    execFileSync('umount', [place], { stdio: 'pipe' });
    mounted.delete(place);
    return true;
  } catch {
    return false;
  }
}
