import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeSuite } from '#wire/cipher-node.ts';
import type { Envelope } from '#wire/envelope.ts';
import { CALL_BASE, paths } from '#wire/paths.ts';
import { article, channel, SECTION, smallWorld, startSite, WIRE_KEY, type TestSite } from '../world/site.ts';

const NEWS = '00010002000100020001';
const json = (path: string) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
let site: TestSite;
let calls = 0;

interface Found {
  corrected: string | null;
  partly: boolean;
  everyday: string[];
  total: number;
  list: { title: { text: string }[]; rank: number }[];
  rows: { path: string }[];
  channels: { title: string; path: string; rank: number; excerpt: { text: string; hit: boolean }[] }[];
}

const suite = nodeSuite(Buffer.from(WIRE_KEY, 'base64'));
async function search(words: string): Promise<Found> {
  calls += 1;
  const answer = await site.app.inject({
    url: `${CALL_BASE}${paths.search}?words=${encodeURIComponent(words)}`,
    remoteAddress: `10.8.${calls >> 8}.${calls & 255}`,
  });
  return (JSON.parse(suite.decrypt(answer.body)) as Envelope).data as Found;
}
const titles = ({ list }: Found): string[] => list.map(({ title }) => title.map(({ text }) => text).join(''));

beforeAll(async () => {
  site = await startSite({
    changes: [
      ...smallWorld(),
      channel('0001000200010004', 'research', '研究观点', { classOrder: 4 }),
      channel('00010002000100040001', 'research/gfwz-rd', '热点聚焦'),
      channel(`${SECTION}0021`, 'publicChannel/creditRates', '利率与费率', { classOrder: 21 }),
      article(`${SECTION}0021`, '融资利率一览'),
      article(NEWS, '网上开户需要准备什么', { content: '<p>身份证与银行卡。</p>' }),
      article(NEWS, '开户条件与办理流程', { content: '<p>期权也在营业部办理。</p>' }),
      article(NEWS, '关于调整融资融券业务费用的公告', { content: '<p>年利率由百分之八改为百分之七。</p>' }),
      article(NEWS, '新股申购额度怎样计算', { content: '<p>按市值计算。</p>' }),
      article(NEWS, '忘记交易密码怎么办', { content: '<p>在软件里重置。</p>' }),
      article(NEWS, '资产重组公告', { content: '<p>正在筹划，开沪通道不变，文号 sy、yp、pz。</p>' }),
      article(NEWS, '营业部迁址公告', { content: '<p>已经迁入。</p>' }),
      article(NEWS, '投资月报（2026年8月）', { contentTime: '2026-08-31T00:00:00Z' }),
      article(NEWS, '投资月报（2026年9月）', { contentTime: '2026-09-30T00:00:00Z' }),
      article(NEWS, '怎样读投资月报', { contentTime: '2020-01-01T00:00:00Z' }),
      article('00010002000100040001', '月度策略：投资月报', { contentTime: '2026-10-31T00:00:00Z' }),
      article(NEWS, '可转债的“债”与“股”', { contentTime: '2020-01-01T00:00:00Z' }),
      article(NEWS, '可转债的配售', { content: '<p>债与股都有规则。</p>' }),
      article(NEWS, '收益凭证发行结果公告', { content: '<p>已经发行。</p>' }),
      article(NEWS, '示例证券谈资产配置', { content: '<p>分散投资。</p>' }),
      article(NEWS, '苏知帆：二十分钟的柜台', { content: '<p>一位同事。</p>' }),
      article(NEWS, '高收益的骗局', { content: '<p>本公司提醒：收益越高越要小心。</p>' }),
      article(NEWS, '年度财务摘要', { content: '<p>净资产为一百亿元。</p>' }),
      article(NEWS, '收了钱也不能代客理财', { content: '<p>约定盈利分成同样违法。</p>' }),
      channel('0001000200010003', 'businessSector', '业务板块', { classOrder: 3 }),
      channel('00010002000100030004', 'businessSector/investBank', '投资银行'),
      { kind: 'page', id: 'sector-invest-bank', document: json('src/demo/pages/sector-invest-bank.json') },
      channel('0001000200010009', 'aboutUs', '关于我们', { classOrder: 9 }),
      channel('00010002000100090001', 'aboutUs/boardOfDirectors', '董事会'),
      channel('00010002000100090002', 'aboutUs/orgStructure', '组织架构'),
      {
        kind: 'rows',
        document: {
          definition: json('page-schemas/registers/org-unit.json'),
          rows: [
            { unitCode: 'A001', unitName: '经营管理层', unitKind: '2' },
            {
              unitCode: 'A012',
              unitName: '稽核审计部',
              parentCode: 'A001',
              unitKind: '4',
              duty: '内部审计与整改跟踪。',
            },
          ],
          dataDate: '2026-11-20',
          department: '甲部',
        },
      },
      {
        kind: 'rows',
        document: {
          definition: json('page-schemas/registers/management.json'),
          rows: [
            { category: '董事', name: '龙知帆', position: '董事', profile: '多年从业。' },
            { category: '高级管理人员', name: '龙知帆', position: '总经理', profile: '多年从业。' },
          ],
          dataDate: '2026-11-20',
          department: '甲部',
        },
      },
      {
        kind: 'setting',
        id: 'search.words',
        document: [
          { said: ['打新', '申购新股'], means: ['新股申购'] },
          { said: ['密码忘了', '卡丢了'], means: ['忘记交易密码'] },
        ],
      },
    ],
  });
});
afterAll(() => site.end());

