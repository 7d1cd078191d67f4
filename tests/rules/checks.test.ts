import { describe, expect, test } from 'vitest';
import { advertWordFinder, USUAL_ADVERT_WORDS } from '#rules/checks/advert-words.ts';
import { CHECK_IDS, CHECKS, isRedLine, passedChecks, severitiesOf } from '#rules/checks/checks.ts';
import { dateAgainstTitle, isDateOfRow } from '#rules/checks/data-dates.ts';
import { personsInOffice } from '#rules/checks/departed.ts';
import { saysNothing } from '#rules/checks/file-names.ts';
import { findingCounts, findingDoubt } from '#rules/checks/findings.ts';
import { USUAL_CHECKS } from '#rules/checks/firm-checks.ts';
import { linkFault } from '#rules/checks/links.ts';
import { redLineFindings } from '#rules/checks/red-line-findings.ts';
import { isOtherName, namedCodes } from '#rules/checks/securities.ts';
import type { RedLine } from '#rules/registers/red-lines.ts';

test('[CK1] each check has a title that the reviewer reads where it passed, and is listed only where it looked', () => {
  expect(new Set(CHECK_IDS.map((id) => CHECKS[id].passed)).size).toBe(CHECK_IDS.length);
  const { severities } = USUAL_CHECKS;
  const passed = (kinds: string[], found: (typeof CHECK_IDS)[number][] = [], given = severities) =>
    passedChecks(new Set(kinds), new Set(found), given);
  expect(passed(['setting'])).toEqual(['personal-number', 'advert-word', 'public-again', 'dead-link']);
  expect(passed(['channel'])).toEqual(['personal-number', 'advert-word', 'public-again']);
  expect(passed(['setting'], ['advert-word'])).toEqual(['personal-number', 'public-again', 'dead-link']);
  expect(passed(['setting'], [], { ...severities, 'advert-word': 'off' })).not.toContain('advert-word');
  expect(passed(['article'])).toContain('dead-link');
  expect(passed(['rows'])).not.toContain('dead-link');
});

test('[CK2] numbers of persons always need a reason, or stop; other checks may be turned off', () => {
  expect(severitiesOf('personal-number')).toEqual(['reason', 'stop']);
  expect(severitiesOf('file-not-searched')).toEqual(['reason', 'stop']);
  expect(severitiesOf('advert-word')).toEqual(['off', 'note', 'reason', 'stop']);
});

test('[CK2] red lines are always listed, and may need a reason or stop; other checks do not pass in their place', () => {
  const { severities } = USUAL_CHECKS;
  const redLines = CHECK_IDS.filter(isRedLine);
  expect(redLines).toEqual(['rows-gone', 'data-date', 'ended', 'tenfold', 'ratio']);
  for (const id of redLines) expect([severitiesOf(id), severities[id]]).toEqual([['note', 'reason', 'stop'], 'note']);
  expect(passedChecks(new Set(['rows']), new Set(), severities).some(isRedLine)).toBe(false);
});

test('[CK3] a red line is a finding with its place, and of a column with many one stands for all', () => {
  const line = (more: object = {}): RedLine => ({
    rule: 'tenfold',
    register: '人员',
    column: '规模',
    row: '1007',
    before: '5 万元',
    after: '50,000 万元',
    says: '变动超过十倍',
    ...more,
  });
  const gone = line({ rule: 'rows-gone', column: '', row: '', before: '20 行', after: '9 行', says: '有 11 行将移除' });
  const many = Array.from({ length: 4 }, (_, at) => line({ rule: 'ratio', column: '比例', row: `行${at}` }));
  const found = redLineFindings({ lines: [gone, line(), ...many], more: 3 });
  expect(found.map(({ finding }) => findingDoubt(finding))).toEqual([
    '登记表“人员”（有 11 行将移除，20 行 → 9 行）：移除超过两成的数据行',
    '登记表“人员”1007 的“规模”（5 万元 → 50,000 万元）：数字变动超过十倍',
    '登记表“人员”的“比例”列（4 行以上）：比例远离其他行',
  ]);
  expect(found.at(-1)!.lines).toEqual(many);
});

test('[CK3] findings are counted by check, and a sentence begins with the place', () => {
  const number = { check: 'personal-number', place: '文章“甲”的正文第 3 段', shown: '手机号 138******00' } as const;
  const word = { check: 'advert-word', place: '文章“甲”的标题', shown: '“最佳”' } as const;
  expect(findingCounts([word, number, number])).toBe('有 2 处像是个人号码，1 处像是广告法限制的用语');
  expect(findingDoubt(number)).toBe('文章“甲”的正文第 3 段（手机号 138******00）像是个人号码');
  expect(findingDoubt(word)).toBe('文章“甲”的标题（“最佳”）：像是广告法限制的用语');
});

describe('[CK8] words of the advertising law', () => {
  const find = advertWordFinder(USUAL_ADVERT_WORDS);
  test.each<[string, string[]]>([
    ['我们有业内第一的研究团队。', ['业内第一']],
    ['本产品稳赚不赔，零风险。', ['稳赚', '零风险']],
    ['最佳的选择，最佳的服务', ['最佳']],
    ['年化 8%，保证收益', ['保证收益']],
    // parts of other words, phrases, negations, warnings and awards
    ['最近一期的最后交易日在第一季度，最高人民法院另有规定', []],
    ['申报最优五档即时成交，按对手方最优价格', []],
    ['以无风险利率折现，并履行最佳执行义务', []],
    ['本产品不保证收益，也不承诺保本', []],
    ['凡称“稳赚不赔”“内幕消息”的，都是骗局', []],
    ['公司不得承诺收益', []],
    ['荣获 2025 年度最佳投资者教育奖', []],
    ['', []],
  ])('%s', (text, words) => expect(find(text)).toEqual(words));

  test('the published list counts, and signs in it stand for themselves', () => {
    expect(advertWordFinder({ words: [], phrases: [] })('最佳')).toEqual([]);
    expect(advertWordFinder({ words: ['100%', 'a.c'], phrases: [] })('100%，abc')).toEqual(['100%']);
    expect(advertWordFinder({ words: ['第一'], phrases: ['第一季度'] })('第一季度')).toEqual([]);
    expect(advertWordFinder({ words: ['第一'], phrases: ['第一季度'] })('第一季度第一')).toEqual(['第一']);
  });
});

