import { describe, expect, test } from 'vitest';
import { toTraditional } from '#page/to-traditional.ts';
import { drawIn } from '#ui/script/active-script.ts';
import { scriptOf } from '#ui/script/traditional-script.ts';
import { nameFirm, withBreaks } from '#ui/phrase-breaks.ts';

/** Places to break at as |, numbers in brackets. */
const shown = (text: string, firm = '示例证券') => {
  nameFirm(firm);
  return withBreaks(text)
    .replaceAll('<wbr>', '|')
    .replaceAll('<span class="phrases__number">', '[')
    .replaceAll('</span>', ']');
};

describe('[LG10] where a title may break', () => {
  test.each([
    ['谨防假冒我公司名义的非法证券活动', '谨防假冒|我公司名义的|非法证券活动'],
    ['证券投资顾问人员名单', '证券投资顾问人员|名单'],
    ['公司走进社区开展防范宣传', '公司|走进|社区|开展|防范|宣传'],
    ['每一位从业人员、二十余类公告', '每一位从业人员、二十余类|公告'],
    ['投资者教育基地的课程', '投资者教育|基地的|课程'],
    // words that the dictionary would divide: 投资|者适当性, 营业|部经营, 工作|量为什么
    ['关于投资者适当性管理的公告', '关于|投资者|适当性|管理的|公告'],
    ['全国投资者保护宣传日活动', '全国|投资者保护|宣传日|活动'],
    ['佛山胜利路证券营业部经营证券期货业务', '佛山|胜利路|证券营业部|经营证券期货|业务'],
    ['支出进度快了，实物工作量为什么慢', '支出|进度|快了，实物|工作量|为什么慢'],
    ['中国证监会 12386 服务平台也受理投诉', '中国证监会 12386 服务|平台|也受理|投诉'],
    ['客户投诉处理办法（2026年修订）', '客户|投诉|处理|办法（2026年|修订）'],
  ])('%s', (text, marked) => {
    expect(shown(text)).toBe(marked);
  });

  test('never within the firm’s name, with or without what firms are called, whatever the words of it mean', () => {
    expect(shown('关于示例证券股份有限公司住所变更的公告')).toContain('|示例证券股份有限公司');
    expect(shown('走进华夏财富开放日', '华夏财富')).toContain('|华夏财富|');
    expect(shown('走进华夏财富开放日')).toContain('华夏|财富');
    // a name that no dictionary has
    expect(shown('假冒沅岳证券有限责任公司名义的公告')).toContain('沅岳证券有限责任公司名义的');
  });

  test('never within a number and its unit', () => {
    expect(shown('请拨打客服热线400-555-0126咨询')).toContain('客服热线|[400-555-0126]咨询');
    expect(shown('可查证券投资顾问 29 人，数据截至 2026-11-20')).toBe(
      '可查证券投资顾问 [29 人]，数据截至 [2026-11-20]',
    );
    expect(shown('2026年11月20日系统升级')).toMatch(/^2026年11月20日\|系统/);
  });

  test('the text stays what it is, and no sign of it is markup', () => {
    const text = '<b>A&B</b> 的“第一”部分 1,234.5 元（&lt;）';
    expect(withBreaks(text)).not.toContain('<b>');
    const read = withBreaks(text).replace(/<[^>]*>/g, '');
    expect(read.replaceAll('&lt;', '<').replaceAll('&amp;', '&')).toBe(text);
  });

  test('in traditional script the converted words are whole, too', () => {
    const marked = drawIn(scriptOf(toTraditional), () => shown('谨防假冒我公司名义的非法证券活动'));
    expect(marked).toBe('謹防|假冒|我公司名義的|非法證券活動');
  });
});
