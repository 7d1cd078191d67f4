import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { answerCall } from '#server/api/answer-call.ts';
import { openStoredBytes } from '#server/files/stored-bytes.ts';
import { readAttachmentTexts } from '#server/store/articles/attachment-texts.ts';
import { makePdf } from '#demo/files/pdf.ts';
import { storeFile } from '#server/files/store.ts';
import { paths } from '#wire/paths.ts';
import { buildDocx } from '../world/office-files.ts';
import { article, channel, SECTION, smallWorld, startSite, type TestSite } from '../world/site.ts';

const NEWS = '00010002000100020001';
const register = (name: string) =>
  JSON.parse(
    readFileSync(new URL(`../../page-schemas/registers/${name}.json`, import.meta.url), 'utf8'),
  ) as RegisterDefinition;
const rowsOf = (name: string, rows: Record<string, string | number>[]) => ({
  kind: 'rows' as const,
  document: { definition: register(name), rows, dataDate: '2026-11-20', department: '甲部' },
});
const textOf = (parts: { text: string }[]): string => parts.map(({ text }) => text).join('');

let site: TestSite;
const missed = vi.fn();

async function store(bytes: Buffer): Promise<string> {
  return (await storeFile({ db: site.database.db, dir: site.filesDir }, { bytes, extension: 'txt' })).filepath;
}

async function search(words: string, more: Record<string, string> = {}) {
  const { envelope } = await answerCall({ ...site.deps, missed }, paths.search, { words, ...more }, 'now');
  return envelope.data as { list: any[]; rows: any[]; kinds: { kind: string; total: number }[]; total: number };
}
const kindsOf = ({ kinds }: { kinds: { kind: string; total: number }[] }) =>
  Object.fromEntries(kinds.map(({ kind, total }) => [kind, total]));

beforeAll(async () => {
  site = await startSite({
    changes: [
      ...smallWorld(),
      channel(`${SECTION}0020`, 'publicChannel/fundReferrer', '基金投资推荐人员公示', { classOrder: 20 }),
      channel(`${SECTION}0021`, 'publicChannel/sypz', '收益凭证', { classOrder: 21 }),
      channel(`${SECTION}0022`, 'publicChannel/companyInfo', '公司基本信息', { classOrder: 22 }),
      channel(`${SECTION}0008`, 'publicChannel/staff', '从业人员', { classOrder: 23 }),
      channel(`${SECTION}00080005`, 'publicChannel/bond', '债券投资交易人员', { classOrder: 24 }),
      channel('0001000200010005', 'serve', '客户服务', { classOrder: 5 }),
      channel('00010002000100050001', 'serve/help', '帮助中心', { classOrder: 1 }),
      channel('000100020001000500010001', 'serve/help/question', '常见问题', { classOrder: 1 }),
      {
        kind: 'setting' as const,
        id: 'search.words',
        document: [
          { said: ['小孩'], means: ['未成年人'] },
          { said: ['保本的'], means: ['收益凭证'] },
          { said: ['推荐头牌'], means: ['王谷雨'] },
        ],
      },
    ],
  });
  const pdf = await store(
    makePdf({
      title: '风险揭示书',
      paragraphs: ['本产品可能出现流动性冻结，请谨慎参与。'.repeat(4)],
      signature: ['示例证券'],
    }),
  );
  const docx = await store(await buildDocx('<w:p><w:r><w:t>授权委托书范本：委托人须亲笔签字。</w:t></w:r></w:p>'));
  const secret = await store(Buffer.from('仅限合格投资者：内部估值方法说明'));
  await site.publish('附件', [
    article(NEWS, '关于产品材料的公告', {
      attachments: [
        { filename: '揭示书.pdf', filepath: pdf },
        { filename: '委托.docx', filepath: docx },
        { filename: '没有送达的表格.xlsx', filepath: '' },
      ],
    }),
    article(NEWS, '一号厅启用'),
    article(NEWS, '限制材料', { riskLevel: '0004', attachments: [{ filename: '估值方法.txt', filepath: secret }] }),
    rowsOf('fund-referrer', [
      { name: '王谷雨', referrerId: '60000', orgName: '示例证券第一营业部', certNo: 'F0000000000001' },
    ]),
    rowsOf('company-info', [
      { companyType: '1', companyName: '示例证券股份有限公司', zipCode: '209911', complaintPhone: '（021）5550-7199' },
    ]),
    rowsOf('bond-investment', [
      {
        department: '固定收益部',
        bizLine: '自营',
        staffName: '赵立夏',
        post: '交易员',
        employeeNo: '800213',
        certNo: 'S9901124030017',
        officePhone: '021-55507172',
        status: '在岗',
      },
    ]),
    rowsOf('question', [
      {
        questionId: '0105',
        category: '开户与销户',
        question: '未成年人能不能开户？',
        answer: '十六周岁以上的可以申请。',
      },
      { questionId: '0106', category: '开户与销户', question: '开户收费吗？', answer: '不收费，周末也办理。' },
      { questionId: '0107', category: '软件与行情', question: '行情要收费吗？', answer: '基础行情免费。' },
    ]),
    rowsOf('income-certificate', [
      {
        prodCode: 'SZZ901',
        prodName: '示例稳盈一号',
        type: '固定',
        riskCode: '0000',
        termDays: 90,
        rate: '7.77%',
        underlying: '某保密指数',
        status: '存续',
      },
    ]),
  ]);
  await site.get('/swhysc/search');
  await site.run('attachment texts');
});
afterAll(() => site.end());

