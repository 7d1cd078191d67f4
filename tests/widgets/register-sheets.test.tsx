import { describe, expect, test } from 'vitest';
import type { Rows } from '#page/data-shapes.ts';
import { View as Facts } from '#widgets/register-facts/View.tsx';
import factsExample from '#widgets/register-facts/example.json';
import { View as Matrix } from '#widgets/register-matrix/View.tsx';
import matrixExample from '#widgets/register-matrix/example.json';
import { buildViewBlock, draw, textOf, type Example } from '../world/draw.tsx';

type Of<V extends (given: any) => unknown> = Example & { data: Rows; props: Parameters<V>[0]['props'] };

describe('a register as sheets of titles and values', () => {
  const { props, data, ...place } = factsExample as unknown as Of<typeof Facts>;
  const drawFacts = (change: Partial<Rows> = {}, given = props) =>
    draw(<Facts props={given} data={{ ...data, ...change }} block={buildViewBlock(place)} />);

  test('[RG2] each field is a title with its value as the type writes it; what the page fixes and what is blank is left out', () => {
    const markup = drawFacts();
    expect(markup).toContain('<h2>示例证券有限公司</h2>');
    expect(markup).toContain('<div><dt>注册资本</dt><dd>5,300,000 万元</dd></div>');
    expect(markup).toContain('<dd><a href="tel:02155500000">021-5550-0000</a></dd>');
    expect(markup).not.toContain('机构类别');
    expect(markup).not.toContain('年报');
  });

  test('a long value has the whole width', () => {
    const markup = drawFacts();
    expect(markup).toMatch(/<div class="profile__long"><dt>业务范围<\/dt>/);
    expect(markup).toMatch(/<div><dt>邮编<\/dt>/);
  });

  test('[PC7] each line is full, whichever fields are blank: a short value without a neighbour takes all of it', () => {
    const fields = Object.keys(data.rows[0]!);
    for (const blank of fields) {
      const markup = drawFacts({ rows: [{ ...data.rows[0]!, [blank]: '' }] });
      const places = [...markup.matchAll(/<div(?: class="profile__(long|alone)")?><dt>/g)].map(([, place]) => place);
      expect(places.length).toBeGreaterThan(5);
      const lines = places.map((place) => place?.[0] ?? '-').join('');
      expect([blank, lines]).toEqual([blank, expect.stringMatching(/^(?:--|l|a(?=l|$))+$/)]);
    }
  });

  test('[RG2] a file opens by its stored path, with its note', () => {
    const file = `2026/11/${'ab'.repeat(32)}.pdf`;
    const markup = drawFacts({ rows: [{ ...data.rows[0]!, attachmentInfos: file }] });
    expect(markup).toContain(
      `<a href="/static-file/${file}" target="_blank" rel="noopener">打开</a><small>公司本部公示最近一期年度报告</small>`,
    );
  });

  test('[RG4] says date, whole count and department; [RG5] offers the whole as a file', () => {
    const markup = drawFacts();
    expect(textOf(markup)).toContain('数据截至 2026-09-30 名册共 341 家 责任部门：办公室');
    expect(markup).toContain('href="/register-file/company-info.xlsx" download=""');
  });

  test('several rows are several sheets, named by the first name in them where the page names no title; none is an empty state', () => {
    const markup = drawFacts({ rows: [data.rows[0]!, { ...data.rows[0]!, companyName: '上海分公司' }], total: 2 }, {});
    expect([...markup.matchAll(/<h2>([^<]+)/g)].map(([, title]) => title)).toEqual(['示例证券有限公司', '上海分公司']);
    expect(textOf(drawFacts({ rows: [], total: 0 }))).toContain('暂无公示数据');
  });
});

describe('a register as a table with two heads', () => {
  const { props, data, ...place } = matrixExample as unknown as Of<typeof Matrix>;
  const drawMatrix = (rows = data.rows, given = props) =>
    draw(<Matrix props={given} data={{ ...data, rows }} block={buildViewBlock(place)} />);
  const tables = (markup: string) => markup.match(/<table>.*?<\/table>/g) ?? [];

  test('[RG2] has a head a row and a head a column, and a table for each group', () => {
    const [first, second, ...more] = tables(drawMatrix());
    expect(more).toEqual([]);
    expect(first).toContain('<caption>单一证券集中度</caption>');
    expect([...first!.matchAll(/<th scope="col">(?:<span.*?<\/span> )?([^<]+)/g)].map(([, title]) => title)).toEqual([
      '证券分组',
      '300%以上',
      '240%至300%',
      '180%至240%',
      '180%以下',
    ]);
    expect([...first!.matchAll(/<th scope="row">([^<]+)/g)].map(([, title]) => title)).toEqual([
      'A',
      'B',
      'C',
      'D',
      'E',
      'F',
    ]);
    expect(textOf(second!)).toContain('北交所 50% 40% 30% 20%');
  });

  test('[RG2] fractions are percents, no limit is the word of the definition, a missing cell is a dash', () => {
    expect(textOf(tables(drawMatrix())[0]!)).toContain('A 不限 100% 80% 60%');
    const holed = data.rows.filter(
      ({ secuClass, warrantRange }) => !(secuClass === 'A' && warrantRange === '180%以下'),
    );
    expect(textOf(tables(drawMatrix(holed))[0]!)).toContain('A 不限 100% 80% — B');
  });

  test('two rows for one cell are both shown', () => {
    const [row] = data.rows.filter(({ secuClass }) => secuClass === 'F');
    expect(textOf(tables(drawMatrix([...data.rows, { ...row!, limitRatio: '0.45' }]))[0]!)).toContain('F 40% / 45%');
  });

  test('scrolls sideways by keyboard below its first column', () => {
    expect(drawMatrix()).toContain(
      '<div class="matrix scroll" tabindex="0" role="region" aria-label="持仓集中度：占总资产上限（单一证券集中度）">',
    );
  });

  test('a page that names a field which the register does not show is told so', () => {
    expect(() => drawMatrix(data.rows, { ...props, value: 'limit' })).toThrow(
      'names a row, column or value that register concentration does not show',
    );
  });
});
