import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startCommand } from '../world/command.ts';
import { compileCopy } from '../world/compiler.ts';
import { createTestDatabase, type TestDatabase } from '../world/database.ts';
import { logOf, startProduct, type AskConsole, type ProductProcess } from '../world/product-process.ts';
import { temporaryFolder, until } from '../world/stores.ts';
import {
  DELIVERED,
  done,
  importWork,
  PATIENCE,
  sendExported,
  untilData,
  useFeatures,
  type UsedStore,
} from '../world/used-features.ts';

// copies of the product are compiled, built and started
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const FEATURES = 'src/features';
const features = readdirSync(FEATURES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const folder = temporaryFolder();
/** A copy of the product; its check of types is remembered. */
let copy: string;
let used: UsedStore;
let smtp: SMTPServer;
/** recipients of the mails that the SMTP server took */
let received: string[] = [];

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'swtest-features-'));
  for (const name of ['src', 'package.json', 'vite.config.ts', 'tests/world/parts-process.ts'])
    cpSync(name, join(copy, name), { recursive: true });
  for (const name of ['node_modules', 'docs', 'page-schemas', 'public', 'dist'])
    symlinkSync(resolve(name), join(copy, name));
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, taken) {
      stream.resume().on('end', () => {
        received.push(...envelope.rcptTo.map(({ address }) => address));
        taken();
      });
    },
  });
  await new Promise<void>((listening) => smtp.listen(0, '127.0.0.1', listening));
  used = await useFeatures(folder.path);
});
afterAll(async () => {
  await used.database.drop();
  await new Promise<void>((closed) => smtp.close(closed));
  for (const path of [used.dataDir, copy]) rmSync(path, { recursive: true, force: true });
  folder.remove();
});

/** Takes features out of the copy as a firm would: their folders, and their lines in each list. All others are there. */
function leaveOut(left: readonly string[]): void {
  rmSync(join(copy, FEATURES), { recursive: true });
  cpSync(FEATURES, join(copy, FEATURES), { recursive: true });
  for (const feature of left) rmSync(join(copy, FEATURES, feature), { recursive: true });
  const names = left.flatMap((name) => [name, name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())]);
  const any = names.join('|');
  const line = new RegExp(`^.*('\\./(${any})/|^  (\\.\\.\\.)?'?(${any})(Jobs)?'?[.,:]).*\\n`, 'gm');
  for (const list of readdirSync(join(copy, FEATURES)).filter((name) => name.endsWith('.ts'))) {
    const file = join(copy, FEATURES, list);
    writeFileSync(file, readFileSync(file, 'utf8').replace(line, ''));
  }
}

/** A store that a product is tried over. */
interface Tried {
  database: TestDatabase;
  dataDir: string;
  settings: Record<string, string>;
}

/** A copy of the store that all features were used in. */
async function copiedStore(name: string): Promise<Tried> {
  const database = await createTestDatabase({ like: used.database });
  const dataDir = join(folder.path, name);
  cpSync(used.dataDir, dataDir, { recursive: true });
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DEMO: 'off',
    LOG_LEVEL: 'warn',
    SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    MAIL_FROM: 'no-reply@site.test',
  };
  return { database, dataDir, settings };
}

/** Settings of a copy of the product: its compiled code goes with it. */
const settingsOfCopy = ({ settings }: Tried) => ({ ...settings, NODE_COMPILE_CACHE: join(copy, 'compiled') });

/** The product that runs over a store, and who asks its console. */
interface Running extends ProductProcess {
  ask: AskConsole;
  review: AskConsole;
}

/** A line of the log that depends on the machine alone. */
const BUSY = 'slow query';

/** Looks at a product that has started, and stops it. @returns how it ended, with the lines of its log */
async function look(product: string, tried: Tried, at: (running: Running) => Promise<void>) {
  const running = await startProduct(product, product === copy ? settingsOfCopy(tried) : tried.settings);
  const { consoleOf } = running;
  await at({ ...running, ask: await consoleOf(used.admin), review: await consoleOf(used.reviewer) });
  const { code, log } = await running.stop();
  return { code, log: log.map(({ msg }) => msg).filter((line) => line !== BUSY) };
}