describe('[SE2] what is asked for is read word by word', () => {
  test('words side by side are found apart, and words that only ask are not looked for', async () => {
    expect(titles(await search('融资利率'))).toContain('关于调整融资融券业务费用的公告');
    expect(
      titles(await search('怎么开户'))
        .slice(0, 2)
        .toSorted(),
    ).toEqual(['开户条件与办理流程', '网上开户需要准备什么']);
  });

  test('a character that only holds a question together belongs to no word', async () => {
    const found = await search('资产重组找谁做');
    expect([found.partly, titles(found)[0]]).toEqual([false, '资产重组公告']);
  });

  test('characters that cannot be seen are not looked for', async () => {
    expect(titles(await search('开\u200b户条\ufeff件'))[0]).toBe('开户条件与办理流程');
    expect((await search('\u200b')).total).toBe(0);
  });

  test('the words that visitors use find what the site calls it', async () => {
    for (const words of ['打新', '申购新股', '怎么打新'])
      expect(titles(await search(words))[0]).toBe('新股申购额度怎样计算');
    for (const words of ['密码忘了', '卡怎么丢了'])
      expect(titles(await search(words))[0], words).toBe('忘记交易密码怎么办');
  });

  test('the setting of these words can be changed and taken away, from one publication to the next', async () => {
    await site.publish('用词', [
      {
        kind: 'setting',
        id: 'search.words',
        document: [
          { said: ['凭证收益'], means: ['收益凭证'] },
          { said: ['行价'], means: ['利率与费率', '年利率'] },
        ],
      },
    ]);
    expect(titles(await search('凭证收益'))[0]).toBe('收益凭证发行结果公告');
    expect(titles(await search('打新'))).not.toContain('新股申购额度怎样计算');
  });
});

test('[SE3] what holds the words as they were typed in its title comes first; a channel of that name before all', async () => {
  const found = await search('开户条件');
  expect(titles(found)[0]).toBe('开户条件与办理流程');
  const named = await search('利率与费率');
  expect(named.channels[0]).toMatchObject({ title: '利率与费率' });
  expect(Math.max(...named.list.map(({ rank }) => rank), 0)).toBeLessThan(named.channels[0]!.rank);
});

test('[SE3] a title is what was typed, whatever signs either has', async () => {
  for (const words of ['可转债的债与股', '可轉債的債與股', '可转债的“债”与股'])
    expect(titles(await search(words))[0], words).toBe('可转债的“债”与“股”');
});

test('[SE3] where nothing holds all words, what holds the rarest comes first, and that some are missing is told', async () => {
  const found = await search('期权开户条件 港股通');
  expect([found.partly, titles(found)[0]]).toEqual([true, '开户条件与办理流程']);
});

test('[SE3] what few hold by chance is followed by what holds less, whatever its title', async () => {
  const [first, ...rest] = titles(await search('筹划资产文号'));
  expect(first).toBe('资产重组公告');
  expect(rest).toContain('示例证券谈资产配置');
});

