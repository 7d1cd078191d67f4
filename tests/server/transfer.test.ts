import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Change } from '#kinds/index.ts';
import { importReport } from '#features/transfer/cli/import-report.ts';
import { settingProblems } from '#kinds/setting/server/check-setting.ts';
import { discardEdition } from '#server/editions/draft/discard-edition.ts';
import { publishedMeanwhile } from '#server/editions/publish/published-meanwhile.ts';
import { FRONT_SIZE } from '#features/transfer/server/front.ts';
import { environmentKey } from '#features/transfer/server/environment-key.ts';
import { codeOf } from '../world/editions.ts';
import {
  approveIn,
  brandWith,
  compareIn,
  differingOf,
  exportFrom,
  linesOf,
  LOGO,
  publishIn,
  saveIn,
  storeIn,
  twoEnvironments,
} from '../world/transfer.ts';
import { article, channel, PAGES_DIR, SECTION, WIRE_KEY } from '../world/site.ts';

const exchange = twoEnvironments([], { production: true, trial: true });

const NOTICES = `${SECTION}0003`;
const FRAUD = `${SECTION}0018`;
const DAYS = `${SECTION}0044`;
const register = (place: string): Change => ({
  kind: 'register',
  document: {
    schemaVersion: 1,
    register: 'open-days',
    title: '投资者开放日',
    endpoints: [],
    key: ['day'],
    columns: ['day', 'place'],
    filters: [{ field: 'day' }],
    order: ['-day'],
    fields: { day: { title: '日期', type: 'date' }, place: { title: place, type: 'text' } },
  } as never,
});
const page = (title: string): Change => ({
  kind: 'page',
  id: 'open-days-page',
  document: {
    schemaVersion: 1,
    page: 'open-days-page',
    title,
    for: { url: 'openDays' },
    layout: 'channel',
    blocks: [
      {
        id: 'table',
        place: 'main',
        widget: 'register-table',
        address: 't',
        source: { name: 'register', params: { register: 'open-days' } },
      },
    ],
  },
});

test('[BE1] [BE3] what is public goes to another environment and back as editions that are approved there', async () => {
  const there = await exportFrom(exchange.production, exchange.folder);
  const all = await compareIn(exchange.trial, there);
  expect(all.header.sender.name).toBe('生产环境');
  expect(new Set(all.things.map(({ state: states }) => states))).toEqual(new Set(['new']));
  expect(all.things.find(({ kind, title }) => kind === 'article' && title.includes('投诉'))!.title).toBe(
    '文章《投诉渠道说明》',
  );
  const first = await saveIn(exchange.trial, there);
  expect((await exchange.trial.site.get('/swhysc/publicChannel/complaint')).status).toBe(404);
  await publishIn(exchange.trial, first!);
  expect((await exchange.trial.site.get('/swhysc/publicChannel/complaint')).html).toContain('投诉渠道说明的正文');
  expect(differingOf(await compareIn(exchange.trial, there))).toEqual({});

  const logo = await storeIn(exchange.trial, LOGO, '2026-03-05');
  const paper = await storeIn(exchange.trial, '声明', '2026-04-05', 'pdf');
  const changed = await exchange.trial.site.database.db
    .selectFrom('article')
    .select('article_id')
    .where('title', '=', '关于空白合同遗失的声明')
    .executeTakeFirstOrThrow();
  await exchange.trial.site.publish('试', [
    channel(DAYS, 'publicChannel/openDays', '开放日', { classOrder: 44 }),
    channel(NOTICES, 'publicChannel/lossStatement', '遗失与作废声明', { type: 2, classOrder: 3 }),
    channel(FRAUD, 'publicChannel/fraudWarning', '防范非法证券活动', { type: 2, classOrder: 18, moves: true }),
    register('地点'),
    page('开放日一览'),
    brandWith(logo),
    article(NOTICES, '关于空白合同遗失的更正声明', {
      articleId: changed.article_id,
      attachments: [{ filename: '声明.pdf', filepath: paper }],
    }),
    article(NOTICES, '关于公章启用的声明'),
  ]);
  // the same bytes came to production in another month
  const ours = await storeIn(exchange.production, '声明', '2026-06-05', 'pdf');
  const back = await exportFrom(exchange.trial, exchange.folder);
  const compared = await compareIn(exchange.production, back);
  expect(differingOf(compared)).toEqual({
    [`channel:${DAYS}`]: 'new',
    [`channel:${NOTICES}`]: 'changed',
    [`channel:${FRAUD}`]: 'changed',
    'register:open-days': 'new',
    'page:open-days-page': 'new',
    'setting:brand': 'new',
    [`article:${changed.article_id}`]: 'changed',
    [compared.things.find(({ title }) => title.includes('公章'))!.subject]: 'new',
  });
  expect(compared.things.find(({ subject }) => subject === `channel:${NOTICES}`)).toMatchObject({
    title: '栏目“遗失与作废声明”',
    differences: ['名称：“遗失声明” → “遗失与作废声明”'],
  });
  const edition = (await saveIn(exchange.production, back))!;
  await publishIn(exchange.production, edition);
  expect(differingOf(await compareIn(exchange.production, back))).toEqual({});
  expect(await saveIn(exchange.production, back)).toBeNull();
  const { html } = await exchange.production.site.get('/swhysc/publicChannel/lossStatement');
  for (const words of ['遗失与作废声明', '关于空白合同遗失的更正声明', '关于公章启用的声明'])
    expect(html).toContain(words);
  expect(html.match(/关于空白合同遗失/g)).toHaveLength((html.match(/更正声明/g) ?? []).length);
  expect(html).toMatch(new RegExp(`/static-file/\\d{4}/\\d{2}/${createHash('sha256').update(LOGO).digest('hex')}.svg`));
  expect(
    await exchange.production.site.database.db
      .selectFrom('article')
      .select('attachments')
      .where('title', '=', '关于空白合同遗失的更正声明')
      .executeTakeFirst(),
  ).toEqual({ attachments: [{ filename: '声明.pdf', filepath: ours }] });
  expect(differingOf(await compareIn(exchange.trial, await exportFrom(exchange.production, exchange.folder)))).toEqual(
    {},
  );
});