describe('[CK5] a data date against a title', () => {
  test.each<[string, string | null]>([
    ['折算率表（2026年11月20日）', null],
    ['折算率表（2026年11月19日）', '2026年11月19日'],
    ['折算率表20261119', '20261119'],
    ['折算率表 2026-11-20', null],
    ['2026年10月投资顾问名单', '2026年10月'],
    ['2026年11月投资顾问名单', null],
    ['2026年第三季度报告', '2026年第三季度'],
    ['2026年4季度报告', null],
    ['2026年上半年名单', '2026年上半年'],
    ['2026年下半年名单', null],
    ['2026年12月1日起执行的折算率', null],
    ['2026年11月19日发布、截至2026年11月20日', null],
    ['投资顾问名单', null],
    ['第20261119号', '20261119'],
    ['编号 120261119', null],
  ])('%s', (title, written) => expect(dateAgainstTitle(title, '2026-11-20')).toBe(written));

  test('columns that say of a row as of when it is', () => {
    const dates = ['数据日期', '更新时间', '公示日期', '到期日', '生效日期', '执业日期'];
    expect(dates.map((title) => isDateOfRow({ type: 'date', title }))).toEqual([true, true, true, false, false, false]);
    expect(isDateOfRow({ type: 'text', title: '数据日期' })).toBe(false);
  });
});

test('[CK6] addresses that cannot work are seen without calling them', () => {
  const good = [
    'https://www.sac.net.cn/',
    'http://a.example:8080/b?c=d#e',
    '/news/company',
    '#top',
    'mailto:a@b.example',
    'tel:95523',
    '//a.example/b',
    'https://中国.example/',
    '',
  ];
  expect(good.map(linkFault)).toEqual(good.map(() => null));
  const bad = [
    'www.sac.net.cn',
    'https:/www.sac.net.cn',
    'https://www',
    'https://',
    'http://localhost/a',
    'http://192.168.1.3/',
    'C:\\文档\\a.docx',
    'file:///a',
    'mailto:a',
    'https://a b.example/',
    '/console/editions/3',
    'news/company',
    'https://a..example/',
  ];
  expect(bad.filter((href) => linkFault(href) === null)).toEqual([]);
  expect(linkFault('www.sac.net.cn')).toBe('缺少 https://');
});

test('[CK7] a code with another short name, and nothing that is only longer or unknown', () => {
  expect(namedCodes('关注示例银行（990101）、示范能源(990142.SH)，代码 990118')).toEqual([
    { before: '关注示例银行', code: '990101' },
    { before: '示范能源', code: '990142' },
  ]);
  expect(isOtherName('关注示例银行', ['示例银行'], [])).toBe(false);
  expect(isOtherName('示例银行股份有限公司', ['示例银行'], [])).toBe(false);
  expect(isOtherName('关注示范能源', ['示例银行'], ['示范能源'])).toBe(true);
  expect(isOtherName('示例很行', ['示例银行'], [])).toBe(true);
  expect(isOtherName('本次发行', ['示例银行'], [])).toBe(false);
  expect(isOtherName('示范能源', [], ['示范能源'])).toBe(false);
  expect(isOtherName('ＳＴ示例', ['ST示例'], [])).toBe(false);
});

test('[CK7] persons that a sentence names by their role, as of now', () => {
  expect(personsInOffice('分析师王安认为，联系人：李某某。')).toEqual([['王安认为', '王安认', '王安'], ['李某某']]);
  expect(personsInOffice('投资顾问王安平先生')).toEqual([['王安平']]);
  expect(personsInOffice('分析师王安平认为')).toEqual([['王安平认', '王安平']]);
  expect(personsInOffice('分析师王安已离职。原投资顾问王安')).toEqual([]);
  expect(personsInOffice('王安获得表彰')).toEqual([]);
});

test('[CK10] names of files that say nothing, or tell copies apart', () => {
  const empty = [
    '新建 Microsoft Word 文档.docx',
    '1.pdf',
    '扫描0001.pdf',
    'final2.docx',
    '名单 - 副本.xlsx',
    '名单final2.xlsx',
    '微信图片_20261120093000.png',
    'IMG_2033.jpg',
    '附件1.pdf',
    '未命名.docx',
    '公告(2).pdf',
    '20261120.pdf',
    '9f86d081884c7d659a2feaa0c55ad015.pdf',
    'Book1.xlsx',
    '复件 名单.xlsx',
    '公告最终版.docx',
    '文档.pdf',
    'copy.pdf',
    '名单-copy2.xlsx',
  ];
  expect(empty.filter((name) => !saysNothing(name))).toEqual([]);
  const good = [
    '投资顾问名单.xlsx',
    '附件1：投资顾问名单.docx',
    '营业执照副本.pdf',
    '经营证券期货业务许可证（副本）.pdf',
    '2026年第三季度报告.pdf',
    '折算率表20261120.xlsx',
    '章程（2026年修订）.pdf',
    'ESG报告.pdf',
    '一.zip',
    'a.pdf',
    '图.png',
    'A股账户开户文件清单.pdf',
    '文件清单.pdf',
  ];
  expect(good.filter(saysNothing)).toEqual([]);
});
