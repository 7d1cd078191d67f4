import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Change } from '#kinds/index.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { Found, FoundThing } from '#wire/search-answers.ts';
import type { Role } from '#rules/people/staff-rights.ts';
import { discardEdition } from '#server/editions/draft/discard-edition.ts';
import { storeFile } from '#server/files/store.ts';
import { consoleOf, draftBy, hand, type Hand } from '../world/editions.ts';
import { article, channel, SECTION, smallWorld, startSite, type TestSite } from '../world/site.ts';

const ORIGIN = 'http://localhost';
const NEWS = '00010002000100020001';
const [DESK, FUNDS] = [`${SECTION}0041`, `${SECTION}0042`];
const NAME = '王砚知';

const definitionOf = (register: string, title: string): RegisterDefinition => ({
  schemaVersion: 1,
  register,
  title,
  endpoints: [],
  key: ['certNo'],
  fields: {
    certNo: { title: '证书编号', type: 'text' },
    name: { title: '姓名', type: 'text' },
    post: { title: '岗位', type: 'choice', choices: { a: '清算', b: '交易员' } },
    memo: { title: '内部备注', type: 'text' },
  },
  columns: ['certNo', 'name', 'post'],
  filters: [{ fuzzy: ['name'], name: 'fuzzyItem', title: '姓名' }],
  order: ['certNo'],
});
const [desk, funds] = [definitionOf('desk-staff', '柜台人员'), definitionOf('fund-staff', '基金人员')];
const shown = ({ register }: RegisterDefinition, url: string): Change => ({
  kind: 'page',
  id: `${register}-page`,
  document: {
    schemaVersion: 1,
    page: `${register}-page`,
    for: { url },
    layout: 'channel',
    blocks: [
      {
        id: 'rows',
        place: 'main',
        widget: 'register-table',
        source: { name: 'register', params: { register } },
      },
    ],
  },
});
type Row = Record<string, string>;
const rowsOf = (definition: RegisterDefinition, rows: Row[]): Change => ({
  kind: 'rows',
  document: { definition, rows, dataDate: '2026-11-01', department: '运营部' },
});

let site: TestSite;
let writer: Hand;
beforeAll(async () => {
  site = await startSite({
    siteUrl: ORIGIN,
    changes: [
      ...smallWorld(),
      channel(DESK, 'publicChannel/desk', '柜台人员公示', { type: 2, classOrder: 41 }),
      channel(FUNDS, 'publicChannel/funds', '基金人员公示', { type: 2, classOrder: 42 }),
      { kind: 'register', document: desk },
      { kind: 'register', document: funds },
      shown(desk, 'publicChannel/desk'),
      shown(funds, 'publicChannel/funds'),
    ],
  });
  const { filepath } = await storeFile(
    { db: site.database.db, dir: site.filesDir },
    { bytes: Buffer.from('离任审计的结论'), extension: 'txt' },
  );
  await site.publish('公示', [
    article(NEWS, '关于一名投资顾问离任的公告', { content: `<p>${NAME}（C118）不再担任本公司投资顾问。</p>` }),
    article(NEWS, '十月名单', { attachments: [{ filename: `${NAME}审计结论.txt`, filepath }] }),
    article(NEWS, '限制材料', { content: '<p>秘密收益率为百分之九。</p>', riskLevel: '0004' }),
    rowsOf(desk, [
      { certNo: 'C118', name: NAME, post: 'a', memo: '借调至海外' },
      { certNo: 'C119', name: '李示文', post: 'b', memo: '' },
    ]),
    rowsOf(funds, [{ certNo: 'F45', name: NAME, post: 'b', memo: '' }]),
  ]);
  await site.run('attachment texts');
  writer = await hand(site, '编辑甲', [{ role: 'editor', channelId: '' }]);
  await draftBy(site, writer, [article(NEWS, '年底交流活动', { content: `<p>主讲人：${NAME}。</p>` })], '活动预告');
});
afterAll(() => site.end());

const textOf = (parts: FoundThing['title']): string => parts.map(({ text }) => text).join('');
const marksOf = (parts: FoundThing['title']): string[] => parts.flatMap(({ text, hit }) => (hit ? text : []));

async function asker(role: Role, channelId = '') {
  const ask = await consoleOf(site, await hand(site, '某人', [{ role, channelId }]), ORIGIN);
  return async (words: string, group = '') => {
    const answer = await ask('GET', `/search?${new URLSearchParams({ words, ...(group && { group }) })}`);
    expect(answer.code, answer.msg).toBe('0');
    return { ...(answer.data as Found), body: answer.body };
  };
}
/** 'rows 2: 柜台人员 · 王砚知' and so on */
const linesOf = ({ groups }: Found): string[] =>
  groups.flatMap(({ group, total, list }) =>
    list.map(({ title, state }) => `${group} ${total} ${state}: ${textOf(title)}`),
  );