/** Runs each part of the background of the copy once. */
async function runParts(tried: Tried) {
  const program = join(copy, 'tests/world/parts-process.ts');
  const { code, out, err } = await startCommand(program, [], settingsOfCopy(tried), copy);
  return { code, log: logOf(out).map(({ msg }) => msg), err };
}

const WAITING = 'mails of a feature that this program leaves out wait in the outbox';

/** The first screens of site and console. */
async function looksWell({ get, ask }: Running): Promise<void> {
  const home = await get('/swhysc/');
  expect([home.status, home.text]).toEqual([200, expect.stringContaining('公司新闻')]);
  expect((await get('/console/')).status).toBe(200);
  expect((await done(ask('GET', '/me'))).account).toBe(used.admin.account);
  expect(await done(ask('GET', '/editions/counts'))).toMatchObject({ mine: expect.any(Number) });
}

const REGISTER = '/swhysc/publicChannel/bondInvestment';
const LIST = '/swhysc/news/company';
const UNKNOWN_CALL = { status: 404, code: '404' };

interface Use {
  /** rows that it alone writes, as SQL behind `from`; none of a feature that keeps nothing of its own */
  rows: readonly string[];
  /** files and folders of DATA_DIR that it alone writes */
  files?: readonly string[];
  /** looks at a product without it */
  without: (running: Running) => Promise<void>;
  /** looks at the whole product, which goes on with what was begun */
  goesOn: (running: Running) => Promise<void>;
}

