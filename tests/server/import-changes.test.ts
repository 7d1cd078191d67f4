import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runCommand, startCommand, type CommandEnd } from '../world/command.ts';
import { approveEdition } from '#server/editions/review/review-edition.ts';
import { publishEdition } from '#server/editions/publish/publish-edition.ts';
import { submitEdition } from '#server/editions/review/submit-edition.ts';
import { findRetiredChannel } from '#server/store/articles/find-article.ts';
import { hand, publishContextOf, type Hand } from '../world/editions.ts';
import { PAGES_DIR, startSite, type TestSite } from '../world/site.ts';
import { temporaryFolder } from '../world/stores.ts';

vi.setConfig({ testTimeout: 60_000 });

const folder = temporaryFolder();
const program = join(import.meta.dirname, '../../src/cli/import-changes.ts');
let site: TestSite;
let writer: Hand;
let reviewer: Hand;
let publisher: Hand;
beforeAll(async () => {
  site = await startSite();
  writer = await hand(site, '编辑甲', [{ role: 'channel-admin', channelId: '' }]);
  reviewer = await hand(site, '审核乙', [{ role: 'reviewer', channelId: '' }]);
  publisher = await hand(site, '发布丙', [{ role: 'publisher', channelId: '' }]);
});
afterAll(async () => {
  await site.end();
  folder.remove();
});

/** Output of the command for a file with these changes. */
async function check(changes: unknown[], more: object = {}, ...options: string[]): Promise<CommandEnd> {
  writeChanges(changes, more);
  return runCommand(program, ['changes.json', ...options], settings(), folder.path);
}

const settings = () => ({ DATA_DIR: dirname(site.filesDir), DATABASE_URL: site.database.url });

function writeChanges(changes: unknown[], more: object = {}): void {
  writeFileSync(join(folder.path, 'changes.json'), JSON.stringify({ title: '试验', changes, ...more }));
}

/** Saves changes as an edition, has it reviewed and publishes it. */
async function published(changes: unknown[]): Promise<CommandEnd> {
  const saved = await check(changes, {}, '--save', '--by', writer.account);
  const edition = { editionId: Number(/^Edition (\d+) is a draft/.exec(saved.out)?.[1]), version: 1 };
  await submitEdition(publishContextOf(site), writer, edition);
  await approveEdition(site.database.db, reviewer, edition);
  await publishEdition(publishContextOf(site), publisher, edition);
  return saved;
}

const publications = async () =>
  (await site.database.pool.query<{ no: number }>('select count(*)::int as no from publication')).rows[0]!.no;
const complaint = JSON.parse(readFileSync(join(PAGES_DIR, 'channels/bond-investment.json'), 'utf8')) as {
  blocks: object[];
};

test('[PS1] a page that the site would refuse is not published, and each problem is told with file, pointer and sentence', async () => {
  const page = {
    ...complaint,
    blocks: [{ ...complaint.blocks[0], widget: 'register-tabel' }, ...complaint.blocks.slice(1)],
  };
  const { code, out, err } = await check([
    { kind: 'setting', id: 'demo', document: 'yes' },
    { kind: 'page', id: 'bond-investment', document: page },
  ]);
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(
    /^Nothing was saved:\nchanges\.json#\/changes\/1\/document\/blocks\/0\/widget: unknown-widget: There is no widget "register-tabel"; .* Did you mean "register-table"\?\n/,
  );
  expect(err).toContain('\nchanges.json#/changes/0/document: wrong-type: This should be of type boolean, but is');
  expect(err).not.toMatch(/[\u4E00-\u9FFF]|\n +at /);
  expect(await publications()).toBe(1);
});