test('[SE3] a channel whose name holds most of the words comes before articles that hold them somewhere', async () => {
  const { channels, list } = await search('利率 费率 调整');
  expect(channels[0]).toMatchObject({ title: '利率与费率', rank: 4 });
  expect(list[0]!.rank).toBeLessThan(4);
});

describe('[SE5] places of the site', () => {
  test('a tab is found by its own name, and leads to it', async () => {
    expect((await search('高级管理人员')).channels[0]).toMatchObject({
      title: '董事会 · 高级管理人员',
      path: '/aboutUs/boardOfDirectors?tab=executives',
    });
  });

  test('a unit of the organisation is found by its name and its duty, and its place in the tree opens', async () => {
    for (const words of ['稽核审计部是干什么的', '整改跟踪']) {
      const { rows } = await search(words);
      expect(
        rows.map(({ path }) => path),
        words,
      ).toEqual(['/aboutUs/orgStructure#unit-A012']);
    }
    expect((await site.get('/swhysc/aboutUs/orgStructure')).html).toContain(
      '<p id="unit-A012">内部审计与整改跟踪。</p>',
    );
  });

  test('a page is found by what it says itself, where few pages say so, with that place of its text', async () => {
    const { channels } = await search('首次公开发行');
    expect(channels.map(({ title }) => title)).toEqual(['投资银行']);
    expect(channels[0]!.excerpt.filter(({ hit }) => hit)[0]!.text).toBe('首次公开发行');
  });

  test('words that many names have keep no other word from naming a channel, but where one is called so', async () => {
    expect((await search('银行业务')).channels[0]!.title).toBe('投资银行');
    expect((await search('公司新闻 公告')).channels[0]!.title).toBe('公司新闻');
  });

  test('a channel that is called as an everyday word means stands before what others say of it', async () => {
    const { channels, list } = await search('行价价目表');
    expect(channels[0]!.title).toBe('利率与费率');
    expect(list.every(({ rank }) => rank < channels[0]!.rank)).toBe(true);
  });
});

test('[SE3] an everyday word that is a small part of a question does not stand for all of it', async () => {
  expect(titles(await search('替朋友买凭证收益赚了钱约定盈利分成'))[0]).toBe('收了钱也不能代客理财');
});

test('[SE3] what holds a part of what is asked for answers less well than what holds all', async () => {
  const rankOf = async (words: string) => (await search(words)).list[0]!.rank;
  expect(await rankOf('申购额度 魑魅魍魉')).toBeLessThan((await rankOf('申购额度')) / 2);
});

test('[SE3] of articles called alike but for number and date the newest stands for all; market news comes after the rest', async () => {
  expect(titles(await search('投资月报'))).toEqual([
    '投资月报（2026年9月）',
    '怎样读投资月报',
    '月度策略：投资月报',
    '投资月报（2026年8月）',
  ]);
  expect(titles(await search('投资月报 2026年8月'))[0]).toBe('投资月报（2026年8月）');
});

describe('[SE9] a full name', () => {
  test('is never answered by others of the same given name, in registers and articles', async () => {
    for (const words of ['赵知帆', '赵知帆是谁', '总经理赵知帆', '欧阳知帆']) {
      const { rows, list } = await search(words);
      expect([rows, titles({ list } as Found).filter((title) => title.includes('知帆'))], words).toEqual([[], []]);
    }
    expect(titles(await search('苏知帆是谁'))).toEqual(['苏知帆：二十分钟的柜台']);
  });

  test('that nobody has is answered by nothing that stands beside it, and that is said', async () => {
    for (const words of ['赵知帆女士在哪个柜台', '柜台赵知帆', '赵博轩 柜台']) {
      const { everyday, total, rows } = await search(words);
      expect([everyday, total, rows], words).toEqual([['柜台'], 0, []]);
    }
    expect(titles(await search('苏知帆在哪个柜台'))).toContain('苏知帆：二十分钟的柜台');
  });

  test('is found whatever asks around it, and whatever is said of anybody', async () => {
    for (const words of ['龙知帆是谁', '龙知帆是你们公司的员工吗', '总经理龙知帆'])
      expect((await search(words)).rows.length, words).toBeGreaterThan(0);
    expect((await search('龙知帆炼钢')).rows).toEqual([]);
  });

  test('is no word behind a character that is a surname, too', async () => {
    expect(titles(await search('高收益是什么'))).toContain('高收益的骗局');
    expect(titles(await search('钱收益'))).toContain('高收益的骗局');
  });
});