const USES: Readonly<Record<string, Use>> = {
  alerts: {
    rows: ['alert_reader', 'alert_subscription', 'mail_outbox', `kept where name like 'alert%'`],
    without: async ({ get }) => {
      const list = await get('/swhysc/publicChannel/lossStatement');
      expect([list.status, list.text]).toEqual([200, expect.not.stringContaining('/alerts')]);
    },
    goesOn: async ({ get }) => {
      await until('the mails that waited are sent', () => received.length === 2, PATIENCE);
      expect((await get(used.endOfAlerts)).text).toContain('reader@example.com 订阅了以下提醒');
    },
  },
  checks: {
    rows: [`kept where name = 'record check'`],
    without: async ({ get, ask }) => {
      expect(await ask('GET', '/record-check')).toMatchObject(UNKNOWN_CALL);
      expect((await get('/metrics')).text).not.toContain('site_record_problems');
    },
    goesOn: async ({ ask }) => {
      const { last } = await untilData(ask, '/record-check', (state) => state.last !== null);
      await done(ask('POST', '/record-check', {}));
      const after = await untilData(ask, '/record-check', (state) => state.last.at !== last.at);
      expect([last.problems, after.last.problems]).toEqual([[], []]);
    },
  },
  feeding: {
    rows: ['delivery_token', 'delivery', 'feeding_rule'],
    without: async ({ get, review }) => {
      // nobody publishes it by its rule, so somebody is asked when its moment has passed
      await untilData(review, '/editions?view=to-review', ({ list }) =>
        list.some(({ editionId }: { editionId: number }) => editionId === used.delivered),
      );
      const register = await get(REGISTER);
      expect([register.status, register.text]).toEqual([200, expect.not.stringContaining(DELIVERED)]);
    },
    goesOn: async ({ get }) => {
      await until('the delivery is public', async () => (await get(REGISTER)).text.includes(DELIVERED), PATIENCE);
    },
  },
  'moving-in': {
    rows: [],
    files: ['imports'],
    without: async ({ get, ask }) => {
      expect((await get(LIST)).status).toBe(200);
      expect(await ask('GET', '/moving-in')).toMatchObject(UNKNOWN_CALL);
    },
    goesOn: async ({ ask }) => {
      const path = `/moving-in/${used.importId}`;
      for (const work of ['check', 'save'])
        await importWork(ask, used.importId, done(ask('POST', `${path}/job`, { work })));
      expect((await done(ask('GET', path))).editions).toMatchObject([{ articles: 1, state: 'draft' }]);
    },
  },
  notices: {
    rows: ['staff_notice', 'staff_notice_choice', `kept where name like 'notices-%'`],
    without: async ({ ask }) => expect(await ask('GET', '/notices')).toMatchObject(UNKNOWN_CALL),
    goesOn: async ({ ask }) => {
      expect((await done(ask('GET', '/notices'))).list.map(({ event }: { event: string }) => event)).toContain(
        'published',
      );
    },
  },
  removals: {
    rows: [],
    without: async ({ ask }) =>
      expect(await ask('POST', '/removals/look', { texts: ['没有的'] })).toMatchObject(UNKNOWN_CALL),
    goesOn: async ({ ask }) =>
      expect(await done(ask('POST', '/removals/look', { texts: ['从未公开的文字'] }))).toMatchObject({ missing: [0] }),
  },
  'open-data': {
    rows: [],
    without: async ({ get }) => {
      expect(await statuses(get, OPEN_DATA)).toEqual([404, 404, 404]);
      const list = await get(LIST);
      expect([list.status, list.text]).toEqual([200, expect.not.stringContaining('rss')]);
    },
    goesOn: async ({ get }) => {
      expect(await statuses(get, OPEN_DATA)).toEqual([200, 200, 200]);
      expect((await get('/swhysc/data')).text).toContain('债券投资交易人员');
    },
  },
  'set-up': {
    rows: [`kept where name = 'site.set-up-skipped'`],
    without: async ({ ask }) => expect(await ask('GET', '/set-up')).toMatchObject(UNKNOWN_CALL),
    goesOn: async ({ ask }) =>
      expect((await done(ask('GET', '/set-up'))).stages).toContainEqual(
        expect.objectContaining({ name: 'brand', state: 'skipped' }),
      ),
  },
  templates: {
    rows: ['article_template'],
    without: async ({ ask }) => expect(await ask('GET', '/templates')).toMatchObject(UNKNOWN_CALL),
    goesOn: async ({ ask }) => {
      const [template] = await done(ask('GET', '/templates'));
      const { editionId } = await done(
        ask('POST', `/templates/${template.templateId}/use`, { channelId: template.channelId, values: { 事项: '甲' } }),
      );
      expect((await done(ask('GET', `/editions/${editionId}`))).title).toBe('新文章：关于甲的公告');
    },
  },
  remarks: {
    rows: ['edition_remark'],
    without: async ({ ask, review }) => {
      const path = `/editions/${used.arrived.editionId}`;
      expect(await ask('GET', `${path}/remarks`)).toMatchObject(UNKNOWN_CALL);
      // nothing holds it up any more
      expect(await done(review('GET', `${path}/held`))).toEqual({ why: '' });
    },
    goesOn: async ({ review }) => {
      expect(await done(review('GET', `/editions/${used.arrived.editionId}/held`))).toEqual({
        why: '还有 1 条批注没有解决',
      });
    },
  },
  'shared-previews': {
    rows: ['shared_preview'],
    without: async ({ ask, get }) => {
      expect((await get(used.shared)).status).toBe(404);
      expect(await ask('GET', `/editions/${used.arrived.editionId}/shares`)).toMatchObject(UNKNOWN_CALL);
    },
    goesOn: async ({ get }) => {
      const page = await get(used.shared);
      expect([page.status, page.text]).toEqual([200, expect.stringContaining('预览，第 1 版')]);
    },
  },
  transfer: {
    rows: [`kept where name like 'transfer:%'`],
    files: ['environment.key'],
    without: async ({ ask }) => {
      expect(await ask('GET', '/transfer')).toMatchObject(UNKNOWN_CALL);
      expect((await done(ask('GET', `/editions/${used.arrived.editionId}`))).state).toBe('draft');
    },
    goesOn: async ({ ask }) => {
      await sendExported(ask, used.arrived.file);
      expect((await done(ask('GET', '/transfer/import'))).open).toBe(used.arrived.editionId);
    },
  },
};

