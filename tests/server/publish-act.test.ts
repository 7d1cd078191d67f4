import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findRetiredChannel } from '#server/store/find-article.ts';
import { publish } from '#server/store/publish.ts';
import { runCommand, startCommand, type CommandEnd } from '../world/command.ts';
import { createTestDatabase, type TestDatabase } from '../world/database.ts';
import { PAGES_DIR, smallWorld } from '../world/site.ts';
import { temporaryFolder } from '../world/stores.ts';

vi.setConfig({ testTimeout: 60_000 });

const folder = temporaryFolder();
const program = join(import.meta.dirname, '../../src/tools/publish-act/publish.ts');
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await publish(database, { title: '建站', writtenBy: '甲', approvedBy: '乙', changes: smallWorld() });
});
afterAll(async () => {
  await database.drop();
  folder.remove();
});

/** What the program says of an act with these changes. */
async function act(changes: unknown[], more: object = {}, ...options: string[]): Promise<CommandEnd> {
  writeAct(changes, more);
  return runCommand(program, ['act.json', ...options], settings(), folder.path);
}

const settings = () => ({ DATA_DIR: folder.path, DATABASE_URL: database.url });

function writeAct(changes: unknown[], more: object): void {
  writeFileSync(
    join(folder.path, 'act.json'),
    JSON.stringify({ title: '试验', writtenBy: '编辑甲', approvedBy: '审核乙', changes, ...more }),
  );
}

const publications = async () =>
  (await database.pool.query<{ no: number }>('select count(*)::int as no from publication')).rows[0]!.no;
const complaint = JSON.parse(readFileSync(join(PAGES_DIR, 'channels/bond-investment.json'), 'utf8')) as {
  blocks: object[];
};

test('[PS1] a page that the site would refuse is not published, and each problem is told with file, pointer and sentence', async () => {
  const page = {
    ...complaint,
    blocks: [{ ...complaint.blocks[0], widget: 'register-tabel' }, ...complaint.blocks.slice(1)],
  };
  const { code, out, err } = await act([
    { kind: 'setting', id: 'demo', document: 'yes' },
    { kind: 'page', id: 'bond-investment', document: page },
  ]);
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(
    /^Nothing was published:\nact\.json#\/changes\/1\/document\/blocks\/0\/widget: unknown-widget: There is no widget "register-tabel"; .* Did you mean "register-table"\?\n/,
  );
  expect(err).toContain('\nact.json#/changes/0/document: wrong-type: This should be of type boolean, but is');
  expect(err).not.toMatch(/[\u4E00-\u9FFF]|\n +at /);
  expect(await publications()).toBe(1);
});

test('[PS1] [PS3] a page with another name, or with the claim of another page, is not published', async () => {
  expect((await act([{ kind: 'page', id: 'other', document: complaint }])).err).toMatch(
    /act\.json#\/changes\/0\/document: misnamed-file: The document states the name "bond-investment"/,
  );
  const twin = { ...complaint, page: 'twin' };
  expect((await act([{ kind: 'page', id: 'twin', document: twin }])).err).toMatch(
    /^Nothing was published:\nact\.json#\/changes\/0\/document\/for: equal-claims: The pages "twin" and "bond-investment" both claim/,
  );
  expect(await publications()).toBe(1);
});