test('[BE4] what was changed here stays: clashes are told and left out, a discarded edition brings its things again', async () => {
  const [losses, complaints] = [NOTICES, `${SECTION}0016`];
  await exchange.trial.site.publish('试', [
    channel(losses, 'publicChannel/lossStatement', '遗失（试）', { type: 2, classOrder: 3 }),
    channel(FRAUD, 'publicChannel/fraudWarning', '反欺诈', { type: 2, classOrder: 18 }),
  ]);
  await exchange.production.site.publish('产', [
    channel(losses, 'publicChannel/lossStatement', '遗失（产）', { type: 2, classOrder: 3 }),
    channel(complaints, 'publicChannel/complaint', '投诉渠道', { type: 2, classOrder: 16 }),
  ]);
  const path = await exportFrom(exchange.trial, exchange.folder, []);
  const [clash, theirs, own] = [`channel:${losses}`, `channel:${FRAUD}`, `channel:${complaints}`];
  const states = { [clash]: 'clash', [theirs]: 'changed', [own]: 'ours' };
  expect(differingOf(await compareIn(exchange.production, path))).toEqual(states);

  const first = (await saveIn(exchange.production, path, { take: [clash] }))!;
  await expect(saveIn(exchange.production, path)).rejects.toThrow(
    `Edition ${first} of an earlier import from 测试环境 is neither published nor discarded. Do one of both, or end it where its publication is halted (就此结束), and import again.`,
  );
  await discardEdition(exchange.production.site.database.db, exchange.production.writer, {
    editionId: first,
    version: 1,
  });
  expect(differingOf(await compareIn(exchange.production, path))).toEqual(states);

  await publishIn(exchange.production, (await saveIn(exchange.production, path))!);
  expect(differingOf(await compareIn(exchange.production, path))).toEqual({ [clash]: 'clash', [own]: 'ours' });
  await publishIn(exchange.production, (await saveIn(exchange.production, path, { take: [clash] }))!);
  expect(differingOf(await compareIn(exchange.production, path))).toEqual({ [own]: 'ours' });
  expect((await exchange.production.site.get('/swhysc/publicChannel/complaint')).html).toContain('投诉渠道');
  // and the other way it is what the other side has to take
  expect(
    differingOf(await compareIn(exchange.trial, await exportFrom(exchange.production, exchange.folder, []))),
  ).toEqual({
    [own]: 'changed',
  });
});

