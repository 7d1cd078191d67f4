import { type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson, signIn, useLink, type ConsoleClient } from '#tools/stored-data/console-client.ts';
import { freePort, LISTENS } from '#tools/demonstration.ts';
import {
  differs,
  visit,
  type Account,
  type Seen,
  type StoredEdition,
  type StoredFacts,
} from '#tools/stored-data/facts.ts';
import { verifyLog } from '#server/store/publication/verify-log.ts';
import type { TestDatabase } from './database.ts';
import { restoreStored } from './stored-data.ts';
import { startProgram, temporaryFolder } from './stores.ts';

const SRC = join(import.meta.dirname, '../../src');

/** The product of now over data of then. */
interface Site {
  origin: string;
  /** its output since it was started */
  said: () => string;
  /** exit code and words of a command of src/cli over the same store */
  command: (name: string, ...args: string[]) => Promise<{ code: number; said: string }>;
  end: () => Promise<void>;
}

function listen(child: ChildProcess): () => string {
  let output = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  return () => output;
}

async function startOver(database: TestDatabase, dataDir: string): Promise<Site> {
  const port = String(await freePort());
  const env = {
    PORT: port,
    DEMO: 'off',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    OWNER_DATABASE_URL: database.ownerUrl,
  };
  const child = startProgram(join(SRC, 'server/main.ts'), env, 'pipe');
  const output = listen(child);
  const ended = once(child, 'close');
  await new Promise<void>((resolve, reject) => {
    child.stdout!.on('data', () => LISTENS.test(output()) && resolve());
    void ended.then(() => reject(new Error(output())));
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    said: output,
    command: async (name, ...args) => {
      const program = startProgram(join(SRC, 'cli', name), env, 'pipe', args);
      const words = listen(program);
      const [code] = (await once(program, 'close')) as [number];
      return { code, said: words() };
    },
    end: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function differences(origin: string, pages: readonly Seen[]): Promise<string[]> {
  const found: string[] = [];
  // one after another: a visitor may have two downloads at a time
  for (const page of pages) found.push(await differs(origin, page));
  return found.filter((words) => words !== '');
}

/** People who worked in its console; where there was none yet, people of today. */
async function clientsOf(site: Site, { people }: StoredFacts): Promise<Record<string, ConsoleClient>> {
  const writing = people.filter(({ account }) => account !== ADMIN);
  const signed = (people.length > 0 ? writing : await makePeople(site)).map(
    async (person) => [person.account, await signIn(site.origin, person)] as const,
  );
  return Object.fromEntries(await Promise.all(signed));
}

const ADMIN = 'stored.admin';
const SECOND = 'stored.second';
const PASSWORD = '夜雨剪春韭-新炊间黄粱-2026';
const ROLES = { 'stored.editor': 'editor', 'stored.reviewer': 'reviewer', 'stored.publisher': 'publisher' };

async function makePeople({ origin, command }: Site): Promise<Account[]> {
  const { said: output } = await command('create-admin.ts', ADMIN, '李敏');
  await useLink(origin, /set-password#(\S+)/.exec(output)![1]!, PASSWORD);
  const admin = await signIn(origin, { account: ADMIN, password: PASSWORD });
  let second: Promise<ConsoleClient> | undefined;
  const makeSecond = async () => {
    const made = await command('create-admin.ts', SECOND, '王岚');
    await useLink(origin, /set-password#(\S+)/.exec(made.said)![1]!, PASSWORD);
    return signIn(origin, { account: SECOND, password: PASSWORD });
  };
  const secondAdmin = () => (second ??= makeSecond());
  for (const [account, role] of Object.entries(ROLES)) {
    const person = { account, name: `某${role}`, grants: [{ role, channelId: '' }] };
    await useLink(origin, await addPerson(admin, secondAdmin, person), PASSWORD);
  }
  return Object.keys(ROLES).map((account) => ({ account, password: PASSWORD }));
}

/** Tests today's product over data of then; call it within a group that names them. */
export function testStoredData(facts: StoredFacts): void {
  const { editions } = facts;
  const folder = temporaryFolder();
  let database: TestDatabase;
  let site: Site;
  let clients: Record<string, ConsoleClient>;
  beforeAll(async () => {
    database = await restoreStored(facts, folder.path);
    site = await startOver(database, folder.path);
    clients = await clientsOf(site, facts);
  });
  afterAll(async () => {
    await site?.end();
    await database?.drop();
    folder.remove();
  });

  const editor = () => clients['stored.editor']!;
  const reviewer = () => clients['stored.reviewer']!;
  const publisher = () => clients['stored.publisher']!;
  const inState = (...states: StoredEdition['state'][]) => editions.filter(({ state }) => states.includes(state));

  /** Published by its publisher; visitors see what it says, and read it where it says so. */
  async function assertPublishes(editionId: number, version: number, shows: readonly Seen[]): Promise<void> {
    await publisher().done('POST', `/editions/${editionId}/publish`, { version });
    expect(await differences(site.origin, shows)).toEqual([]);
    const { state, addresses } = await publisher().done('GET', `/editions/${editionId}`);
    expect(state).toBe('published');
    for (const { title, path } of addresses as { title: string; path: string }[])
      expect(await visit(site.origin, path)).toEqual({ status: 200, text: expect.stringContaining(title) });
  }

  /** RD6, PV2: with the number of rows that go, and each finding with a reason by name. */
  async function assertApproves(editionId: number, version: number): Promise<void> {
    const { redLines } = await reviewer().done('GET', `/editions/${editionId}/check`);
    const { findings } = (await reviewer().done('GET', `/editions/${editionId}/findings`)) as {
      findings: { key: string; severity: string }[];
    };
    await reviewer().done('POST', `/editions/${editionId}/approve`, {
      version,
      rowsGone: redLines.rowsGone,
      consents: findings.filter(({ severity }) => severity === 'reason').map(({ key }) => key),
    });
  }

  /** Sends the plan of the wizard of then again by the wizard of now. @returns the version of the edition */
  async function sendAgain({ done }: ConsoleClient, editionId: number, version: number): Promise<number> {
    const { plan } = await done('GET', `/wizard/plan?editionId=${editionId}`);
    const { problems } = await done('POST', '/wizard/review', { plan, editionId });
    expect(problems).toEqual([]);
    return (await done('POST', '/wizard/send', { plan, editionId, version })).version as number;
  }

  /** From a draft to the public. */
  async function assertGoesOn(client: ConsoleClient, editionId: number, version: number, shows: Seen[]): Promise<void> {
    await client.done('POST', `/editions/${editionId}/submit`, { version });
    await assertApproves(editionId, version);
    await assertPublishes(editionId, version, shows);
  }

  test('visitors find its pages, tables and files as they were, and the start has nothing to complain about', async () => {
    expect(await differences(site.origin, facts.pages)).toEqual([]);
    for (const { path, sha256 } of facts.files) {
      const bytes = await (await fetch(site.origin + path)).bytes();
      expect(createHash('sha256').update(bytes).digest('hex'), path).toBe(sha256);
    }
    // the dump has the tables and files: the heads of a record lie beside them; a busy machine makes queries slow
    expect(site.said().replaceAll(/^.*(?:held no heads|slow query).*$/gm, '')).not.toMatch(/warning|error|refused/i);
  });

  test('[PB3] its publications are proved by the log', async () => {
    expect(await site.command('verify-log.ts', '--expect', facts.head)).toEqual({
      code: 0,
      said: expect.stringContaining('The log and all dated rows are as they were published, and'),
    });
  });

  // the console came later than the first of them
  if (editions.length > 0) {
    test('its editions stand where they stood, and are compared with what is public and with their former versions', async () => {
      const { list } = await publisher().done('GET', '/editions?pageSize=100');
      const stateOf = ({ editionId, title, state }: StoredEdition) => ({ editionId, title, state });
      const byNumber = (one: StoredEdition, other: StoredEdition) => one.editionId - other.editionId;
      expect((list as StoredEdition[]).toSorted(byNumber).map(stateOf)).toEqual(
        editions.toSorted(byNumber).map(stateOf),
      );
      for (const { editionId, writer, reason, state } of editions) {
        const { done } = clients[writer]!;
        const { version, shown, steps } = await done('GET', `/editions/${editionId}`);
        expect(shown.changes.length).toBeGreaterThan(0);
        if (reason) expect(steps.at(-1)).toMatchObject({ act: 'returned', note: reason });
        const before = ['public', ...(version > 1 ? [1] : []), ...(state === 'published' ? ['before'] : [])];
        for (const from of before) {
          const { subjects } = await done('GET', `/editions/${editionId}/compare?from=${from}&to=${version}`);
          // a published edition is as it is public
          if (from === 'public' && state === 'published') continue;
          expect((subjects as { how: string }[]).filter(({ how }) => how === 'same')).toEqual([]);
        }
        await done('GET', `/editions/${editionId}/check`);
        await done('GET', `/editions/${editionId}/verify-examples`);
      }
    });

    test('what was approved is published as it was approved: the approval holds', async () => {
      for (const { editionId } of inState('approved').filter(({ waits }) => waits)) {
        const early = await publisher().ask('POST', `/editions/${editionId}/publish`, { version: 1 });
        expect(early.msg).toContain('请先发布');
      }
      for (const { editionId, shows = [] } of inState('approved')) await assertPublishes(editionId, 1, shows);
    });

    test('what was submitted is approved, and drafts and returned editions are taken up by who wrote them', async () => {
      for (const { editionId, shows = [] } of inState('in-review')) {
        await assertApproves(editionId, 1);
        await assertPublishes(editionId, 1, shows);
      }
      for (const { editionId, writer, shows } of inState('draft', 'returned')) {
        const client = clients[writer]!;
        const { version, shown, title, inWizard } = await client.done('GET', `/editions/${editionId}`);
        if (inWizard) {
          const sent = await sendAgain(client, editionId, version);
          await assertApproves(editionId, sent);
          await assertPublishes(editionId, sent, shows ?? []);
          continue;
        }
        const taken = { version, title: `${title}，定稿`, changes: shown.changes };
        const saved = await client.done('POST', `/editions/${editionId}`, taken);
        if (shows) await assertGoesOn(client, editionId, saved.version, shows);
      }
    });
  }

  test('what was public is begun from: an article as it first was, and one row more', async () => {
    const { path } = facts.pages.find((page) => page.path.includes('/lossStatement/detail/'))!;
    const subjects = [`article:${path.split('/').at(-1)}`];
    const former = await editor().done('POST', '/editions/roll-back', { no: 1, subjects });
    await assertGoesOn(editor(), former.editionId, former.version, [
      { path, status: 200, says: ['关于空白合同遗失的声明的正文。'] },
    ]);
    const register = '/registers/branch-manager';
    const { mark } = await editor().done('GET', register);
    const row = {
      code: '2112',
      name: '望江营业部',
      level: '2',
      manager: '谢临川',
      staff: 6,
      appointed: '2026-11-01',
    };
    const more = { changes: [{ row }], dataDate: '2026-11-21', department: '人力资源部', mark };
    const added = await editor().done('POST', `${register}/row-changes`, more);
    await assertGoesOn(editor(), added.editionId, added.version, [
      { path: '/register-file/branch-manager.csv', status: 200, says: ['望江营业部', '滨江分公司'] },
    ]);
  });

  test('[PB3] all of it is proved by the log', async () => {
    expect(await verifyLog(database.db)).toEqual([]);
    // the dump has the tables and files: the heads of a record lie beside them; a busy machine makes queries slow
    expect(site.said().replaceAll(/^.*(?:held no heads|slow query).*$/gm, '')).not.toMatch(/warning|error|refused/i);
  });
}
