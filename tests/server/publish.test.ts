import type { RowsDocument } from '#kinds/rows/index.ts';
import type { Change } from '#kinds/index.ts';
import type { ArticleDocument } from '#kinds/article/index.ts';
import type { ChannelDocument } from '#kinds/channel/index.ts';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Cell } from '#page/data-shapes.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { PublicationRefused, RowProblems } from '#server/store/publication/publication-problems.ts';
import type { NewPublication } from '#server/store/publication/new-publication.ts';
import { findArticlePlace, findRetiredChannel } from '#server/store/articles/find-article.ts';
import { publish } from '#server/store/publication/publish.ts';
import { verifyLog } from '#server/store/publication/verify-log.ts';
import { createTestDatabase, emptyTables, nameStored, type TestDatabase } from '#tests/world/database.ts';
import { proved, tries } from '#tests/world/proof.ts';
import { startChild } from '#tests/world/children.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await emptyTables(
    database,
    'publication, channel, article, article_search, file, file_use, register_row, register_state, register_derived, page, setting, kept',
  );
  await nameStored(
    database,
    ...['a', 'b', 'c', 'd'].flatMap((digit) =>
      ['pdf', 'exe', 'jpg', 'png', 'svg'].map((extension) => file(digit, extension)),
    ),
  );
});

const act = (changes: Change[], more: Partial<NewPublication> = {}): NewPublication => ({
  title: '测试发布',
  writtenBy: '编辑甲',
  approvedBy: '审核乙',
  changes,
  ...more,
});
const run = (changes: Change[], more: Partial<NewPublication> = {}) => publish(database, act(changes, more));
const channel = (channelId: string, more: Partial<ChannelDocument> = {}): Change => ({
  kind: 'channel',
  document: {
    channelId,
    parentId: channelId === 'root' ? '' : 'root',
    classOrder: 1,
    url: `publicChannel/${channelId}`,
    name: `栏目${channelId}`,
    type: 1,
    ...more,
  },
});
const article = (channelId: string, more: Partial<ArticleDocument> = {}): Change => ({
  kind: 'article',
  document: {
    channelId,
    title: '公告',
    content: '<p>正文</p>',
    contentTime: new Date('2026-01-02T03:04:05Z').toISOString(),
    ...more,
  },
});
const file = (digit: string, extension = 'pdf') => `2026/01/${digit.repeat(64)}.${extension}`;

const definition: RegisterDefinition = {
  schemaVersion: 1,
  register: 'staff',
  title: '人员公示',
  endpoints: [{ path: '/wscms/v1/notice/staff' }],
  key: ['certNo'],
  fields: {
    staffName: { title: '姓名', type: 'text', required: true },
    certNo: {
      title: '证书编号',
      type: 'text',
      pattern: '^F\\d{3,8}$',
      patternHint: 'F 加 3 至 8 位数字',
      example: 'F001',
    },
    kind: { title: '类别', type: 'choice', choices: { '1': '管理人员', '0': '业务人员' } },
    regDate: { title: '登记日期', type: 'date' },
    rate: { title: '比例', type: 'percent', scale: 2 },
    secret: { title: '内部', type: 'text', restricted: true },
    photo: { title: '照片', type: 'image' },
  },
  columns: ['staffName'],
  filters: [{ fuzzy: ['staffName', 'certNo', 'kind', 'secret'], name: 'fuzzyItem', title: '姓名或编号' }],
  order: ['-rate', 'staffName'],
};
const register = (rows: Record<string, Cell>[], more: Partial<RowsDocument> = {}): Change => ({
  kind: 'rows',
  document: { definition, rows, dataDate: '2026-01-31', department: '合规部', ...more },
});
const person = (certNo: string, more: Record<string, Cell> = {}) => ({
  staffName: '王谷雨',
  certNo,
  kind: '0',
  regDate: '2026-01-02',
  ...more,
});

const refusal = async (changes: Change[], more: Partial<NewPublication> = {}): Promise<PublicationRefused> => {
  const error: unknown = await run(changes, more).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PublicationRefused);
  return error as PublicationRefused;
};
const sentences = async (changes: Change[], more: Partial<NewPublication> = {}) =>
  (await refusal(changes, more)).problems.map(({ message }) => message);
