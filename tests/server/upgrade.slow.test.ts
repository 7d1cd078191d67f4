import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { cpSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { markOpened } from '#server/people/staff/opening.ts';
import { publish } from '#server/store/publication/publish.ts';
import { freePort } from '#tools/demonstration.ts';
import { createTestDatabase, type TestDatabase } from '../world/database.ts';
import { article, SECTION, smallWorld } from '../world/site.ts';
import { startProgram, temporaryFolder, until } from '../world/stores.ts';

const LIST = '/swhysc/publicChannel/lossStatement';
const temporary = temporaryFolder();
afterAll(temporary.remove);
let database: TestDatabase;
let dataDir: string;
let stores = 0;
beforeEach(async () => {
  database = await createTestDatabase();
  await markOpened(database.db);
  dataDir = join(temporary.path, `data-${++stores}`);
});
afterEach(() => database.drop());

const next = readdirSync('src/server/db/migrations').length + 1;
/** name of its migration */
const NEXT = `${String(next).padStart(4, '0')}-of-the-next-version`;

/** A copy of the product with one migration more. */
function newerVersion(name: string, sql: string): string {
  const copy = join(temporary.path, name);
  for (const part of ['src', 'package.json']) cpSync(part, join(copy, part), { recursive: true });
  for (const part of ['node_modules', 'dist', 'docs', 'page-schemas', 'public'])
    symlinkSync(resolve(part), join(copy, part));
  writeFileSync(join(copy, `src/server/db/migrations/${NEXT}.sql`), sql);
  return copy;
}

async function start(product: string) {
  const port = await freePort();
  const child = startProgram(
    join(product, 'src/server/main.ts'),
    {
      DEMO: 'off',
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      OWNER_DATABASE_URL: database.ownerUrl,
      PORT: String(port),
      LOG_LEVEL: 'error',
    },
    'pipe',
  );
  const output = Promise.all([text(child.stdout!), text(child.stderr!)]).then((both) => both.join(''));
  const ended = once(child, 'exit');
  const origin = `http://127.0.0.1:${port}`;
  const end = async () => {
    child.kill('SIGTERM');
    await ended;
    return output;
  };
  const isReady = () =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  return { child, ready: () => until('a server is ready', isReady), output, end, origin };
}

const list = async ({ origin }: { origin: string }) => (await fetch(origin + LIST)).text();
const add = (title: string) =>
  publish(database, {
    title,
    writtenBy: '甲',
    approvedBy: '乙',
    changes: [article(`${SECTION}0003`, title)],
  });

test('[UP10] nodes of two versions work side by side on a store of one format, and the older starts on it again', async () => {
  const older = await start(resolve('.'));
  await older.ready();
  await publish(database, { title: '建站', writtenBy: '甲', approvedBy: '乙', changes: smallWorld() });
  const newer = await start(
    newerVersion('newer', "alter table article add column of_next_version text not null default '';"),
  );
  await newer.ready();
  await add('两个版本都有的声明');
  for (const node of [older, newer])
    await until('each node shows it', async () => (await list(node)).includes('两个版本都有的声明'));
  await older.end();

  const again = await start(resolve('.'));
  await again.ready();
  await add('旧版本再次启动以后的声明');
  await until('the older node shows it', async () => (await list(again)).includes('旧版本再次启动以后的声明'));
  expect(await again.end()).toContain(`has brought the store forward (migration ${NEXT})`);
  await newer.end();
}, 300_000);

test('[UP10] [UP2] a store of a newer format is refused in words', async () => {
  const newer = await start(
    newerVersion(
      'breaking',
      '-- store format 2: the older program would not fill the column\nalter table article add column of_next_version text;',
    ),
  );
  await newer.ready();
  await newer.end();
  const older = await start(resolve('.'));
  const [code] = (await once(older.child, 'exit')) as [number];
  expect(code).not.toBe(0);
  expect(await older.output).toContain(`written by a newer version of this program: it has migration ${NEXT}`);
}, 300_000);

test('[UP10] an upgrade that is killed in the middle of its migration leaves the store as it was, and either version goes on', async () => {
  const first = await start(resolve('.'));
  await first.ready();
  await publish(database, { title: '建站', writtenBy: '甲', approvedBy: '乙', changes: smallWorld() });
  await first.end();

  const copy = newerVersion('stopped', 'create table of_next_version (no integer);\nselect pg_sleep(5);');
  const upgrading = await start(copy);
  const inTheMiddle = async (): Promise<boolean> => {
    const { rows } = await database.owner.query(
      `select from pg_stat_activity where datname = current_database() and query like '%of_next_version%pg_sleep%' and state = 'active' and pid <> pg_backend_pid()`,
    );
    return rows.length > 0;
  };
  await until('it migrates', inTheMiddle);
  upgrading.child.kill('SIGKILL');
  await once(upgrading.child, 'exit');
  await until('its transaction is over', async () => !(await inTheMiddle()));

  const older = await start(resolve('.'));
  await older.ready();
  await add('升级中断以后的声明');
  await until('the older version shows it', async () => (await list(older)).includes('升级中断以后的声明'));
  expect(await older.end()).not.toContain('has brought the store forward');
  const again = await start(copy);
  await again.ready();
  expect(await list(again)).toContain('升级中断以后的声明');
  await again.end();
  const { rows } = await database.owner.query(`select name from migration where name = $1`, [NEXT]);
  expect(rows).toHaveLength(1);
}, 300_000);