describe('[SE10] words of everyday talk that alone are found', () => {
  test('answer nothing, and that is said', async () => {
    for (const words of ['公司食堂吃什么', '你们公司怎么样']) {
      const found = await search(words);
      expect([found.everyday, found.total, found.channels], words).toEqual([['公司'], 0, []]);
    }
  });

  test('are looked for where they are all that was typed, and beside others', async () => {
    expect(titles(await search('公司'))).toContain('高收益的骗局');
    expect(await search('公司收益')).toMatchObject({ everyday: [] });
    // nobody who asks for 收益 means all that speak of a 公司
    expect(titles(await search('公司员工股权收益'))).toEqual(titles(await search('股权收益')));
    expect((await search('公司新闻在哪里')).channels[0]).toMatchObject({ title: '公司新闻' });
  });
});

describe('[SE4] where nothing was found, what was probably meant is looked for', () => {
  test.each([
    ['融资融卷', '融资融券'],
    ['收益凭正', '收益凭证'],
    ['shouyipingzheng', '收益凭证'],
    ['sypz', '收益凭证'],
    ["shou'yi'ping'zheng", '收益凭证'],
    ['怎么开护', '怎么开户'],
    // a word that everybody knows is no wrong one
    ['资产重申', null],
    // another character may be anything in a word of three
    ['营业路', null],
    ['zzzz', null],
  ])('%s means %s', async (typed, meant) => {
    const found = await search(typed);
    expect(found.corrected).toBe(meant);
    if (meant !== null) expect(titles(found)[0]).toContain(meant.replace('怎么', ''));
  });

  test('pinyin of several words means the words side by side', async () => {
    const found = await search('jiaoyimimawangji');
    expect([found.corrected, titles(found)[0]]).toEqual(['交易密码忘记', '忘记交易密码怎么办']);
  });

  test('pinyin is how the trade reads a word, not the commoner sound of its character', async () => {
    const { corrected } = await search('zichanchongzu');
    expect(corrected).toBe('资产重组');
  });

  test('a character that holds a sentence together is no wrong one', async () => {
    expect((await search('收益能证')).corrected).toBeNull();
    expect((await search('收益但证')).corrected).toBe('收益凭证');
  });

  test('what stands in a text of this site is no wrong word, though another one sounds like it', async () => {
    expect((await search('开护条件')).corrected).toBe('开户条件');
    expect((await search('开沪条件')).corrected).toBeNull();
    // 证券净 stands nowhere, and 净资产 does
    expect((await search('示例证券净资产')).corrected).toBeNull();
  });

  test('what is found as it was typed is never another word', async () => {
    expect((await search('收益凭证')).corrected).toBeNull();
  });
});

describe('[SE6] what is being typed is suggested', () => {
  const suggest = async (words: string): Promise<{ kind: string; text: string; path: string }[]> => {
    const answer = await site.app.inject({ url: `${CALL_BASE}${paths.suggest}?words=${encodeURIComponent(words)}` });
    return ((JSON.parse(suite.decrypt(answer.body)) as Envelope).data as { list: [] }).list;
  };

  test('channels with their way, and words of this site, by a part, pinyin or first letters', async () => {
    const channelOfRates = { kind: 'channel', text: '利率与费率', path: '/publicChannel/creditRates' };
    expect(await suggest('费率')).toContainEqual(channelOfRates);
    for (const typed of ['收益', 'shouyi', 'sypz'])
      expect(
        (await suggest(typed)).map(({ text }) => text),
        typed,
      ).toContain('收益凭证');
    expect(await suggest('lilv')).toContainEqual(channelOfRates);
    expect(await suggest('龘')).toEqual([]);
  });

  test('words are whole ones: names that the site gives, and words that everybody knows', async () => {
    const all = await Promise.all(['交易', '收益', '融资', '投资', '资产'].map(suggest));
    const words = all.flat().flatMap(({ kind, text }) => (kind === 'word' ? [text] : []));
    expect(words).not.toContain('收益凭证发行');
    expect(words.filter((word) => ['融资融券业', '交易密', '收益凭证发'].includes(word))).toEqual([]);
  });

  test('at most eight', async () => {
    for (const typed of ['公', 'g', '的']) expect((await suggest(typed)).length).toBeLessThanOrEqual(8);
  });
});