const openRows = (table: 'channel' | 'article' | 'register_row' | 'file_use') =>
  database.db.selectFrom(table).selectAll().where('public_to', 'is', null).orderBy('row_id').execute();
const kinds = async () =>
  Object.fromEntries(
    (
      await database.db
        .selectFrom('channel')
        .select(['channel_id', 'content_kind'])
        .where('public_to', 'is', null)
        .execute()
    ).map((row) => [row.channel_id, row.content_kind]),
  );

describe('one act', () => {
  it('[PB1] numbers publications without gaps, also when acts are refused and when many come at once', async () => {
    await run([channel('root')]);
    await refusal([article('nowhere')]);
    const many = await Promise.all(
      Array.from({ length: 8 }, (_, index) => run([{ kind: 'setting', id: `s${index}`, document: index }])),
    );
    expect(many.map(({ no }) => no).sort((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    expect(await verifyLog(database.db)).toEqual([]);
  });

  it('[PB1] a changed thing closes its row and opens another at the moment of the act; an unchanged one stays open', async () => {
    const at = new Date('2026-02-01T00:00:00Z');
    const first = await run([channel('root'), channel('a'), article('a'), article('a', { title: '另一篇' })], { at });
    const [one, two] = first.articleIds.slice(2) as [number, number];
    const later = new Date('2026-02-02T00:00:00Z');
    await run([article('a', { articleId: one, title: '更正' }), article('a', { articleId: two, title: '另一篇' })], {
      at: later,
    });
    const rows = await database.db.selectFrom('article').selectAll().orderBy('row_id').execute();
    expect(rows.map((row) => [row.title, row.opened_in, row.closed_in, row.public_from, row.public_to])).toEqual([
      ['公告', 1, 2, at, later],
      ['另一篇', 1, null, at, null],
      ['更正', 2, null, later, null],
    ]);
    expect(first.articleIds).toEqual([null, null, one, two]);
    expect(await database.db.selectFrom('channel').selectAll().where('public_to', 'is not', null).execute()).toEqual(
      [],
    );
  });

  it('[PB1] nothing is dated before the newest publication, also when the clock goes backwards, and nothing in the future', async () => {
    await run([channel('root')], { at: new Date('2026-03-01T00:00:00Z') });
    expect(await sentences([channel('a')], { at: new Date('2026-02-28T00:00:00Z') })).toEqual([
      expect.stringContaining('早于最近一次发布'),
    ]);
    expect(await sentences([channel('a')], { at: new Date(Date.now() + 60_000) })).toEqual([
      expect.stringContaining('在未来'),
    ]);
    const ahead = new Date(Date.now() + 3_600_000);
    await database.owner.query('update publication set at = $1', [ahead]);
    expect((await run([channel('a')])).at).toEqual(ahead);
  });

  it('tells listening servers the number of the publication, once it can be read', async () => {
    const listener = await database.connect();
    const heard: (string | undefined)[] = [];
    listener.on('notification', ({ payload }) => heard.push(payload));
    await listener.query('listen publication');
    await refusal([article('nowhere')]);
    await run([channel('root')]);
    await expect.poll(() => heard).toEqual(['1']);
    await listener.end();
  });

  it('refuses an act without author, approver or title, one that changes a thing twice, and text that cannot be stored', async () => {
    expect(await sentences([], { title: ' ', writtenBy: '', approvedBy: '' })).toHaveLength(3);
    expect(await sentences([channel('root'), channel('root')])).toEqual(['第2项与第1项修改的是同一内容']);
    expect(await sentences([channel('root'), article('root', { title: 'a\0b', content: 'x\ud800y' })])).toEqual([
      expect.stringContaining('NUL'),
      expect.stringContaining('不完整的字符'),
    ]);
    expect(await sentences([{ kind: 'setting', id: 'x', document: { deep: ['\0'] } }])).toEqual([
      expect.stringContaining('NUL'),
    ]);
    expect(await sentences([register([person('F001', { staffName: 'a\udfff' })])])).toEqual([
      '第1行“姓名”含有不完整的字符 U+DFFF（第 2 个字符）',
    ]);
    expect(await sentences([register([person('F001', { staffName: '王\u202E谷雨' })])])).toEqual([
      '第1行“姓名”含有改变文字方向的控制符 U+202E（第 2 个字符）',
    ]);
    expect(await sentences([channel('root', { name: '公\u200B告' })])).toEqual([
      '栏目 root：名称含有零宽空格 U+200B（第 2 个字符），请重新键入',
    ]);
    const disguised = article('root', {
      attachments: [
        { filename: '预约\u202Excod.exe', filepath: file('a', 'exe') },
        { filename: '预约\n表.docx', filepath: '' },
      ],
    });
    expect(await sentences([channel('root'), disguised])).toEqual([
      expect.stringMatching(
        /附件名“预约<U\+202E>xcod\.exe”含有改变文字方向的控制符 U\+202E（第 3 个字符），请重新键入$/,
      ),
    ]);
    expect(await database.db.selectFrom('publication').select('no').execute()).toEqual([]);
  });
});

describe('channels', () => {
  it('refuses bad ids, bad and equal addresses, unknown parents, cycles and references that lead nowhere, all at once', async () => {
    const found = await sentences([
      channel('root'),
      channel('bad id!'),
      channel('a', { url: '/leading' }),
      channel('b', { url: 'same' }),
      channel('c', { url: 'same' }),
      channel('d', { parentId: 'nobody' }),
      channel('e', { parentId: 'f' }),
      channel('f', { parentId: 'e' }),
      channel('g', { sameAs: 'nobody' }),
      channel('h', { url: 'javascript:alert(1)' }),
    ]);
    for (const part of [
      'bad id!',
      '/leading',
      '“same”已被栏目 b',
      'nobody 不存在',
      '形成循环',
      '所引用的栏目 nobody 不存在',
      'javascript:',
    ]) {
      expect(found.join('\n')).toContain(part);
    }
    expect(found).toHaveLength(8);
  });

  it('[CH6] several channels may lead to one external address, and a channel that shows another may share its address', async () => {
    await run([
      channel('root'),
      channel('a', { url: 'https://example.com/' }),
      channel('b', { url: 'https://example.com/' }),
      channel('c', { url: 'one' }),
      channel('d', { url: 'one', sameAs: 'c' }),
    ]);
    expect(await openRows('channel')).toHaveLength(5);
  });

  it('the order of channels within an act does not matter', async () => {
    await run([channel('child', { parentId: 'a' }), channel('a'), channel('root')]);
    expect(await openRows('channel')).toHaveLength(3);
  });

  it('[PC1] [PC2] [PS3] knows what each channel holds, and channels that show another follow it', async () => {
    await run([channel('root'), channel('a'), channel('b'), channel('same', { sameAs: 'a' })]);
    expect(await kinds()).toMatchObject({ a: 'empty', same: 'empty' });
    const first = await run([article('a')]);
    expect(await kinds()).toMatchObject({ a: 'html', same: 'html', b: 'empty' });
    const articleId = first.articleIds[0]!;
    const attachments = [{ filename: '年报.pdf', filepath: file('a') }];
    await run([article('a', { articleId, attachments })]);
    expect(await kinds()).toMatchObject({ a: 'htmlFile', same: 'htmlFile' });
    await run([article('a', { articleId, content: '<p>&nbsp;</p>', attachments })]);
    expect(await kinds()).toMatchObject({ a: 'downList', same: 'downList' });
    const second = await run([article('a')]);
    expect(await kinds()).toMatchObject({ a: 'list', same: 'list' });
    await run([article('b', { articleId })]);
    expect(await kinds()).toMatchObject({ a: 'html', b: 'html', same: 'html' });
    await run([{ kind: 'article', id: String(second.articleIds[0]!), withdraw: { reason: '更正' } }]);
    expect(await kinds()).toMatchObject({ a: 'empty', b: 'html', same: 'empty' });
    const history = await database.db
      .selectFrom('channel')
      .select(['content_kind', 'opened_in', 'closed_in'])
      .where('channel_id', '=', 'a')
      .orderBy('row_id')
      .execute();
    expect(history.map(({ content_kind }) => content_kind)).toEqual([
      'empty',
      'html',
      'htmlFile',
      'downList',
      'list',
      'html',
      'empty',
    ]);
  });

  it('[PB1] a retired channel takes its articles and files along, with reason and successor; one with sub-channels stays', async () => {
    await run([
      channel('root'),
      channel('a'),
      channel('child', { parentId: 'a' }),
      article('a', { attachments: [{ filename: 'f.pdf', filepath: file('a') }] }),
    ]);
    const retired = (channelId: string): Change => ({
      kind: 'channel',
      id: channelId,
      withdraw: { reason: '栏目合并', successor: '/publicChannel/b' },
    });
    expect(await sentences([retired('a')])).toEqual([expect.stringContaining('上级栏目 a 不存在')]);
    await run([retired('child'), retired('a')]);
    expect((await openRows('channel')).map((row) => 'channel_id' in row && row.channel_id)).toEqual(['root']);
    expect(await openRows('article')).toEqual([]);
    expect(await openRows('file_use')).toEqual([]);
    const closed = await database.db
      .selectFrom('article')
      .select(['closed_reason', 'closed_successor'])
      .executeTakeFirstOrThrow();
    expect(closed).toEqual({ closed_reason: '栏目合并', closed_successor: '/publicChannel/b' });
    expect(await verifyLog(database.db)).toEqual([]);
  });
});

describe('articles', () => {
  beforeEach(async () => {
    await run([channel('root'), channel('a'), channel('b', { sameAs: 'a' })]);
  });

  it('stores authored HTML sanitised and keeps the row open when the same is published again', async () => {
    const content = '<p style="text-align:center" onclick="x()">正文<script>alert(1)</script></p>';
    const { articleIds } = await run([article('a', { content })]);
    await run([article('a', { articleId: articleIds[0]!, content })]);
    const rows = await database.db.selectFrom('article').select(['content', 'closed_in']).execute();
    expect(rows).toEqual([{ content: '<p class="align-center">正文</p>', closed_in: null }]);
  });

  it('refuses unknown channels and articles, bad risk levels, times and file paths', async () => {
    const found = await sentences([article('nowhere'), article(''), article('b'), article('a', { articleId: 999 })]);
    expect(found).toEqual([
      expect.stringContaining('文章 999 不存在'),
      expect.stringContaining('栏目 nowhere 不存在'),
      expect.stringContaining('栏目还没有选择'),
      expect.stringContaining('请发布到原栏目 a'),
    ]);
    const bad = article('a', {
      title: '',
      riskLevel: '7',
      contentTime: 'x',
      image: '../../etc/passwd',
      attachments: [{ filename: 'x', filepath: '/static-file/x' }],
    });
    expect(await sentences([bad])).toHaveLength(5);
  });

  it('[AC10] an article without a time has that of its publication, one with a time keeps it', async () => {
    const { at, articleIds } = await run([
      article('a', { contentTime: '' }),
      article('a', { contentTime: '2020-01-05T09:30:00+08:00' }),
    ]);
    const rows = await database.db
      .selectFrom('article')
      .select(['article_id', 'content_time'])
      .where('article_id', 'in', articleIds.map(Number))
      .orderBy('article_id')
      .execute();
    expect(rows.map(({ content_time }) => content_time.toISOString())).toEqual([
      at.toISOString(),
      '2020-01-05T01:30:00.000Z',
    ]);
  });

  it('shows exactly the files of its attachments, image and body, under their names and its risk level', async () => {
    const body = `<p><img src="/static-file/${file('c', 'png')}"><a href="/static-file/${file('d')}">x</a></p>`;
    const { articleIds } = await run([
      article('a', {
        content: body,
        image: file('b', 'jpg'),
        attachments: [
          { filename: '年报.pdf', filepath: file('a') },
          { filename: '遗失.pdf', filepath: '' },
        ],
      }),
    ]);
    const uses = async () =>
      (await openRows('file_use')).map(
        (row) => 'filepath' in row && [row.filepath, row.filename, row.risk_level, row.used_by],
      );
    const usedBy = `article:${articleIds[0]}`;
    expect(await uses()).toEqual([
      [file('a'), '年报.pdf', null, usedBy],
      [file('b', 'jpg'), 'bbbbbbbbbbbb.jpg', null, usedBy],
      [file('c', 'png'), 'cccccccccccc.png', null, usedBy],
      [file('d'), 'dddddddddddd.pdf', null, usedBy],
    ]);
    await run([
      article('a', {
        articleId: articleIds[0]!,
        riskLevel: '0003',
        attachments: [{ filename: '年报.pdf', filepath: file('a') }],
      }),
    ]);
    expect(await uses()).toEqual([[file('a'), '年报.pdf', '0003', usedBy]]);
    await run([{ kind: 'article', id: String(articleIds[0]!), withdraw: { reason: '更正' } }]);
    expect(await uses()).toEqual([]);
  });

  it('a withdrawal needs a reason and a public article; a withdrawn article may come back under its id', async () => {
    const { articleIds } = await run([article('a')]);
    const articleId = articleIds[0]!;
    expect(
      await sentences([
        { kind: 'article', id: String(articleId), withdraw: { reason: ' ', successor: 'https://evil.example/' } },
      ]),
    ).toHaveLength(2);
    expect(
      await sentences([
        { kind: 'article', id: String(articleId), withdraw: { reason: '更正', successor: '/swhysc/news/company' } },
      ]),
    ).toEqual(['替代内容“/swhysc/news/company”应写作“/news/company”：站内路径不带 /swhysc']);
    await run([{ kind: 'article', id: String(articleId), withdraw: { reason: '更正' } }]);
    expect(await sentences([{ kind: 'article', id: '99999', withdraw: { reason: '更正' } }])).toEqual([
      '文章 99999 从未公开，无法撤下',
    ]);
    await run([article('a', { articleId })]);
    expect(await openRows('article')).toHaveLength(1);
  });
});

describe('withdrawn again', () => {
  it('[RT9] [PB3] gives another reason and successor to what is withdrawn already, and the log stays true', async () => {
    const { articleIds } = await run([
      channel('root'),
      channel('old'),
      channel('kept'),
      article('old'),
      article('kept'),
    ]);
    const articleId = articleIds[4]!;
    await run([
      { kind: 'article', id: String(articleId), withdraw: { reason: '错字', successor: '/nowhere' } },
      { kind: 'channel', id: 'old', withdraw: { reason: '错字' } },
    ]);
    // a moment that neither publication has
    await sleep(5);
    const between = new Date();
    await sleep(5);
    await run([
      { kind: 'article', id: String(articleId), withdraw: { reason: '更正', successor: '/publicChannel/kept' } },
      { kind: 'channel', id: 'old', withdraw: { reason: '合并', successor: '/publicChannel/kept' } },
    ]);
    expect((await findArticlePlace(database.db, 'now', articleId))?.withdrawn).toMatchObject({
      reason: '更正',
      successor: '/publicChannel/kept',
    });
    expect((await findArticlePlace(database.db, between, articleId))?.withdrawn).toMatchObject({
      reason: '错字',
      successor: '/nowhere',
    });
    expect(await findRetiredChannel(database.db, 'publicChannel/old')).toMatchObject({
      reason: '合并',
      successor: '/publicChannel/kept',
    });
    expect([await openRows('article'), Object.keys(await kinds()).sort()]).toEqual([[], ['kept', 'root']]);
    expect(await sentences([{ kind: 'channel', id: 'never', withdraw: { reason: '合并' } }])).toEqual([
      '栏目 never 从未公开，无法停用',
    ]);
    expect(await verifyLog(database.db)).toEqual([]);
  });
});

describe('registers', () => {
  const state = () =>
    database.db
      .selectFrom('register_state')
      .select(['data_date', 'row_count', 'department'])
      .where('public_to', 'is', null)
      .execute();

  it('[PB1] compares rows by key: added, changed and removed ones are dated, equal ones stay open', async () => {
    await run([register([person('F001'), person('F002'), person('F003')])]);
    await run([
      register([person('F003'), person('F001', { staffName: '李清和' }), person('F004')], { dataDate: '2026-02-28' }),
    ]);
    const rows = await database.db
      .selectFrom('register_row')
      .select(['key', 'opened_in', 'closed_in'])
      .orderBy('row_id')
      .execute();
    expect(
      rows
        .slice(0, 3)
        .map(({ key, closed_in }) => [key, closed_in])
        .sort(),
    ).toEqual([
      ['F001', 2],
      ['F002', 2],
      ['F003', null],
    ]);
    expect(
      rows
        .slice(3)
        .map(({ key, opened_in }) => [key, opened_in])
        .sort(),
    ).toEqual([
      ['F001', 2],
      ['F004', 2],
    ]);
    expect(await state()).toEqual([{ data_date: '2026-02-28', row_count: 3, department: '合规部' }]);
    expect(await verifyLog(database.db)).toEqual([]);
  });

  it('an empty register may be published, and a field added to the definition changes no row', async () => {
    await run([register([])]);
    expect(await state()).toEqual([{ data_date: '2026-01-31', row_count: 0, department: '合规部' }]);
    await run([register([person('F001')])]);
    await run([
      register([person('F001', { note: '' })], {
        definition: { ...definition, fields: { ...definition.fields, note: { title: '备注', type: 'text' } } },
      }),
    ]);
    expect(await database.db.selectFrom('register_row').select('opened_in').execute()).toEqual([{ opened_in: 2 }]);
  });

  it('[RG3] orders rows by the definition: numbers as numbers, text by code point, empty cells last', async () => {
    const order = async () =>
      (
        await database.db
          .selectFrom('register_row')
          .select('key')
          .where('public_to', 'is', null)
          .orderBy('sort_no')
          .execute()
      ).map(({ key }) => key);
    await run([
      register([
        person('F001', { rate: 9 }),
        person('F002', { rate: '10.5' }),
        person('F003'),
        person('F004', { rate: 9, staffName: '丁安澜' }),
      ]),
    ]);
    expect(await order()).toEqual(['F002', 'F004', 'F001', 'F003']);
    await run([
      register([
        person('F003', { rate: 100 }),
        person('F001', { rate: 9 }),
        person('F002', { rate: '10.5' }),
        person('F004', { rate: 9, staffName: '丁安澜' }),
        person('F005', { rate: 9.5 }),
      ]),
    ]);
    expect(await order()).toEqual(['F003', 'F002', 'F005', 'F004', 'F001']);
  });

  it('[RG3] keeps a search text a fuzzy filter without width, case and spaces, and without restricted fields', async () => {
    await run([register([person('F001', { staffName: 'Ａ 王Gu', secret: '密' })])]);
    expect((await database.db.selectFrom('register_row').select('search').executeTakeFirstOrThrow()).search).toEqual({
      fuzzyItem: 'a王gu\nf001\n业务人员',
    });
  });

  it('[RG2] names every wrong cell at once, with its row, field and what would be right', async () => {
    const error = await refusal([
      register([
        person('F001', { staffName: '' }),
        person('X1', { kind: '2', regDate: '2026-02-30', rate: 1.234 }),
        person('F003', { extra: 'x', photo: 'a.png' }),
        person('F001'),
        person(''),
      ]),
    ]);
    expect(error).toBeInstanceOf(RowProblems);
    const rows = (error as RowProblems).rows;
    expect(rows.map(({ row, field, message, expected }) => [row, field, message, expected])).toEqual([
      [1, 'staffName', '第1行“姓名”不能为空', '必填'],
      [2, 'certNo', '第2行“证书编号”格式不正确', 'F 加 3 至 8 位数字，例如 F001'],
      [2, 'kind', '第2行“类别”格式不正确', '以下之一：0（业务人员）、1（管理人员）'],
      [2, 'regDate', '第2行“登记日期”格式不正确', '日期，如 2026-01-31'],
      [2, 'rate', '第2行“比例”格式不正确', '数字，小数不超过2位'],
      [3, 'extra', '第3行有登记表未定义的字段“extra”', expect.stringContaining('staffName')],
      [3, 'photo', '第3行“照片”格式不正确', expect.stringContaining('已入库')],
      [4, 'certNo', '第4行与第1行重复', '证书编号不能重复'],
      [5, 'certNo', '第5行“证书编号”不能为空', '必填'],
    ]);
    expect(await database.db.selectFrom('register_row').select('key').execute()).toEqual([]);
  });

  it('closes and opens one row where one of 5,000 changed', async () => {
    const rows = Array.from({ length: 5_000 }, (_, index) =>
      person(`F${String(index).padStart(6, '0')}`, { rate: index % 90 }),
    );
    await run([register(rows)]);
    await run([register([...rows.slice(1), person('F999999', { rate: 45 })])]);
    expect(
      await database.db.selectFrom('register_row').select('row_id').where('opened_in', '=', 2).execute(),
    ).toHaveLength(1);
  });

  it('shows the images of its rows', async () => {
    await run([register([person('F001', { photo: file('a', 'svg') }), person('F002', { photo: file('b', 'svg') })])]);
    await run([register([person('F001', { photo: file('a', 'svg') })])]);
    expect((await openRows('file_use')).map((row) => 'filepath' in row && [row.filepath, row.used_by])).toEqual([
      [file('a', 'svg'), 'register:staff'],
    ]);
  });
});

describe('a killed publication', () => {
  const child = fileURLToPath(new URL('publish-in-child.ts', import.meta.url));

  it('[PB1] is there whole or not at all, whenever the process is killed', async () => {
    await run([channel('root'), channel('a')]);
    let [whole, none] = [0, 0];
    // the first runs to its end and tells how many lines there are; the others are killed after so many of them
    let lines = Infinity;
    const runs = tries(7, 60);
    for (let at = 0; at < runs; at++) {
      const before = Number(
        (
          await database.db
            .selectFrom('publication')
            .select(({ fn }) => fn.max('no').as('no'))
            .executeTakeFirstOrThrow()
        ).no,
      );
      const process = startChild(globalThis.process.execPath, [child, database.url, String(at)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const killAfter = at === 0 ? Infinity : 1 + Math.round(((lines - 2) * (at - 1)) / (runs - 2));
      let read = 0;
      for await (const line of createInterface({ input: process.stdout! })) {
        read++;
        if (line === 'published') lines = Math.min(lines, read);
        if (read === killAfter || line === 'published') break;
      }
      process.kill('SIGKILL');
      if (process.exitCode === null && process.signalCode === null) await once(process, 'exit');
      // the server's side of the connection ends a moment after the process
      await expect
        .poll(
          async () =>
            (
              await database.owner.query(
                "select 1 from pg_stat_activity where datname = current_database() and application_name = 'killed'",
              )
            ).rowCount,
          { timeout: 30_000 },
        )
        .toBe(0);
      const rows = await database.db.selectFrom('register_row').select('key').where('opened_in', '>', before).execute();
      const articles = await database.db
        .selectFrom('article')
        .select('title')
        .where('opened_in', '>', before)
        .execute();
      const entries = await database.db.selectFrom('publication').select('no').where('no', '>', before).execute();
      expect([
        [0, 0, 0],
        [4_000, 50, 1],
      ]).toContainEqual([rows.length, articles.length, entries.length]);
      if (entries.length > 0) whole++;
      else none++;
    }
    expect(await verifyLog(database.db)).toEqual([]);
    expect(whole).toBeGreaterThan(0);
    expect(none).toBeGreaterThan(0);
    proved({
      fault: 'kill -9 of a publication of 4,051 changes',
      tries: runs,
      outcome: `${whole} whole, ${none} not begun, 0 half done`,
    });
  }, 600_000);
});