describe('[CS1] one search of the console', () => {
  test('finds a name in an article, two registers, the name of an attachment and a draft, each with place, excerpt and marks', async () => {
    const find = await asker('editor');
    const found = await find(NAME);
    expect(linesOf(found)).toEqual([
      'articles 1 public: 关于一名投资顾问离任的公告',
      `rows 2 public: 柜台人员 · ${NAME}`,
      `rows 2 public: 基金人员 · ${NAME}`,
      `attachments 1 public: ${NAME}审计结论.txt`,
      'editions 1 draft: 活动预告',
    ]);
    const [text, row] = [found.groups[0]!.list[0]!, found.groups[1]!.list[0]!];
    expect([text.place, textOf(text.excerpt), marksOf(text.excerpt)]).toEqual([
      '新闻资讯 / 公司新闻 · 2026-11-01',
      `${NAME}（C118）不再担任本公司投资顾问。`,
      [NAME],
    ]);
    expect([text.to, text.sitePath]).toEqual([
      expect.stringMatching(/^\/content\/\d+\/edit$/),
      expect.stringMatching(/^\/swhysc\/news\/company\/detail\/\d+$/),
    ]);
    expect(row).toMatchObject({ to: '/registers/desk-staff?words=C118', sitePath: '/swhysc/publicChannel/desk' });
    expect(row.details.map(({ label, text: cell }) => `${label} ${textOf(cell)}`)).toEqual([
      '证书编号 C118',
      `姓名 ${NAME}`,
      '岗位 清算',
      '内部备注（不公开） 借调至海外',
    ]);
  });

  test('takes parts of words, each of several, and says nothing of one character', async () => {
    const find = await asker('editor');
    expect(linesOf(await find('砚知'))).toHaveLength(5);
    expect(linesOf(await find(`c118 ${NAME}`)).map((line) => line.split(' ')[0])).toEqual(['articles', 'rows']);
    expect(linesOf(await find('离任审计的结论'))).toEqual([`attachments 1 public: ${NAME}审计结论.txt`]);
    expect((await find('王')).groups).toEqual([]);
    expect((await find('a_b%')).groups).toEqual([]);
    expect((await find("'; drop table x --")).groups).toEqual([]);
  });

  test('finds registers, channels, pages and settings by name and content, and people for those who may see them', async () => {
    const find = await asker('channel-admin');
    expect(linesOf(await find('基金人员'))).toEqual([
      'rows 1 public: 基金人员',
      'channels 1 public: 基金人员公示',
      'pages 1 public: 基金人员公示',
    ]);
    expect(linesOf(await find('fund-staff'))).toEqual([expect.stringMatching(/^pages 1 public: 基金人员公示/)]);
    expect(linesOf(await find('400-555-0000'))).toEqual([expect.stringMatching(/^settings 1 public/)]);
    expect((await find('编辑甲')).groups).toEqual([]);
    const people = await (await asker('system-admin'))('编辑甲');
    expect(linesOf(people)).toEqual(['people 1 : 编辑甲']);
    expect((await (await asker('system-admin'))(NAME)).groups).toEqual([]);
  });

  test('one group alone is answered with more of it, and words are capped', async () => {
    const find = await asker('editor');
    const [all, one] = [await find('新闻'), await find('新闻', 'articles')];
    expect([all.groups[0]!.list.length, all.groups[0]!.total]).toEqual([6, 23]);
    expect([one.groups.map(({ group }) => group), one.groups[0]!.list.length]).toEqual([['articles'], 23]);
    const ask = await consoleOf(site, writer, ORIGIN);
    expect((await ask('GET', `/search?words=${'长'.repeat(101)}`)).status).toBe(422);
  });
});

test('[LO2] the search tells names of settings in files and calls to administrators alone', async () => {
  const places = async (role: Role) =>
    (await (await asker(role))('400-555-0000')).groups.flatMap(({ list }) => list.map(({ place }) => place));
  expect(await places('channel-admin')).toEqual(['site']);
  for (const role of ['editor', 'reviewer', 'publisher', 'auditor'] as const) expect(await places(role)).toEqual(['']);
});

describe('[CS2] cells that visitors never see', () => {
  test('are found by whoever may read the register, and by nobody else', async () => {
    const find = await asker('editor', DESK);
    expect(linesOf(await find('借调'))).toEqual([`rows 1 public: 柜台人员 · ${NAME}`]);
    const other = await asker('editor', FUNDS);
    for (const words of ['借调', '借调至海外', `${NAME} 借调`]) expect((await other(words)).groups).toEqual([]);
    const found = await other(NAME);
    expect(linesOf(found)).toEqual([`rows 1 public: 基金人员 · ${NAME}`]);
    expect(found.body).not.toContain('借调');
    // nor do drafts tell them
    const draft = await draftBy(site, writer, [
      rowsOf(desk, [{ certNo: 'C121', name: '吴未定', post: 'a', memo: '待查处' }]),
    ]);
    expect(linesOf(await find('待查处'))).toEqual(['editions 1 draft: 一份稿件']);
    expect((await other('待查处')).groups).toEqual([]);
    await discardEdition(site.database.db, writer, draft);
    const { status, html } = await site.get(`/swhysc/publicChannel/desk?fuzzyItem=${encodeURIComponent('借调')}`, {
      host: 'localhost',
    });
    expect([status, html.includes('C118')]).toEqual([200, false]);
  });

  test('restricted texts are found by those who may read their channel', async () => {
    expect(linesOf(await (await asker('editor', NEWS))('秘密收益率'))).toEqual(['articles 1 public: 限制材料']);
    expect((await (await asker('editor', DESK))('秘密收益率')).groups).toEqual([]);
  });
});

