import { describe, expect, test } from 'vitest';
import type { Verification } from '#page/data-shapes.ts';
import { View } from '#widgets/verify-search/View.tsx';
import example from '#widgets/verify-search/example.json';
import { buildViewBlock, draw, textOf, type Example } from '../world/draw.tsx';

type Props = Parameters<typeof View>[0]['props'];

const { props, data, ...place } = example as unknown as Example & { data: Verification; props: Props };
const drawCheck = (change: Partial<Verification> = {}, address = place.address) =>
  draw(<View props={props} data={{ ...data, ...change }} block={buildViewBlock({ ...place, address })} />);

describe('the check of a person or a product', () => {
  test('has two ways with addresses of their own, and one field that keeps the way', () => {
    const markup = drawCheck({ kind: 'product' }, { kind: 'product', words: 'SZZ901' });
    expect(markup).toContain(
      '<a href="/swhysc/page">人员核验</a><a aria-current="page" href="/swhysc/page?kind=product">产品核验</a>',
    );
    expect(markup).toContain('<input type="hidden" name="kind" value="product"/>');
    expect(markup).toMatch(
      /<label for="([^"]+)">产品名称、产品代码或备案编码<\/label><input id="\1" type="search"[^>]*name="words"/,
    );
    expect(drawCheck({}, { words: '' })).not.toContain('产品核验');
  });

  test('what is found says where, since when and as of which date, and leads to the row', () => {
    const markup = drawCheck();
    expect(textOf(markup)).toContain('查到与“王谷雨”相符的公示记录 2 条');
    expect(textOf(markup)).toContain(
      '王谷雨 见于 证券投资顾问 ，自 2024-03-25 起公示，数据截至 2026-11-13 登记编号 S9901624030017',
    );
    expect(markup).toContain('href="/swhysc/publicChannel/investAdvisor?row=S9901624030017"');
    expect(drawCheck({ found: [{ ...data.found[0]!, path: '' }] })).not.toContain('查看公示记录');
    expect(textOf(drawCheck({ more: true }))).toContain('公示记录 2+ 条，仅显示前一部分');
  });

  test('who has left and what has ended is marked beside the name and said in a sentence', () => {
    const [first, second] = data.found;
    expect(textOf(drawCheck({ found: [first!] }))).not.toContain('不再');
    expect(textOf(drawCheck({ found: [second!] }))).toContain(
      '王谷雨 离岗 公示的“状态”为“离岗”，自 2026-09-16 起不再代表公司。 见于 基金销售资格人员',
    );
    expect(
      textOf(
        drawCheck({
          kind: 'product',
          found: [{ ...first!, ended: { state: '已兑付', since: '', words: '公示的“状态”为“已兑付”，不再销售。' } }],
        }),
      ),
    ).toContain('已兑付 公示的“状态”为“已兑付”，不再销售。');
  });

  test('the examples of the page stand below the box, and none where it names none', () => {
    expect(textOf(drawCheck({ kind: 'product' }))).toContain('例如：稳盈宝，或 SZZ901；大小写');
    const { staffExamples: _none, ...without } = props;
    expect(textOf(draw(<View props={without} data={data} block={buildViewBlock(place)} />))).not.toContain('例如');
  });

  test('always says which public registers of this company are searched, and offers the public queries of the associations', () => {
    for (const change of [{}, { found: [] }, { found: [], words: '' }]) {
      const markup = drawCheck(change);
      expect(textOf(markup)).toContain(
        '仅检索本公司在本网站公示的名册：证券投资顾问、基金销售资格人员、债券投资交易人员。',
      );
      expect(markup).toContain('href="https://www.sac.net.cn/" target="_blank" rel="noopener"');
    }
  });

  test('[SU18] nobody is suspected while a list that the firm keeps was not searched, and no list is named but one that was public', () => {
    const words = textOf(drawCheck({ found: [], isWhole: false }));
    expect(words).toContain('在以上名册中没有查到“王谷雨”');
    expect(words).toContain('查不到不表示不是本公司的人员');
    for (const phrase of ['请先停下来', '还有名册', '还没有公布']) expect(words).not.toContain(phrase);
    expect(textOf(drawCheck({ emptied: ['营销人员'] }))).toContain(
      '现在没有公示内容、不在检索范围内的名册：营销人员。',
    );
  });

  test('[US12] lists whose system does not answer are named; where none did, nothing is said of anybody', () => {
    expect(textOf(drawCheck({ silent: ['营销人员'], isWhole: false }))).toContain('暂时无法检索的名册：营销人员。');
    const none = textOf(drawCheck({ found: [], searched: [], silent: ['营销人员'], isWhole: false }));
    expect(none).toContain('名册暂时无法检索，请稍后再试');
    expect(none).not.toContain('没有查到');
  });

  test('nothing found is said first, with the advice and the hotline', () => {
    const markup = drawCheck({ found: [] });
    const status = markup.slice(markup.indexOf('role="status"'), markup.indexOf('verify__links'));
    expect(textOf(status)).toContain('在本公司公示的名册中没有查到“王谷雨”');
    expect(textOf(status)).toContain(props.advice[0]);
    expect(status).toContain('<a href="tel:400-555-0000">400-555-0000</a>');
    expect(markup.match(/<section class="advice/g), 'the advice is not said again below').toHaveLength(1);
  });

  test('what is found stands under its name, not under its code', () => {
    const facts = [
      { field: 'productCode', title: '产品代码', text: 'SZZ901', convert: false },
      { field: 'productName', title: '产品名称', text: '示例稳盈宝', convert: false },
    ];
    const markup = drawCheck({ kind: 'product', found: [{ ...data.found[0]!, facts }] });
    expect(markup).toContain('<h2>示例稳盈宝</h2>');
    expect(textOf(markup)).toContain('产品代码 SZZ901');
  });

  test('words that are too short are explained, not answered as not found', () => {
    const text = textOf(drawCheck({ found: [], words: ' 王 ' }));
    expect(text).toContain('太短，请至少输入 2 个字。');
    expect(text).not.toContain('没有查到');
  });

  test('before the first search nothing is said of a result', () => {
    const markup = drawCheck({ found: [], words: '' });
    expect(markup).toContain('<div role="status"></div>');
    expect(textOf(markup)).toContain('防范提示');
  });
});