test('[BE4] [BE6] what was published here while an import was saved is not written over, and its edition is told so', async () => {
  const { production, trial, folder } = exchange;
  const named = (name: string) =>
    channel(`${SECTION}0016`, 'publicChannel/complaint', name, { type: 2, classOrder: 16 });
  // the draft that the test before has left open goes first
  await publishIn(trial, (await saveIn(trial, await exportFrom(production, folder)))!);
  await production.site.publish('产', [named('投诉与建议（产）'), page('开放日总览')]);
  const path = await exportFrom(production, folder, []);
  const compared = await compareIn(trial, path);
  expect(differingOf(compared)).toEqual({ [`channel:${SECTION}0016`]: 'changed', 'page:open-days-page': 'changed' });
  await trial.site.publish('试', [named('投诉与建议（试）')]);
  const edition = (await saveIn(trial, path, { compared }))!;
  expect(await codeOf(approveIn(trial, edition))).toBe('2025');
  const site = await trial.site.deps.siteAt('now');
  const meanwhile = await publishedMeanwhile(trial.site.database.db, site, edition);
  expect(meanwhile.map(({ was, now }) => [nameIn(was), nameIn(now)])).toEqual([['投诉渠道', '投诉与建议（试）']]);
  await discardEdition(trial.site.database.db, trial.writer, { editionId: edition, version: 1 });
  expect(differingOf(await compareIn(trial, path))).toMatchObject({ [`channel:${SECTION}0016`]: 'clash' });
});

const nameIn = (change: unknown): string => (change as { document: { name: string } }).document.name;

test('[BE4] an import of which nothing is chosen forgets no draft of another one that was saved meanwhile', async () => {
  const { production, trial, folder } = exchange;
  const path = await exportFrom(production, folder, []);
  const compared = await compareIn(trial, path);
  const edition = (await saveIn(trial, path))!;
  const without = compared.things.map(({ subject }) => subject);
  await expect(saveIn(trial, path, { compared, without })).rejects.toThrow(`Edition ${edition} of an earlier import`);
  expect((await compareIn(trial, path)).memory.pending?.edition).toBe(edition);
  await discardEdition(trial.site.database.db, trial.writer, { editionId: edition, version: 1 });
});

test('[BE4] an older file than what was taken before is told, and takes nothing back by itself', async () => {
  const { production, trial, folder } = exchange;
  const named = (name: string) =>
    channel(`${SECTION}0016`, 'publicChannel/complaint', name, { type: 2, classOrder: 16 });
  const [subject, other] = [`channel:${SECTION}0016`, `channel:${FRAUD}`];
  const exported = async (...changes: Change[]) => {
    await production.site.publish('产', changes);
    return exportFrom(production, folder, []);
  };
  const first = await exported(named('投诉一'), page('开放日一'));
  await publishIn(trial, (await saveIn(trial, first, { take: [subject] }))!);
  const second = await exported(named('投诉二'), page('开放日二'));
  await publishIn(trial, (await saveIn(trial, second, { without: ['page:open-days-page'] }))!);
  const third = await exported(channel(FRAUD, 'publicChannel/fraudWarning', '反欺诈三', { type: 2, classOrder: 18 }));
  await publishIn(trial, (await saveIn(trial, third, { without: ['page:open-days-page'] }))!);

  expect((await compareIn(trial, third)).newerTaken).toBeNull();
  const older = await compareIn(trial, first);
  expect(older.newerTaken).toBe((await compareIn(trial, third)).header.at);
  expect(differingOf(older)).toEqual({ [subject]: 'older', [other]: 'older' });
  // an equal thing in it stays as new as it was
  expect(await saveIn(trial, first)).toBeNull();
  expect(await saveIn(trial, second, { without: ['page:open-days-page'] })).toBeNull();
  expect(differingOf(await compareIn(trial, second))).toEqual({ [other]: 'older', 'page:open-days-page': 'changed' });

  const report = importReport('a.site', older, { chosen: [], waiting: 0, separate: 0 });
  expect(report).toContain(
    `\nThis file is older than what was taken from 生产环境 before, as of ${older.newerTaken}.\n`,
  );
  expect(report).toContain(
    `\nOLDER: 栏目“投诉一” (${subject}): something newer was taken from there before. It is left out; --take ${subject} takes it\n`,
  );
  // changed here since, it is taken back no more than otherwise
  await trial.site.publish('试', [named('投诉（试）')]);
  expect(differingOf(await compareIn(trial, first))).toEqual({ [subject]: 'older', [other]: 'older' });
  await publishIn(trial, (await saveIn(trial, first, { take: [subject] }))!);
  expect((await trial.site.get('/swhysc/publicChannel/complaint')).html).toContain('投诉一');
});