describe('[CS3] editions on their way', () => {
  test('are found by their newest version, within the channels that a person may read', async () => {
    const { body } = await (await asker('editor', DESK))('主讲人');
    expect(body).not.toContain('活动预告');
    const edition = (await (await asker('reviewer', NEWS))('主讲人')).groups[0]!.list[0]!;
    expect([textOf(edition.title), textOf(edition.excerpt), edition.to]).toEqual([
      '活动预告',
      `正文：主讲人：${NAME}。`,
      expect.stringMatching(/^\/editions\/\d+$/),
    ]);
  });

  test('say of rows only what is not public as it is', async () => {
    const rows = [
      { certNo: 'C118', name: NAME, post: 'a', memo: '借调至海外' },
      { certNo: 'C119', name: '李示文', post: 'b', memo: '' },
      { certNo: 'C120', name: '赵新来', post: 'b', memo: '' },
    ];
    await draftBy(site, writer, [rowsOf(desk, rows)], '名单改动');
    const find = await asker('editor');
    expect(linesOf(await find('赵新来'))).toEqual(['editions 1 draft: 名单改动']);
    expect(linesOf(await find('李示文'))).toEqual(['rows 1 public: 柜台人员 · 李示文']);
  });

  test('say the same of the rows of a large register, which stand apart', async () => {
    const many = Array.from({ length: 1_500 }, (_, at) => ({
      certNo: `M${at}`,
      name: `示例${at}号`,
      post: 'a',
      memo: '',
    }));
    await site.publish('大表', [rowsOf(funds, many)]);
    await draftBy(
      site,
      writer,
      [
        rowsOf(
          funds,
          [...many, { certNo: 'M9', name: '钱晚到', post: 'a', memo: '' }].filter(
            ({ certNo, name }) => certNo !== 'M9' || name === '钱晚到',
          ),
        ),
      ],
      '大表改动',
    );
    const find = await asker('editor');
    expect(linesOf(await find('钱晚到'))).toEqual(['editions 1 draft: 大表改动']);
    await site.publish('大表', [rowsOf(funds, [{ certNo: 'F45', name: NAME, post: 'b', memo: '' }])]);
  });
});

test('[CS3] where more editions may have the words than are read, the number is said to be more', async () => {
  const drafts = [];
  for (let at = 0; at < 41; at += 1)
    drafts.push(await draftBy(site, writer, [article(NEWS, `分红预告${at}`)], `分红预告${at}`));
  const find = await asker('editor');
  const counted = async () => (await find('分红预告')).groups.map(({ group, total, more }) => [group, total, more]);
  expect(await counted()).toEqual([['editions', 40, true]]);
  await discardEdition(site.database.db, writer, drafts.pop()!);
  expect(await counted()).toEqual([['editions', 40, false]]);
  for (const draft of drafts) await discardEdition(site.database.db, writer, draft);
});

describe('[CS4] past versions', () => {
  test('are found where the present one has not the words, marked as withdrawn or past', async () => {
    const made = await site.publish('旧文', [
      article(NEWS, '服务介绍', { content: '<p>由孙旧名为您服务。</p>' }),
      article(NEWS, '孙旧名的专栏'),
      article(NEWS, '孙旧名仍在', { content: '<p>孙旧名</p>' }),
    ]);
    const [changed, gone, same] = made.articleIds.map(String);
    await site.publish('改文', [
      article(NEWS, '服务介绍', { articleId: Number(changed), content: '<p>由专人为您服务。</p>' } as never),
      article(NEWS, '孙旧名仍在', { articleId: Number(same), content: '<p>孙旧名，改过。</p>' } as never),
      { kind: 'article', id: gone!, withdraw: { reason: '内容有误' } },
      rowsOf(desk, [{ certNo: 'C119', name: '李示文', post: 'b', memo: '' }]),
    ]);
    const find = await asker('editor');
    const found = await find('孙旧名', 'past');
    expect(linesOf(found).toSorted()).toEqual(['past 2 past: 服务介绍', 'past 2 withdrawn: 孙旧名的专栏']);
    expect(found.groups[0]!.list[0]!.to).toMatch(/^\/past\?path=%2F/);
    expect(linesOf(await find(NAME, 'past'))).toContain(`past 1 withdrawn: 柜台人员 · ${NAME}`);
    expect((await (await asker('editor', FUNDS))('借调', 'past')).groups).toEqual([]);
    expect(linesOf(await find('孙旧名'))).toEqual(['articles 1 public: 孙旧名仍在']);
  });
});