test('[PS1] [PS3] a page with another name, or with the claim of another page, is not published', async () => {
  expect((await check([{ kind: 'page', id: 'other', document: complaint }])).err).toMatch(
    /changes\.json#\/changes\/0\/document: misnamed-file: The document states the name "bond-investment"/,
  );
  const twin = { ...complaint, page: 'twin' };
  expect((await check([{ kind: 'page', id: 'twin', document: twin }])).err).toMatch(
    /^Nothing was saved:\nchanges\.json#\/changes\/0\/document\/for: equal-claims: The pages "twin" and "bond-investment" both claim/,
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
  const { err } = await check([
    { kind: 'rows', document: { definition: 'ib-staff', dataDate: '2026-11-20', department: '期货IB业务部', rows } },
  ]);
  expect(err.split('\n').slice(1, -1)).toEqual([
    'changes.json#/changes/0/document/rows/1/futuresCertNo: The row has the same key as row 1.',
    expect.stringMatching(/^changes\.json#\/changes\/0\/document\/rows\/2\/futuresCertNo: "F1" is not of the form \^F/),
    'changes.json#/changes/0/document/rows/3/regDate: A value is required.',
  ]);
  expect((await check([{ kind: 'article', id: '99999', withdraw: { reason: '无' } }])).err).toBe(
    'Nothing was saved:\nchanges.json#/changes/0: refused by a rule of publishing: “文章 99999 从未公开，无法撤下”\n',
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

test('an unknown option, a second file and half of --save are refused, and --help says what there is', async () => {
  const changes = [{ kind: 'channel', document: openDay }];
  const refused = async (...options: string[]) => {
    const { code, out, err } = await check(changes, {}, ...options);
    expect([code, out]).toEqual([2, '']);
    return err;
  };
  expect(await refused('--check')).toMatch(/^There is no option --check\.\nThe options are:\n {2}--save/);
  expect(await refused('--sav')).toMatch(/^There is no option --sav\. Did you mean --save\?/);
  expect(await refused('other.json')).toMatch(/^“other\.json” is too much\.\nUsage/);
  expect(await refused('--save')).toMatch(/^--save and --by ACCOUNT go together/);
  expect(await check(changes, {}, '--help')).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining('--save'),
  });
  expect(await publications()).toBe(1);
});

test('[RG45] a check tells what changes would do and leaves nothing behind; saved they are a draft that another person publishes', async () => {
  writeFileSync(join(folder.path, 'form.txt'), '预约表');
  const files = async () => (await site.database.pool.query('select filepath from file')).rowCount;
  const changes = [
    { kind: 'channel', document: openDay },
    { kind: 'article', document: dayArticle },
  ];
  writeChanges(changes);
  const lines = `added channel ${openDay.channelId} 开放日: /publicChannel/openDay\nadded article 安排: /publicChannel/openDay/detail/{id}\n`;
  expect(await startCommand(program, ['changes.json'], settings(), folder.path)).toEqual({
    code: 0,
    err: '',
    out: `Nothing was saved: this was a check. Published, the changes would do this:\n${lines}`,
  });
  expect([await publications(), await files()]).toEqual([1, 0]);
  expect((await check([{ kind: 'article', document: { ...dayArticle, channelId: 'nowhere' } }])).code).toBe(1);
  const { out } = await published(changes);
  expect(out).toMatch(
    new RegExp(
      `^Edition (\\d+) is a draft by ${writer.account}: /console/editions/\\1\\. Submit it there; another person reviews it\\. Published, it does this:\\n`,
    ),
  );
  expect(out.endsWith(lines)).toBe(true);
  expect([await publications(), await files()]).toEqual([2, 1]);
  const article = await site.database.db
    .selectFrom('article')
    .select(['article_id', 'attachments'])
    .where('title', '=', '安排')
    .executeTakeFirstOrThrow();
  expect(article.attachments).toMatchObject([{ filename: '表.txt', filepath: expect.stringMatching(/\.txt$/) }]);
  const articleId = article.article_id;
  const next = [
    { kind: 'channel', document: { ...openDay, name: '投资者开放日', classOrder: 98 } },
    { kind: 'article', id: String(articleId), withdraw: { reason: '取消' } },
  ];
  expect((await check(next)).out.split('\n').slice(1)).toEqual([
    `changed channel ${openDay.channelId} 投资者开放日: class_order 99 → 98, name 开放日 → 投资者开放日: /publicChannel/openDay`,
    `withdrew article ${articleId} 安排: /publicChannel/openDay/detail/${articleId}`,
    '',
  ]);
  expect((await check(changes.slice(0, 1))).out).toMatch(/\nnothing: everything is public as the file says\n$/);
  // PV1: what whoever submits it has to answer
  const dialled = [{ kind: 'article', document: { ...dayArticle, title: '值班', content: '<p>13800138000</p>' } }];
  expect((await check(dialled, {}, '--save', '--by', writer.account)).out).toMatch(
    /another person reviews it\. Look at this before:\n {2}文章“值班”的正文第 1 段（手机号 138\*{6}00）像是个人号码，提交时须逐项说明必须公开的理由\nPublished, it does this:\n/,
  );
});

test('[RG45] nobody makes a draft of what they may not write, and nothing is stored for it', async () => {
  const here = await hand(site, '编辑丁', [{ role: 'editor', channelId: `${ROOT}0002` }]);
  const changes = [{ kind: 'setting', id: 'demo', document: false }];
  const { code, err } = await check(changes, {}, '--save', '--by', here.account);
  expect([code, err]).toEqual([
    2,
    `The account ${here.account} lacks for the whole site: 撰写内容, 修改设置. Name another account, or have it given a role with these rights.\n`,
  ]);
});

test('[RT9] an id that another channel has is refused with a free one, and a channel that is meant to move leads from its old address', async () => {
  const taken = { ...openDay, channelId: `${ROOT}00080016` };
  expect((await check([{ kind: 'channel', document: taken }])).err).toBe(
    `Nothing was saved:\nchanges.json#/changes/0: refused by a rule of publishing: “栏目 ${ROOT}00080016：编号已是“投诉与纠纷调解渠道”的，其地址会由“publicChannel/complaint”改为“publicChannel/openDay”。若是新栏目，请换一个未用的编号，如 ${ROOT}00080100；若确要改变地址，请写明 "moves": true”\n`,
  );
  const moved = await published([
    { kind: 'channel', document: { ...openDay, url: 'publicChannel/openDays', moves: true } },
  ]);
  expect(moved.out).toMatch(
    /\nchanged channel \d+ 开放日: (class_order [^:]*, )?url publicChannel\/openDay → publicChannel\/openDays(, [^:]*)?: \/publicChannel\/openDays\n$/,
  );
  expect(await findRetiredChannel(site.database.db, 'publicChannel/openDay')).toMatchObject({
    successor: '/publicChannel/openDays',
  });
});

test('[RT9] the successor of a withdrawal is a page of the site, or the file is refused with what was probably meant', async () => {
  const because = async (successor: string) =>
    (await check([{ kind: 'channel', id: openDay.channelId, withdraw: { reason: '结束', successor } }], {})).err
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

test('[RG45] all problems of a file are told at once, each with its place', async () => {
  const article = { channelId: `${ROOT}00020001`, title: '安排', contentTime: '2026-11-20T09:00:00+08:00' };
  const { err } = await check(
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
    'Nothing was saved:',
    'changes.json#/at: unknown-field: Leave out "at": an edition becomes public when it is published; a plan is made in the console.',
    expect.stringMatching(/^changes\.json#\/changes\/0\/document\/titel: unknown-field: .* Did you mean "title"\?$/),
    'changes.json#/changes/1/document: missing-field: "name" is missing.',
    'changes.json#/changes/3/document/attachments/0/path: unreadable-file: There is no file no.docx in the folder of changes.json.',
    expect.stringMatching(/^changes\.json#\/changes\/7\/document: wrong-type/),
    'changes.json#/changes/5: refused by a rule of publishing: “文章“”：标题不能为空”',
    `changes.json#/changes/4: refused by a rule of publishing: “文章“安排”：栏目 公司新文 不存在，是否应为 ${ROOT}00020001（公司新闻）？”`,
    expect.stringMatching(
      new RegExp(`^changes\\.json#/changes/6: .*栏目 ${ROOT}00020009 不存在，是否应为 ${ROOT}0002\\d*（`),
    ),
  ]);
});

test('a definition that no longer fits the public rows is told with the changes, and where the register stands', async () => {
  const row = {
    staffName: '陈明澈',
    branchName: '第一营业部',
    futuresCertNo: 'F3012345',
    management: '1',
    regDate: '2021-05-20',
  };
  const futures = { ...openDay, type: 2 as const, channelId: `${ROOT}00080009`, url: 'publicChannel/futuresIB' };
  await site.publish('名单', [{ kind: 'channel', document: futures }]);
  const rows = await published([
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
  expect((await check([{ kind: 'register', document: definition }], {})).out.split('\n').slice(1, -1)).toEqual([
    'added register ib-staff: /publicChannel/futuresIB',
    'warning: register ib-staff: 1 public rows hold the field regDate, which the definition does not name',
    'warning: register ib-staff: field registeredOn has no values in 1 public rows',
  ]);
});

test('[PS1] a good page is taken', async () => {
  expect(await check([{ kind: 'page', id: 'bond-investment', document: complaint }])).toEqual({
    code: 0,
    out: 'Nothing was saved: this was a check. Published, the changes would do this:\nadded page bond-investment: on no page of the site\n',
    err: '',
  });
});