test('rows and rules that refuse an act are told with the pointer of their place', async () => {
  const row = {
    staffName: '陈明澈',
    branchName: '第一营业部',
    futuresCertNo: 'F3012345',
    management: '1',
    regDate: '2021-05-20',
  };
  const rows = [row, row, { ...row, futuresCertNo: 'F1' }, { ...row, futuresCertNo: 'F3012346', regDate: '' }];
  const { err } = await act([
    { kind: 'rows', document: { definition: 'ib-staff', dataDate: '2026-11-20', department: '期货IB业务部', rows } },
  ]);
  expect(err.split('\n').slice(1, -1)).toEqual([
    'act.json#/changes/0/document/rows/1/futuresCertNo: The row has the same key as row 1.',
    expect.stringMatching(/^act\.json#\/changes\/0\/document\/rows\/2\/futuresCertNo: "F1" is not of the form \^F/),
    'act.json#/changes/0/document/rows/3/regDate: A value is required.',
  ]);
  expect((await act([{ kind: 'article', id: '99999', withdraw: { reason: '无' } }])).err).toBe(
    'Nothing was published:\nact.json#/changes/0: refused by a rule of publishing: “文章 99999 从未公开，无法撤下”\n',
  );
});

const ROOT = '000100020001';
const openDay = {
  channelId: `${ROOT}00080099`,
  parentId: `${ROOT}0008`,
  classOrder: 99,
  url: 'publicChannel/openDay',
  name: '开放日',
  type: 2,
};
const dayArticle = {
  channelId: openDay.channelId,
  title: '安排',
  contentTime: '2026-11-20T09:00:00+08:00',
  attachments: [{ filename: '表.txt', path: 'form.txt' }],
};

test('an unknown option and a second file are refused, and --help says what there is', async () => {
  const changes = [{ kind: 'channel', document: openDay }];
  expect((await act(changes, {}, '--dry-run')).err).toMatch(
    /^Nothing was published:\nThere is no option --dry-run\. Did you mean --check\?\nnode src/,
  );
  expect((await act(changes, {}, 'other.json')).err).toMatch(/other\.json is one argument too many/);
  expect((await act(changes, {}, '--check=no')).err).toMatch(/--check takes no value/);
  expect(await act(changes, {}, '--help')).toMatchObject({ code: 0, err: '', out: expect.stringContaining('--check') });
  expect(await publications()).toBe(1);
});

test('--check tells what an act would do and leaves nothing behind; the publication tells the same', async () => {
  writeFileSync(join(folder.path, 'form.txt'), '预约表');
  const files = async () => (await database.pool.query('select filepath from file')).rowCount;
  const changes = [
    { kind: 'channel', document: openDay },
    { kind: 'article', document: dayArticle },
  ];
  writeAct(changes, {});
  const checked = await startCommand(program, ['act.json', '--check'], settings(), folder.path);
  expect(checked).toEqual({
    code: 0,
    err: '',
    out: `Nothing is published: this was a check. The act would do this:\nadded channel ${openDay.channelId} 开放日: /publicChannel/openDay\nadded article 安排: /publicChannel/openDay/detail/{id}\n`,
  });
  expect([await publications(), await files()]).toEqual([1, 0]);
  expect(
    (await act([{ kind: 'article', document: { ...dayArticle, channelId: 'nowhere' } }], {}, '--check')).code,
  ).toBe(1);
  const published = await act(changes);
  expect(published.out).toMatch(
    /^Published as no\. 2\.\nadded channel \d+ 开放日: \/publicChannel\/openDay\nadded article (\d+) 安排: \/publicChannel\/openDay\/detail\/\1\n$/,
  );
  expect([await publications(), await files()]).toEqual([2, 1]);
  const articleId = Number(/added article (\d+)/.exec(published.out)![1]);
  const next = [
    { kind: 'channel', document: { ...openDay, name: '投资者开放日', classOrder: 98 } },
    { kind: 'article', id: String(articleId), withdraw: { reason: '取消' } },
  ];
  expect((await act(next, {}, '--check')).out.split('\n').slice(1)).toEqual([
    `changed channel ${openDay.channelId} 投资者开放日: class_order 99 → 98, name 开放日 → 投资者开放日: /publicChannel/openDay`,
    `withdrew article ${articleId} 安排: /publicChannel/openDay/detail/${articleId}`,
    '',
  ]);
  expect((await act(changes.slice(0, 1), {}, '--check')).out).toMatch(
    /\nnothing: everything is public as the act says\n$/,
  );
});

test('[RT9] an id that another channel has is refused with a free one, and a channel that is meant to move leads from its old address', async () => {
  const taken = { ...openDay, channelId: `${ROOT}00080016` };
  expect((await act([{ kind: 'channel', document: taken }], {}, '--check')).err).toBe(
    `Nothing was published:\nact.json#/changes/0: refused by a rule of publishing: “栏目 ${ROOT}00080016：编号已是“投诉与纠纷调解渠道”的，其地址会由“publicChannel/complaint”改为“publicChannel/openDay”。若是新栏目，请换一个未用的编号，如 ${ROOT}00080100；若确要改变地址，请写明 "moves": true”\n`,
  );
  const moved = await act([{ kind: 'channel', document: { ...openDay, url: 'publicChannel/openDays', moves: true } }]);
  expect(moved.out).toMatch(
    /\nchanged channel \d+ 开放日: (class_order [^:]*, )?url publicChannel\/openDay → publicChannel\/openDays(, [^:]*)?: \/publicChannel\/openDays\n$/,
  );
  expect(await findRetiredChannel(database.db, 'publicChannel/openDay')).toMatchObject({
    successor: '/publicChannel/openDays',
  });
});

test('[RT9] the successor of a withdrawal is a page of the site, or the act is refused with what was probably meant', async () => {
  const because = async (successor: string) =>
    (
      await act([{ kind: 'channel', id: openDay.channelId, withdraw: { reason: '结束', successor } }], {}, '--check')
    ).err
      .split('“')
      .slice(1)
      .join('“');
  expect(await because('/news/compani')).toBe('替代内容“/news/compani”在本站没有页面，是否应为“/news/company”？”\n');
  expect(await because('/swhysc/news/company')).toMatch(/应写作“\/news\/company”/);
  expect(await because('/news/company/detail/99999')).toMatch(/所指的文章不存在/);
  expect(await because('/publicChannel/openDays')).toMatch(/是撤下的栏目自己的地址/);
  expect([
    await because('/news/company'),
    await because('/news/company/detail/1'),
    await because('/search?w=1'),
  ]).toEqual(['', '', '']);
});

test('all problems of an act are told at once, each with its place', async () => {
  const article = { channelId: `${ROOT}00020001`, title: '安排', contentTime: '2026-11-20T09:00:00+08:00' };
  const { err } = await act(
    [
      { kind: 'article', document: { ...article, titel: '安排' } },
      { kind: 'channel', document: { ...openDay, channelId: `${ROOT}00080077`, name: undefined } },
      { kind: 'article', document: { ...article, channelId: `${ROOT}00080077` } },
      { kind: 'article', document: { ...article, attachments: [{ filename: '表.docx', path: 'no.docx' }] } },
      { kind: 'article', document: { ...article, channelId: '公司新文' } },
      { kind: 'article', document: { ...article, channelId: `${ROOT}00020009`, title: '' } },
      { kind: 'article', document: { ...article, channelId: `${ROOT}00020009` } },
      { kind: 'setting', id: 'demo', document: 'yes' },
    ],
    { at: 'today' },
  );
  expect(err.split('\n').slice(0, -1)).toEqual([
    'Nothing was published:',
    expect.stringMatching(/^act\.json#\/at: bad-format/),
    expect.stringMatching(/^act\.json#\/changes\/0\/document\/titel: unknown-field: .* Did you mean "title"\?$/),
    'act.json#/changes/1/document: missing-field: "name" is missing.',
    'act.json#/changes/3/document/attachments/0/path: unreadable-file: There is no file no.docx in the folder of act.json.',
    expect.stringMatching(/^act\.json#\/changes\/7\/document: wrong-type/),
    'act.json#/changes/5: refused by a rule of publishing: “文章“”：标题不能为空”',
    `act.json#/changes/4: refused by a rule of publishing: “文章“安排”：栏目 公司新文 不存在，是否应为 ${ROOT}00020001（公司新闻）？”`,
    expect.stringMatching(
      new RegExp(`^act\\.json#/changes/6: .*栏目 ${ROOT}00020009 不存在，是否应为 ${ROOT}0002\\d*（`),
    ),
  ]);
});

test('a definition that no longer fits the public rows is told with the act, and where the register stands', async () => {
  const row = {
    staffName: '陈明澈',
    branchName: '第一营业部',
    futuresCertNo: 'F3012345',
    management: '1',
    regDate: '2021-05-20',
  };
  await publish(database, {
    title: '名单',
    writtenBy: '甲',
    approvedBy: '乙',
    changes: [
      {
        kind: 'channel',
        document: { ...openDay, type: 2, channelId: `${ROOT}00080009`, url: 'publicChannel/futuresIB' },
      },
    ],
  });
  const rows = await act([
    {
      kind: 'rows',
      document: { definition: 'ib-staff', dataDate: '2026-11-20', department: '期货IB业务部', rows: [row] },
    },
  ]);
  expect(rows.out).toMatch(
    /\nadded rows ib-staff: 1 rows added, 0 changed, 0 withdrawn: \/publicChannel\/futuresIB\n$/,
  );
  const { $schema: _schema, ...definition } = JSON.parse(
    readFileSync(join(PAGES_DIR, 'registers/ib-staff.json'), 'utf8').replaceAll('regDate', 'registeredOn'),
  ) as Record<string, unknown>;
  expect((await act([{ kind: 'register', document: definition }], {}, '--check')).out.split('\n').slice(1, -1)).toEqual(
    [
      'added register ib-staff: /publicChannel/futuresIB',
      'warning: register ib-staff: 1 public rows hold the field regDate, which the definition does not name',
      'warning: register ib-staff: field registeredOn has no values in 1 public rows',
    ],
  );
});

test('[PS1] a good page is published and shown', async () => {
  expect(await act([{ kind: 'page', id: 'bond-investment', document: complaint }])).toEqual({
    code: 0,
    out: 'Published as no. 6.\nadded page bond-investment: on no page of the site\n',
    err: '',
  });
});
