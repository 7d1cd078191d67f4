import { type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signIn, type ConsoleDoor } from '#tools/stored-data/console-door.ts';
import { freePort } from '#tools/demonstration.ts';
import { differs, visit, type Seen, type StoredEdition, type StoredFacts } from '#tools/stored-data/facts.ts';
import type { TestDatabase } from '../world/database.ts';
import { restoreStored, storedData } from '../world/stored-data.ts';
import { startProgram, temporaryFolder } from '../world/stores.ts';

const SRC = join(import.meta.dirname, '../../src');

/** The product of now over data of then. */
interface Site {
  origin: string;
  /** what it printed since it was started */
  said: () => string;
  /** exit code and words of npm run verify-log */
  verifyLog: (...args: string[]) => Promise<{ code: number; said: string }>;
  end: () => Promise<void>;
}

function listen(child: ChildProcess): () => string {
  let said = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  return () => said;
}

async function startOver(database: TestDatabase, dataDir: string): Promise<Site> {
  const port = String(await freePort());
  const env = { PORT: port, DEMO: 'off', DATA_DIR: dataDir, DATABASE_URL: database.url };
  const child = startProgram(join(SRC, 'server/main.ts'), env, 'pipe');
  const said = listen(child);
  const ended = once(child, 'close');
  await new Promise<void>((resolve, reject) => {
    child.stdout!.on('data', () => /^Site http/m.test(said()) && resolve());
    void ended.then(() => reject(new Error(said())));
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    said,
    verifyLog: async (...args) => {
      const program = startProgram(join(SRC, 'cli/verify-log.ts'), env, 'pipe', args);
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

const WHOLE = { code: 0, said: expect.stringContaining('The log and all dated rows are as they were published.') };

describe.each(storedData().map((facts) => [facts.commit.slice(0, 7), facts] as const))('data of %s', (_, facts) => {
  const folder = temporaryFolder();
  let database: TestDatabase;
  let site: Site;
  beforeAll(async () => {
    database = await restoreStored(facts, folder.path);
    site = await startOver(database, folder.path);
  });
  afterAll(async () => {
    await site?.end();
    await database?.drop();
    folder.remove();
  });

  test('visitors find its pages, tables and files as they were, and the start has nothing to complain about', async () => {
    expect(await differences(site.origin, facts.pages)).toEqual([]);
    for (const { path, sha256 } of facts.files) {
      const bytes = await (await fetch(site.origin + path)).bytes();
      expect(createHash('sha256').update(bytes).digest('hex'), path).toBe(sha256);
    }
    expect(site.said()).not.toMatch(/warning|error|refused/i);
  });

  test('[PB3] its publications are proved by the log', async () => {
    expect(await site.verifyLog('--expect', facts.head)).toEqual(WHOLE);
  });

  if (facts.editions.length > 0) testEditions(facts, () => site);
});

/** Its people sign in and go on with what they had begun. */
function testEditions({ people, editions }: StoredFacts, siteOf: () => Site): void {
  const doors = new Map<string, ConsoleDoor>();
  const doorOf = (account: string) => doors.get(account)!;
  const reviewer = () => doorOf('stored.reviewer');
  const publisher = () => doorOf('stored.publisher');
  const inState = (...states: StoredEdition['state'][]) => editions.filter(({ state }) => states.includes(state));

  /** Published by its publisher; visitors see what it says where it says so. */
  async function assertPublishes({ editionId, then = [] }: StoredEdition, version: number): Promise<void> {
    const { origin } = siteOf();
    await publisher().done('POST', `/editions/${editionId}/publish`, { version });
    expect(await differences(origin, then)).toEqual([]);
    const { state, addresses } = await publisher().done('GET', `/editions/${editionId}`);
    expect(state).toBe('published');
    for (const { title, path } of addresses as { title: string; path: string }[])
      expect(await visit(origin, path)).toEqual({ status: 200, text: expect.stringContaining(title) });
  }

  beforeAll(async () => {
    for (const person of people) doors.set(person.account, await signIn(siteOf().origin, person));
  });

  test('its editions stand where they stood, and are compared with what is public and with their former versions', async () => {
    const { list } = await publisher().done('GET', '/editions?pageSize=100');
    const standing = ({ editionId, title, state }: StoredEdition) => ({ editionId, title, state });
    const byNumber = (one: StoredEdition, other: StoredEdition) => one.editionId - other.editionId;
    expect((list as StoredEdition[]).toSorted(byNumber).map(standing)).toEqual(
      editions.toSorted(byNumber).map(standing),
    );
    for (const { editionId, writer, reason, state } of editions) {
      const writing = doorOf(writer);
      const { version, shown, steps } = await writing.done('GET', `/editions/${editionId}`);
      expect(shown.changes.length).toBeGreaterThan(0);
      if (reason) expect(steps.at(-1)).toMatchObject({ act: 'returned', note: reason });
      const before = ['public', ...(version > 1 ? [1] : []), ...(state === 'published' ? ['before'] : [])];
      for (const from of before) {
        const { subjects } = await writing.done('GET', `/editions/${editionId}/compare?from=${from}&to=${version}`);
        expect((subjects as { how: string }[]).filter(({ how }) => how === 'same')).toEqual([]);
      }
      await writing.done('GET', `/editions/${editionId}/check`);
      await writing.done('GET', `/editions/${editionId}/verify-examples`);
    }
  });

  test('the console shows what there is', async () => {
    const paths = ['/channel-tree', '/page-schemas', '/registers', '/settings', '/editions/counts', '/legal-texts'];
    for (const path of paths) await doorOf('stored.channels').done('GET', path);
    expect(await doorOf('stored.admin').done('GET', '/people')).toHaveLength(people.length);
  });

  test('what was approved is published as it was approved: the approval holds', async () => {
    for (const edition of inState('approved').filter(({ waits }) => waits)) {
      const early = await publisher().ask('POST', `/editions/${edition.editionId}/publish`, { version: 1 });
      expect(early.msg).toContain('请先发布');
    }
    for (const edition of inState('approved')) await assertPublishes(edition, 1);
  });

  test('what was submitted is approved, and drafts and returned editions are taken up by who wrote them', async () => {
    for (const edition of inState('in-review', 'draft', 'returned').filter(({ then }) => then)) {
      const { editionId, writer, state } = edition;
      let { version, shown, title } = await doorOf(writer).done('GET', `/editions/${editionId}`);
      if (state !== 'in-review') {
        const taken = { version, title: `${title}，定稿`, changes: shown.changes };
        ({ version } = await doorOf(writer).done('POST', `/editions/${editionId}`, taken));
        await doorOf(writer).done('POST', `/editions/${editionId}/submit`, { version });
      }
      await reviewer().done('POST', `/editions/${editionId}/approve`, { version });
      await assertPublishes(edition, version);
    }
  });

  test('[PB3] all of it is proved by the log', async () => {
    expect(await siteOf().verifyLog()).toEqual(WHOLE);
    expect(siteOf().said()).not.toMatch(/warning|error|refused/i);
  });
}
