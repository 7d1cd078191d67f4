import { describe, expect, test } from 'vitest';
import type { Rows } from '#page/data-shapes.ts';
import { scaleOf } from '#widgets/register-chart/scale.ts';
import { View } from '#widgets/register-chart/View.tsx';
import example from '#widgets/register-chart/example.json';
import { buildViewBlock, draw, textOf, type Example } from '../world/draw.tsx';

type Props = Parameters<typeof View>[0]['props'];

const { props, data, ...place } = example as unknown as Example & { data: Rows; props: Props };
const row = (navDate: string, unitNav: string | null, more: Record<string, string> = {}) => ({
  fundCode: '990012',
  fundName: '示例稳健',
  navDate,
  unitNav,
  accuNav: null,
  ...more,
});
const drawChart = (rows = data.rows, address = place.address) =>
  draw(
    <View props={props} data={{ ...data, rows, total: rows.length }} block={buildViewBlock({ ...place, address })} />,
  );

describe('numbers of a product over time', () => {
  test('[RG2] the drawing is one picture with a name, and says in words from when to when, lowest and highest', () => {
    const markup = drawChart([row('2026-11-18', '1.0300'), row('2026-11-17', '1.0100'), row('2026-11-19', '1.0200')]);
    expect(markup).toContain('<svg role="img" aria-labelledby="block-chart block-said"');
    expect(markup).toContain('<title id="block-chart">示例稳健 净值走势</title>');
    expect(markup).toContain(
      '<desc id="block-said">单位净值：2026-11-17 为 1.0100，2026-11-19 为 1.0200，最低 1.0100（2026-11-17），最高 1.0300（2026-11-18）</desc>',
    );
  });

  test('draws the points in the order of their dates, however they come; what has no value is left out', () => {
    const markup = drawChart([row('2026-11-20', '1.2'), row('2026-11-15', null), row('2026-11-10', '1.0')]);
    expect(markup.match(/<polyline/g)).toHaveLength(1);
    const points = /points="([^"]+)"/
      .exec(markup)![1]!
      .split(' ')
      .map((point) => point.split(',').map(Number));
    expect(points.map(([x]) => x)).toEqual([0, 100]);
    expect(points[0]![1]).toBeGreaterThan(points[1]![1]!);
  });

  test('two lines are told apart by their stroke, each with its latest value', () => {
    const markup = drawChart();
    expect(markup.match(/<polyline class="chart__line chart__line--\d"/g)).toEqual([
      '<polyline class="chart__line chart__line--1"',
      '<polyline class="chart__line chart__line--2"',
    ]);
    expect(textOf(markup)).toMatch(/单位净值 \d\.\d{4} 最低 .* 累计净值 \d\.\d{4} 最低/);
  });

  test('[RG38] the values of the newest day are told, with rise and fall against the day before by sign and colour', () => {
    const markup = drawChart([row('2026-11-18', '1.0000'), row('2026-11-19', '1.0100'), row('2026-11-20', '0.9999')]);
    expect(textOf(markup)).toContain('2026-11-20 单位净值 0.9999 较前一日 -1.00%');
    expect(markup).toContain('<small class="chart__down">');
    expect(markup).toMatch(
      /<input [^>]*type="range" min="0" max="2" aria-valuetext="2026-11-20，单位净值 0.9999，较前一日 -1.00%"/,
    );
    expect(drawChart([row('2026-11-19', '1.0000'), row('2026-11-20', '1.0100')])).toContain(
      '<small class="chart__up">',
    );
  });

  describe('two products', () => {
    const other = (navDate: string, accuNav: string, fundCode = '990025', fundName = '示例进取') =>
      row(navDate, accuNav, { fundCode, fundName, accuNav });
    const own = [row('2026-11-17', '2.0', { accuNav: '2.0' }), row('2026-11-19', '2.2', { accuNav: '2.2' })];
    const drawTwo = (rows: Rows['rows'], compare: string, more = false) =>
      draw(
        <View
          props={{ ...props, compare: 'accuNav' }}
          data={{ ...data, rows, total: rows.length, ...(more && { more }) }}
          block={buildViewBlock({ ...place, address: { fundCode: '990012', compare } })}
        />,
      );

    test('[RG39] are drawn from the first day that both have, in percent of their value then', () => {
      const rows = [...own, other('2026-11-16', '9.0'), other('2026-11-17', '1.0'), other('2026-11-19', '0.95')];
      const markup = drawTwo(rows, '990025');
      expect(textOf(markup)).toContain('示例稳健与示例进取比较');
      expect(textOf(markup)).toContain('累计净值自 2026-11-17 起的涨跌幅');
      expect(textOf(markup)).toContain('示例稳健 +10.00%');
      expect(textOf(markup)).toContain('示例进取 -5.00%');
      expect(markup.match(/<polyline/g)).toHaveLength(2);
      expect(markup).toContain('不再比较');
    });

    test('[RG39] one product asks for the other, and says what was not found or may be meant', () => {
      expect(drawTwo(own, '')).toContain('与另一只产品比较');
      expect(textOf(drawTwo(own, '没有的'))).toContain('没有找到可以比较的“没有的”');
      const several = [...own, other('2026-11-17', '1.0'), other('2026-11-17', '1.0', '990038', '示例进取二号')];
      const markup = drawTwo(several, '进取');
      expect(textOf(markup)).toContain('请选择一只产品：');
      expect(markup.match(/<polyline/g)).toHaveLength(2);
      expect(textOf(markup)).not.toContain('比较 累计净值自');
      // only some of many are here: no other is taken for the one that is meant
      expect(textOf(drawTwo([...own, other('2026-11-17', '1.0')], '进取', true))).toContain('请选择一只产品：');
      expect(textOf(drawTwo([...own, other('2026-11-17', '1.0')], '进取'))).toContain('示例稳健与示例进取比较');
    });

    test('[RG39] without a day in common they are not compared', () => {
      expect(textOf(drawTwo([...own, other('2026-11-18', '1.0')], '990025'))).toContain('没有同一天的数据，不能比较');
    });

    test('[RG39] a product without values is told so, whatever it shall be compared with', () => {
      const markup = drawTwo([row('2026-11-17', null), other('2026-11-17', '1.0')], '990025');
      expect(textOf(markup)).toContain('没有在本页公布');
      expect(markup).not.toContain('<polyline');
    });

    test('[RG39] a page that does not say how compares nothing', () => {
      expect(drawChart()).not.toContain('与另一只产品比较');
    });
  });

  test('past performance is followed by the notice of the page', () => {
    expect(drawChart()).toContain('<p class="chart__notice">产品的过往业绩并不预示其未来表现');
  });

  test('one day is a point and no line, and words say so', () => {
    const one = drawChart([row('2026-11-19', '1.0325')]);
    expect(textOf(one)).toContain('只有一个日期的数据，尚不成走势。');
    expect(one).toContain('<circle');
  });

  test('where there is nothing to draw, words say of what, and lead back to all of which there is', () => {
    expect(textOf(drawChart([]))).toBe('所查产品没有在本页公布净值走势。 查看公布了的产品');
    const none = drawChart([row('2026-11-19', null)], { fundCode: '990012' });
    expect(textOf(none)).toContain('示例稳健没有在本页公布净值走势。');
    expect(none).toContain('<a href="/swhysc/page">查看公布了的产品</a>');
  });

  test('a product without values is not offered', () => {
    const rows = [
      row('2026-11-19', '1.0'),
      row('2026-11-19', '2.0', { fundCode: '990013', fundName: '示例成长' }),
      row('2026-11-19', null, { fundCode: '990014', fundName: '示例募集' }),
    ];
    expect(textOf(drawChart(rows, { fundCode: '' }))).toBe(
      '选择一只产品，查看净值走势： 示例稳健 990012 示例成长 990013',
    );
  });

  test('several products are no line: the visitor chooses one, by a link where the page filters by it', () => {
    const rows = [row('2026-11-19', '1.0'), row('2026-11-19', '2.0', { fundCode: '990013', fundName: '示例成长' })];
    expect(drawChart(rows, { fundCode: '' })).toContain(
      '<a href="/swhysc/page?fundCode=990013">示例成长<small> 990013</small></a>',
    );
    expect(textOf(drawChart(rows, {}))).toBe('查询一只产品，即可查看净值走势。');
    expect(drawChart(rows)).not.toContain('<svg');
    expect(textOf(drawChart([], { fundCode: '' }))).toBe('查询一只产品，即可查看净值走势。');
  });
});