const OPEN_DATA = ['/swhysc/data', `${LIST}/rss.xml`, '/register-file/openapi.json'];
const statuses = (get: Running['get'], paths: readonly string[]) =>
  Promise.all(paths.map(async (path) => (await get(path)).status));

/** Rows and files that a feature alone fills, by table and folder. */
async function contentOf(feature: string, { database, dataDir }: Tried): Promise<Record<string, unknown[]>> {
  const { rows, files = [] } = USES[feature]!;
  const content: Record<string, unknown[]> = {};
  for (const from of rows) {
    const found = await database.pool.query<{ row: unknown }>(
      `select to_jsonb(own) as row from (select * from ${from}) as own order by to_jsonb(own)::text`,
    );
    content[from] = found.rows.map(({ row }) => row);
  }
  for (const name of files) content[name] = filesBelow(dataDir, name);
  return content;
}

/** The files of a folder that are one, or below one, of this name. */
const filesBelow = (dataDir: string, name: string): [path: string, bytes: string][] =>
  readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => path.startsWith(join(dataDir, name)))
    .toSorted()
    .map((path) => [path, readFileSync(path, 'base64')]);

test('each feature is tried', () => {
  expect(Object.keys(USES).toSorted()).toEqual(features.toSorted());
});

describe.each(features)('without the feature %s', (feature) => {
  let tried: Tried;
  beforeAll(async () => {
    leaveOut([feature]);
    received = [];
    tried = await copiedStore(feature);
  });
  afterAll(() => tried.database.drop());

  test('the product passes the check of types', async () => {
    expect(await compileCopy(copy)).toBe('');
  });

  test('it starts over a store in which the feature was used, and leaves what is there', async () => {
    const before = await contentOf(feature, tried);
    for (const [name, found] of Object.entries(before)) expect(found.length, name).toBeGreaterThan(0);
    const { code, log } = await look(copy, tried, async (running) => {
      await looksWell(running);
      await USES[feature]!.without(running);
    });
    expect([code, log.filter((line) => line !== WAITING)]).toEqual([0, []]);
    expect(await runParts(tried)).toEqual({ code: 0, log: feature === 'alerts' ? [WAITING] : [], err: '' });
    expect(await contentOf(feature, tried)).toEqual(before);
    if (feature === 'alerts') expect(received).toEqual([]);
  });

  test('the whole product goes on with it', async () => {
    expect(await look(resolve('.'), tried, (running) => USES[feature]!.goesOn(running))).toEqual({ code: 0, log: [] });
  });
});

describe('without any feature', () => {
  let tried: Tried;
  beforeAll(async () => {
    leaveOut(features);
    tried = await copiedStore('none');
  });
  afterAll(() => tried.database.drop());

  test('the product passes the check of types', async () => {
    expect(await compileCopy(copy)).toBe('');
  });

  test('site and console are built, start over a store in which all were used, and leave what is there', async () => {
    rmSync(join(copy, 'dist'));
    const build = `import('./src/cli/build.mjs').then(({ ensureBuilt }) => ensureBuilt(process.execPath))`;
    expect(await startCommand('-e', [build], {}, copy)).toMatchObject({ code: 0, err: '' });
    const contents = async () => Promise.all(features.map((feature) => contentOf(feature, tried)));
    const before = await contents();
    const { code, log } = await look(copy, tried, async (running) => {
      await looksWell(running);
      for (const path of ['/swhysc/', '/console/']) await hasItsFiles(running, path);
      for (const feature of features) await USES[feature]!.without(running);
    });
    expect([code, log.filter((line) => line !== WAITING)]).toEqual([0, []]);
    expect(await runParts(tried)).toEqual({ code: 0, log: [WAITING], err: '' });
    expect(await contents()).toEqual(before);
  });
});

/** A page names built files, and each is there. */
async function hasItsFiles({ get }: Running, path: string): Promise<void> {
  const { text } = await get(path);
  const files = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file!);
  expect(files.length, path).toBeGreaterThan(0);
  expect(await statuses(get, files)).toEqual(files.map(() => 200));
}