describe('attachments', () => {
  test('are found by what they say, as files of their own with the way to the article', async () => {
    for (const [words, filename] of [
      ['流动性冻结', '揭示书'],
      ['流動性凍結', '揭示书'],
      ['亲笔签字', '委托'],
    ] as const) {
      const { list } = await search(words);
      expect(
        list.map(({ kind, title, article: parent }) => [kind, textOf(title), parent.title]),
        words,
      ).toEqual([['file', filename, '关于产品材料的公告']]);
      expect(list[0].excerpt.filter(({ hit }: { hit: boolean }) => hit).length).toBeGreaterThan(0);
      expect(list[0].file).toEqual({
        filename: expect.stringContaining(filename) as string,
        filepath: expect.stringMatching(/^2\d{3}\/\d\d\//) as string,
        size: expect.any(Number) as number,
      });
    }
    const { html } = await site.get(`/swhysc/search?q=${encodeURIComponent('流动性冻结')}`);
    expect(html).toMatch(/<a class="hit__title" href="\/static-file\/[^"]+\.pdf" target="_blank"/);
    expect(html).toContain('<mark>流动性冻结</mark>');
  });

  test('that became public while their text was being read are found by it with the next publication', async () => {
    // rest of two transactions that do not see each other: the text is there, and its row knows nothing of it
    await site.database.db.updateTable('article_search').set({ body: '' }).where('filepath', '<>', '').execute();
    expect((await search('流动性冻结')) as object).toMatchObject({ partly: true });
    await site.publish('另一份', [article(NEWS, '另一份公告')]);
    await site.get('/swhysc/search');
    await site.run('attachment texts');
    expect((await search('流动性冻结')).total).toBe(1);
  });

  test('are found by their names, too', async () => {
    const { list } = await search('揭示书');
    expect(list.map(({ kind }) => kind)).toEqual(['file']);
  });

  test('[RK6] of a restricted article are found by nothing', async () => {
    for (const words of ['内部估值方法', '估值方法']) expect((await search(words)).total, words).toBe(0);
    expect(
      await site.database.db.selectFrom('file_text').select('text').where('text', 'like', '%内部估值%').execute(),
    ).toEqual([]);
  });

  test('one kind can be asked for, and each is counted whichever is chosen', async () => {
    expect(kindsOf(await search('委托'))).toEqual({ file: 1 });
    const both = await search('产品');
    const { article: articles, file: files } = kindsOf(both) as Record<string, number>;
    expect(both.total).toBe(articles! + files!);
    const narrowed = await search('产品', { kind: 'file' });
    expect([narrowed.total, narrowed.list.every(({ kind }) => kind === 'file'), kindsOf(narrowed)]).toEqual([
      files,
      true,
      kindsOf(both),
    ]);
    expect((await search('产品', { kind: 'article' })).total).toBe(articles);
  });

  test('that cannot be read are noted with the reason and not tried again; a stop in between loses none', async () => {
    const broken = await store(Buffer.from('%PDF-1.4\nnothing follows'));
    const good = await store(Buffer.from('第二份附件说的是逾期兑付安排'));
    await site.publish('坏附件', [
      article(NEWS, '附件损坏的公告', {
        attachments: [
          { filename: '坏.pdf', filepath: broken },
          { filename: '好.txt', filepath: good },
        ],
      }),
    ]);
    const paths: string[] = [];
    const ending = new AbortController();
    const reader = {
      read: async (path: string) => (paths.push(path), ending.abort(), { problem: 'ended' }),
      close: () => {},
    };
    const bytes = openStoredBytes(site.filesDir);
    await readAttachmentTexts({ db: site.database.db, bytes, reader }, ending.signal);
    expect(paths).toHaveLength(1);
    await site.get('/swhysc/search');
    await site.run('attachment texts');
    const rows = await site.database.db
      .selectFrom('file_text')
      .select(['text', 'problem'])
      .where('filepath', 'in', [broken, good])
      .orderBy('problem')
      .execute();
    expect(rows).toEqual([
      { text: '第二份附件说的是逾期兑付安排', problem: '' },
      { text: '', problem: expect.stringMatching(/.+/) as string },
    ]);
    expect((await search('逾期兑付')).total).toBe(1);
  });

  test('[PB1] of a withdrawn article are found no more', async () => {
    const filepath = await store(Buffer.from('暂时公布的临时名单'));
    const { articleIds } = await site.publish('临时', [
      article(NEWS, '临时公告', { attachments: [{ filename: '名单.txt', filepath }] }),
    ]);
    await site.get('/swhysc/search');
    await site.run('attachment texts');
    expect((await search('临时名单')).total).toBe(1);
    await site.publish('撤下', [{ kind: 'article', id: String(articleIds[0]!), withdraw: { reason: '内容有误' } }]);
    expect((await search('临时名单')).total).toBe(0);
  });
});

describe('rows of registers', () => {
  test('are found by whole names and numbers and by longer parts of them, with the way to the row', async () => {
    for (const words of ['SZZ901', '示例稳盈', '稳盈一号']) {
      const { rows } = await search(words);
      expect(
        rows.map(({ register: name, path }) => [name, path]),
        words,
      ).toEqual([['income-certificate', '/publicChannel/sypz?row=SZZ901']]);
    }
    const { html } = await site.get(`/swhysc/search?q=${encodeURIComponent('示例稳盈')}`);
    expect(html).toContain('<span class="hit__mark">公示</span>');
    // two characters stand in half of all names
    expect((await search('稳盈')).rows).toEqual([]);
  });

  test('[SE3] are found by two characters where the words name their register, too', async () => {
    for (const words of ['稳盈 收益凭证', '稳盈收益凭证有哪些'])
      expect(
        (await search(words)).rows.map(({ path }) => path),
        words,
      ).toEqual(['/publicChannel/sypz?row=SZZ901']);
    // the rest of several words stands in other cells of the row
    expect((await search('示例稳盈 固定')).rows).toHaveLength(1);
    expect((await search('示例稳盈 浮动')).rows).toHaveLength(0);
    expect((await search('稳盈 固定 收益凭证')).rows).toHaveLength(1);
    expect((await search('稳盈 浮动 收益凭证')).rows).toHaveLength(0);
    // and so does an everyday word
    expect((await search('稳盈 固定 保本的')).rows).toHaveLength(1);
    // a short name of a longer spelling
    expect((await search('固定 示例稳盈号')).rows).toHaveLength(1);
    // nothing is shown of this one until a whole name is given
    expect((await search('谷雨 基金投资推荐人员')).rows).toEqual([]);
  });

  test('[SE3] are found by a whole name beside other words without a space, which say something of the row', async () => {
    expect((await search('推荐头牌是谁')).rows.map(({ path }) => path)).toEqual([
      '/publicChannel/fundReferrer?row=60000',
    ]);
    for (const words of ['推荐人员王谷雨', '王谷雨推荐人员', '第一营业部王谷雨', '王谷雨是谁呀'])
      expect(
        (await search(words)).rows.map(({ path }) => path),
        words,
      ).toEqual(['/publicChannel/fundReferrer?row=60000']);
    for (const words of ['数据工程师王谷雨', '推荐人员王谷', '推荐人员谷雨'])
      expect((await search(words)).rows, words).toEqual([]);
  });

  test('[SE3] that hold all words are not followed by articles that hold one of them', async () => {
    expect((await search('一号')).total).toBe(1);
    expect(await search('稳盈一号')).toMatchObject({ list: [], total: 0, rows: [{ register: 'income-certificate' }] });
  });

  test('[RK6] never by a restricted field, and say nothing of it', async () => {
    for (const words of ['7.77%', '某保密指数', '示例稳盈 7.77%', '示例稳盈 某保密指数'])
      expect((await search(words)).rows, words).toEqual([]);
    expect(JSON.stringify((await search('SZZ901')).rows)).not.toMatch(/7\.77|保密/);
  });

  test('of a register that shows nothing until a search is made answer whole names and numbers only', async () => {
    for (const words of ['王谷雨', '60000'])
      expect(
        (await search(words)).rows.map(({ path }) => path),
        words,
      ).toEqual(['/publicChannel/fundReferrer?row=60000']);
    for (const words of ['王谷', '谷雨', '6000', '示例证券第一']) expect((await search(words)).rows, words).toEqual([]);
  });

  test('can be asked for alone', async () => {
    expect(await search('王谷雨', { kind: 'register' })).toMatchObject({
      list: [],
      total: 1,
      rows: [{ register: 'fund-referrer' }],
    });
  });
});

describe('[SE5] questions of a register', () => {
  const questionsIn = async (words: string, more: Record<string, string> = {}) =>
    ((await search(words, more)) as any).questions.map(({ title, path }: { title: []; path: string }) => [
      textOf(title),
      path,
    ]);
  const MINORS = ['未成年人能不能开户？', '/serve/help/question#q-0105'];
  const FEES = ['开户收费吗？', '/serve/help/question#q-0106'];

  test('are found by all terms in question and answer, an everyday word among them, the best first', async () => {
    expect(await questionsIn('小孩可以开户吗')).toEqual([MINORS]);
    expect(await questionsIn('周末开户')).toEqual([FEES]);
    // the group that it stands in is one of its words
    expect(await questionsIn('行情 软件 收费')).toEqual([['行情要收费吗？', '/serve/help/question#q-0107']]);
    expect(await questionsIn('开户')).toEqual([MINORS, FEES]);
    const { html } = await site.get(`/swhysc/search?q=${encodeURIComponent('小孩可以开户吗')}`);
    expect(html).toContain('<a class="hit__title" href="/swhysc/serve/help/question#q-0105">');
  });

  test('are found by most of what is rare where none and nothing else holds all', async () => {
    expect(await questionsIn('小孩周游世界')).toEqual([MINORS]);
    expect(((await search('小孩周游世界')) as any).partly).toBe(false);
    expect(await questionsIn('周游世界')).toEqual([]);
  });

  test('belong to no section, date or kind, and to the first page', async () => {
    const narrowed: Record<string, string>[] = [{ kind: 'article' }, { since: 'year' }, { pageNum: '2' }];
    for (const more of narrowed) expect(await questionsIn('开户', more)).toEqual([]);
  });
});

describe('more than a thousand', () => {
  beforeAll(async () => {
    const many = Array.from({ length: 1_045 }, (_, at) =>
      article(NEWS, at % 70 === 0 ? `常见长词第${at}号` : `第${at}号`, {
        content: '<p>文中有常见长词。</p>',
        contentTime: new Date(Date.UTC(2020, 0, 1, 0, at)).toISOString(),
      }),
    );
    await site.publish('许多', [
      ...many,
      article(`${SECTION}0003`, '另一栏目', {
        content: '<p>也有常见长词，共一号。</p>',
        contentTime: new Date(Date.now() - 86_400_000).toISOString(),
      }),
    ]);
    await site.publish('其后一篇', [
      article(NEWS, '有编号的', {
        content: '<p>编号为ZX900123。</p>',
        contentTime: new Date(Date.UTC(2019, 0, 1)).toISOString(),
      }),
    ]);
  });

  test('are counted as far as that, and of longer words no section is', async () => {
    const long = await search('常见长词');
    expect([long.total, (long as any).more, kindsOf(long), (long as any).sections[0].total]).toEqual([
      1_000,
      true,
      { article: null, file: null },
      null,
    ]);
    const short = await search('长词');
    expect([short.total, (short as any).more, kindsOf(short)]).toEqual([1_000, true, { article: 1_046 }]);
  });

  test('come with the words in the title first, then the newest, page by page and none twice', async () => {
    for (const words of ['常见长词', '长词']) {
      const pages = await Promise.all(['1', '2', '3'].map((pageNum) => search(words, { pageNum })));
      const titles = pages.flatMap(({ list }) => list.map(({ title }) => textOf(title)));
      const titled = Array.from({ length: 15 }, (_, at) => `常见长词第${(14 - at) * 70}号`);
      expect(titles, words).toEqual([
        ...titled,
        '另一栏目',
        ...Array.from({ length: 16 }, (_, at) => 1_044 - at)
          .filter((at) => at % 70 !== 0)
          .slice(0, 14)
          .map((at) => `第${at}号`),
      ]);
    }
    expect((await search('常见长词', { pageNum: '101' })).list).toEqual([]);
  });

  test('[SE3] of a short word that many titles hold only these are put in order, and all that hold it are counted', async () => {
    const titled = (at: number) => (at % 70 === 0 ? `常见长词第${at}号` : `第${at}号`);
    const pages = await Promise.all(['1', '20', '21'].map((pageNum) => search('号', { pageNum })));
    expect(pages.map(({ list }) => list.map(({ title }) => textOf(title)))).toEqual([
      // the first of those that are called alike stands for all
      ['一号厅启用', ...[1_044, 980, 1_043, 1_042, 1_041, 1_040, 1_039, 1_038, 1_037].map(titled)],
      Array.from({ length: 10 }, (_, at) => titled(855 - at)),
      Array.from({ length: 10 }, (_, at) => titled(845 - at)),
    ]);
    for (const page of pages)
      expect([page.total, (page as any).more, kindsOf(page)]).toEqual([1_000, true, { article: 1_048 }]);
    expect((await search('号', { section: SECTION })).total).toBe(1);
  });

  test('may be few where section or date is asked for: then they are counted', async () => {
    expect(await search('常见长词', { section: SECTION })).toMatchObject({
      total: 1,
      more: false,
      list: [{ kind: 'article' }],
    });
    expect((await search('常见长词', { kind: 'file' })).total).toBe(0);
    expect((await search('常见长词', { since: 'month' })).total).toBe(1);
  });

  test('[SE3] do not hide the one that holds the rare word, where nothing holds all', async () => {
    const everywhere = await search('长词 ZX900123');
    expect([textOf(everywhere.list[0].title), everywhere.total]).toEqual(['有编号的', 1_000]);
    // the rare word weighs more than two that are in all texts
    expect(textOf((await search('常见长词 ZX900123')).list[0].title)).toBe('有编号的');
    const here = await search('长词 ZX900123', { section: SECTION });
    expect(here.list.map(({ title }) => textOf(title))).toEqual(['另一栏目']);
  });
});

test('[SE5] a word that names many rows of a register leads to the register', async () => {
  const rows = Array.from({ length: 20 }, (_, at) => ({
    prodCode: `SZZ9${at + 10}`,
    prodName: `第${at}期步步为营`,
    type: '固定',
    riskCode: '0000',
    termDays: 90,
    rate: '1.00%',
    underlying: '某指数',
    status: '存续',
  }));
  const first = async () => ((await search('步步为营')) as any).channels[0]?.path;
  await site.publish('十九只', [rowsOf('income-certificate', rows.slice(1))]);
  expect(await first()).toBeUndefined();
  await site.publish('二十只', [rowsOf('income-certificate', rows)]);
  expect(await first()).toBe('/publicChannel/sypz');
});

describe('what is not found', () => {
  test('is noted for editors in one line, but nothing that may be a person’s', async () => {
    missed.mockClear();
    for (const words of [
      '查无此词',
      '欧阳 李小明',
      '王小明',
      '13800138000',
      'a@b.example',
      '6222 0212 3456',
      '关于产品',
    ])
      await search(words);
    await search('查无此词', { since: 'week' });
    expect(missed.mock.calls).toEqual([['查无此词']]);
  });
});

describe('[SE11] a column of a register', () => {
  const first = async (words: string) => ((await search(words)) as any).channels[0];

  test('leads to its register by its title, whatever asks around it', async () => {
    for (const words of ['统一社会信用代码', '法定代表人是谁', '公司注册资本多少', '信用代码', '成立时间', '邮政编码'])
      expect(await first(words), words).toMatchObject({ path: '/publicChannel/companyInfo' });
    expect(textOf((await first('法定代表人是谁')).excerpt)).toBe('公示表有“法定代表人（负责人）”一栏。');
  });

  test('leads to its register by one of its choices, too', async () => {
    const paths = ((await search('交易员怎么培训')) as any).channels.map(({ path }: { path: string }) => path);
    expect(paths).toContain('/publicChannel/bond');
  });

  test('[RK6] that is restricted leads nowhere', async () => {
    expect(JSON.stringify(((await search('约定年化')) as any).channels)).not.toContain('约定年化');
  });
});

describe('[SE7] a number that stands in a register', () => {
  const foundBy = async (words: string) =>
    (await search(words)).rows.map(({ title, path, facts }) => [
      title,
      path,
      facts.map(({ text }: { text: string }) => text).join(' '),
    ]);

  test('is found in a column that no condition asks for, however it is written, and is shown', async () => {
    for (const words of [
      '021-55507172',
      '02155507172',
      '55507172',
      '(021) 5550 7172',
      '赵立夏 021-55507172',
      '证书编号S9901124030017',
      '工号800213',
    ])
      expect(await foundBy(words), words).toEqual([
        ['债券投资交易人员', '/publicChannel/bond?row=800213', expect.stringMatching(/^赵立夏 /)],
      ]);
    for (const words of ['02155507199', '209911'])
      expect(await foundBy(words), words).toEqual([
        ['公司基本信息', expect.stringMatching(/^\/publicChannel\/companyInfo/), expect.any(String)],
      ]);
  });

  test('is not found by a part of it, nor beside a word that its row does not hold', async () => {
    for (const words of ['5550717', '王谷雨 021-55507172']) expect(await foundBy(words), words).toEqual([]);
  });

  test('is found once where a condition asks for its column, too', async () => {
    expect((await foundBy('S9901124030017')).map(([title]) => title)).toEqual(['债券投资交易人员']);
  });
});