describe('the scale of a chart', () => {
  const between = (from: string, to: string, low = 1, high = 1.5) =>
    scaleOf([
      { date: from, value: low },
      { date: to, value: high },
    ]);

  test('values are written in round steps that hold all of them', () => {
    const { values, down } = between('2026-01-01', '2026-02-01', 0.987, 1.431);
    expect(values.map(({ label }) => label)).toEqual(['0.90', '1.00', '1.10', '1.20', '1.30', '1.40', '1.50']);
    expect([down(1.5), down(0.9)]).toEqual([0, 100]);
  });

  test('equal values stand on a line and do not divide by nothing', () => {
    const { down, values } = between('2026-01-01', '2026-02-01', 1, 1);
    expect(Number.isFinite(down(1))).toBe(true);
    expect(values.length).toBeGreaterThan(1);
    expect(between('2026-01-01', '2026-02-01', 0, 0).values.every(({ at }) => Number.isFinite(at))).toBe(true);
  });

  test('a year is dated by months, some weeks by days; never more than five dates, none at the edges', () => {
    expect(between('2025-11-20', '2026-11-19').dates.map(({ label }) => label)).toEqual([
      '2026-01',
      '2026-04',
      '2026-07',
      '2026-10',
    ]);
    expect(between('2026-10-01', '2026-11-20').dates.map(({ label }) => label)).toEqual([
      '2026-10-05',
      '2026-10-19',
      '2026-11-02',
      '2026-11-16',
    ]);
    for (const to of ['2026-03-01', '2026-05-20', '2027-02-01', '2030-01-01', '2036-01-01']) {
      const { dates } = between('2026-01-31', to);
      expect(dates.length).toBeGreaterThan(0);
      expect(dates.length).toBeLessThanOrEqual(6);
      for (const { at } of dates) expect(at > 4 && at < 96).toBe(true);
    }
  });
});
