import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#tools/demonstration.ts';
import { markOpened } from '#server/people/staff/opening.ts';
import { publish } from '#server/store/publication/publish.ts';
import { createEdition } from '#server/editions/draft/create-edition.ts';
import { readDraft } from '#server/editions/draft/draft-changes.ts';
import { approveEdition } from '#server/editions/review/review-edition.ts';
import { submitEdition } from '#server/editions/review/submit-edition.ts';
import { addPerson } from '#server/people/staff/accounts.ts';
import { beginSession } from '#server/people/staff/sessions.ts';
import type { Role } from '#rules/people/staff-rights.ts';
import { createTestDatabase, type TestDatabase } from '../world/database.ts';
import { article, PAGES_DIR, SECTION, smallWorld } from '../world/site.ts';
import { startProgram, temporaryFolder, until } from '../world/stores.ts';

const LOSS = `${SECTION}0003`;
const LIST = '/swhysc/publicChannel/lossStatement';
/** milliseconds in which every server has to show what was published */
const SECOND = 1_000;

const folder = temporaryFolder();
const nodes: { child: ChildProcess; origin: string }[] = [];
let database: TestDatabase;

/** The built product as a process of its own on the shared store. */
async function startNode(): Promise<void> {
  const port = await freePort();
  const child = startProgram(join(import.meta.dirname, '../../src/server/main.ts'), {
    DEMO: 'off',
    DATA_DIR: folder.path,
    DATABASE_URL: database.url,
    OWNER_DATABASE_URL: database.ownerUrl,
    PORT: String(port),
    LOG_LEVEL: 'error',
  });
  const origin = `http://127.0.0.1:${port}`;
  nodes.push({ child, origin });
  await until(
    'a server is ready',
    () =>
      fetch(`${origin}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    40_000,
  );
}

beforeAll(async () => {
  database = await createTestDatabase();
  await markOpened(database.db);
  // the first to come marks the store
  await startNode();
  await publish(database, { title: '建站', writtenBy: '甲', approvedBy: '乙', changes: smallWorld() });
  await startNode();
}, 90_000);
afterAll(async () => {
  for (const { child } of nodes) {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
  await database.drop();
  folder.remove();
});

const person = async (account: string, role: Role) => ({
  staffId: (await addPerson(
    database.db,
    { account, name: account, grants: [{ role, channelId: '' }] },
    { mustChange: false },
  ))!,
  account,
  address: '127.0.0.1',
});

async function ask(node: number, cookie: string, method: string, path: string, body?: unknown) {
  const { origin } = nodes[node]!;
  const answer = await fetch(`${origin}/console/api${path}`, {
    method,
    headers: { origin, cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}

const read = async (node: number, path: string) => {
  const answer = await fetch(nodes[node]!.origin + path);
  return { status: answer.status, html: await answer.text() };
};

test(
  'two processes on one PostgreSQL: what is published or withdrawn at one is so at the other within a second; previews and sessions are of both',
  { timeout: 60_000 },
  async () => {
    const [writer, reviewer, publisher] = [
      await person('writer', 'editor'),
      await person('reviewer', 'reviewer'),
      await person('publisher', 'publisher'),
    ];
    const cookieOf = async ({ staffId }: { staffId: number }) =>
      `console=${await beginSession(database.db, staffId, '127.0.0.1')}`;
    const [writing, publishing] = [await cookieOf(writer), await cookieOf(publisher)];
    const { db } = database;
    const publishContext = { db, pagesDir: PAGES_DIR };

    // both have a kept page that must go
    for (const node of [0, 1])
      await until('each server knows the site', async () => (await read(node, LIST)).status === 200, 20_000);
    const { status, text } = await ask(0, writing, 'POST', '/previews', {
      changes: JSON.parse(JSON.stringify([article(LOSS, '只在预览里的声明')])),
    });
    expect({ status, text }).toMatchObject({ status: 200 });
    const { previewId } = (JSON.parse(text) as { data: { previewId: string } }).data;
    expect((await ask(1, writing, 'GET', `/previews/${previewId}/page`)).text).toContain('只在预览里的声明');

    /** publishes by the call at the first server, and checks at the second */
    const published = async (changes: unknown[], isSeen: () => Promise<boolean>) => {
      const draft = await readDraft({ title: '两台服务器', changes: JSON.parse(JSON.stringify(changes)) });
      const site = { channel: () => undefined } as never;
      const edition = await createEdition(db, site, writer, draft, {});
      await submitEdition(publishContext, writer, edition);
      await approveEdition(db, reviewer, edition);
      expect(
        await ask(0, publishing, 'POST', `/editions/${edition.editionId}/publish`, { version: edition.version }),
      ).toMatchObject({ status: 200 });
      await until('the other server shows it', isSeen, SECOND);
    };
    await published([article(LOSS, '两台服务器都有的声明')], async () =>
      (await read(1, LIST)).html.includes('两台服务器都有的声明'),
    );
    const { article_id: articleId } = await db
      .selectFrom('article')
      .select('article_id')
      .where('title', '=', '两台服务器都有的声明')
      .executeTakeFirstOrThrow();
    const detail = `${LIST}/detail/${articleId}`;
    expect((await read(1, detail)).status).toBe(200);
    await published(
      [{ kind: 'article', id: String(articleId), withdraw: { reason: '内容有误' } }],
      async () => (await read(1, detail)).status === 410,
    );

    expect((await ask(1, writing, 'GET', '/me')).status).toBe(200);
    expect((await ask(0, writing, 'DELETE', '/session')).status).toBe(200);
    expect((await ask(1, writing, 'GET', '/me')).status).toBe(401);
  },
);