test('[BE4] what each side has made of its own is a clash; what comes with the program is not', async () => {
  const home = JSON.parse(readFileSync(join(PAGES_DIR, 'fixed/home.json'), 'utf8')) as object;
  const mine = (name: string, url: string) =>
    channel(`${SECTION}0077`, `publicChannel/${url}`, name, { classOrder: 77 });
  await exchange.trial.site.publish('试', [
    mine('试验栏', 'trial'),
    { kind: 'page', id: 'home', document: { ...home, title: '首页（试）' } },
  ]);
  await exchange.production.site.publish('产', [mine('正式栏', 'official')]);
  expect(
    differingOf(await compareIn(exchange.production, await exportFrom(exchange.trial, exchange.folder, []))),
  ).toMatchObject({
    [`channel:${SECTION}0077`]: 'clash',
    'page:home': 'changed',
  });
});

test('[BE1] a file has nothing secret, no person, and nothing that differs by environment', async () => {
  await exchange.production.site.publish('设置', [
    { kind: 'setting', id: 'webparam.sys.tracking', document: 'https://stats.example.com' },
    { kind: 'setting', id: 'old.addresses', document: { hosts: [], lines: ['/old.html /publicChannel/complaint'] } },
  ]);
  const path = await exportFrom(exchange.production, exchange.folder);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const lines = linesOf(path);
  const things = lines.flatMap(({ kind, id }) => (kind === undefined ? [] : [`${kind}:${id}`]));
  expect(things).toEqual(expect.arrayContaining([`channel:${NOTICES}`, 'register:open-days', 'setting:site']));
  for (const staying of ['senders', 'demo', 'webparam.sys.tracking', 'old.addresses'])
    expect(things).not.toContain(`setting:${staying}`);
  expect(new Set(lines.map(({ kind }) => kind))).toEqual(
    new Set([undefined, 'channel', 'register', 'page', 'setting', 'article']),
  );
  const text = readFileSync(path).toString('latin1', 0, FRONT_SIZE) + JSON.stringify(lines);
  for (const secret of [exchange.production.writer.account, '栏目甲', '审核乙', 'PRIVATE', WIRE_KEY])
    expect(text).not.toContain(secret);
  expect(
    linesOf(await exportFrom(exchange.production, exchange.folder, [])).some(({ kind }) => kind === 'article'),
  ).toBe(false);
});

test('[BE1] nothing is exported over a file that is there, or with a stored file that is not as it was', async () => {
  const path = await exportFrom(exchange.production, exchange.folder);
  const before = readFileSync(path);
  await expect(exportFrom(exchange.production, exchange.folder, ['articles'], path)).rejects.toThrow(
    `The file ${path} is there already, and is not written over. Name another one, or move it away.`,
  );
  expect(readFileSync(path).equals(before)).toBe(true);
  const hash = createHash('sha256').update(LOGO).digest('hex');
  const { filepath } = await exchange.production.site.database.db
    .selectFrom('file')
    .select('filepath')
    .where('sha256', '=', hash)
    .executeTakeFirstOrThrow();
  const stored = join(exchange.production.site.filesDir, filepath);
  const bytes = readFileSync(stored);
  writeFileSync(stored, bytes.toString().replace('#0a4d3c', '#0a4d3d'));
  await expect(exportFrom(exchange.production, exchange.folder)).rejects.toThrow(
    `The stored file ${filepath} is not as it was stored, so nothing was exported.`,
  );
  writeFileSync(stored, bytes);
  expect(readdirSync(exchange.folder).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('[BE2] the key of an environment is one, and its file its owner’s alone; the file of a stranger is refused', async () => {
  expect(statSync(join(exchange.trial.dataDir, 'environment.key')).mode & 0o777).toBe(0o600);
  expect(environmentKey(exchange.trial.dataDir).publicKey).toBe(exchange.trial.key);
  expect(settingProblems('senders', [{ name: '测试环境', key: exchange.trial.key }])).toEqual([]);
  expect(settingProblems('senders', [{ name: '测试环境', key: 'abc' }])).toEqual([
    '其他环境的密钥：“第 1 项 密钥”应为43 个字符，由字母、数字、连字符和下划线组成',
  ]);
  const path = await exportFrom(exchange.trial, exchange.folder);
  await expect(compareIn(exchange.trial, path)).rejects.toThrow(
    `${path} is signed with a key that this environment does not know: ${exchange.trial.key}`,
  );
  writeFileSync(join(exchange.folder, 'environment.key'), 'no key');
  expect(() => environmentKey(exchange.folder)).toThrow('holds no Ed25519 key in PEM');
});
