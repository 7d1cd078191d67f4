import { describe, expect, test } from 'vitest';
import type { Changes } from '#page/data-shapes.ts';
import { View } from '#widgets/register-changes/View.tsx';
import example from '#widgets/register-changes/example.json';
import { buildViewBlock, draw, textOf, type Example } from '../world/draw.tsx';

type Props = Parameters<typeof View>[0]['props'];

const { props, data, ...place } = example as unknown as Example & { data: Changes; props: Props };
const drawChanges = (change: Partial<Changes> = {}, address: Record<string, string> = {}) =>
  draw(
    <View
      props={props}
      data={{ ...data, ...change }}
      block={buildViewBlock({ ...place, address: { ...place.address, ...address } })}
    />,
  );
const NONE = { added: 0, removed: 0, raised: 0, lowered: 0, changed: 0 };

describe('the changes of a register between two dates', () => {
  test('the dates are chosen in a GET form of the published ones, which keeps the kind', () => {
    const markup = drawChanges({}, { kind: 'raised' });
    expect(markup).toMatch(/<form[^>]*action="\/swhysc\/page" method="get"/);
    expect(markup).toMatch(
      /<label for="block-from">较早日期<\/label><select id="block-from" name="from">.*<option value="2026-11-18" selected="">/,
    );
    expect(markup).toMatch(/<select id="block-to" name="to"><option value="2026-11-19" selected="">/);
    expect(markup).toContain('<input type="hidden" name="kind" value="raised"/>');
  });

  test('the number of each kind is a link that shows this kind alone; a kind without changes is not offered', () => {
    const markup = drawChanges(
      { counts: { ...data.counts, added: 1200, changed: 0 } },
      { kind: 'raised', pageNum: '2' },
    );
    const tabs = /<nav class="tabs".*?<\/nav>/.exec(markup)![0];
    expect(textOf(tabs)).toBe('全部 1,203 调入 1,200 调出 1 上调 1 下调 1');
    expect(tabs).toContain('<a aria-current="page" href="/swhysc/page?kind=raised">上调 1</a>');
    expect(tabs).toContain('<a href="/swhysc/page">全部');
  });

  test('a changed cell says what it was and what it is, in words that are read and by a sign that is seen; an equal one stays as it is', () => {
    const raised = drawChanges()
      .split('<tr')
      .find((row) => row.includes('知秋装备'))!;
    expect(raised).toMatch(/data-label="融资保证金比例" class="number changed"/);
    expect(textOf(raised)).toContain('上调 ↑ 上海 606118 知秋装备 原为 100.00% → ，现为 120.00% 130.00%');
    expect(raised).toContain('<del>');
    expect(raised).toContain('<ins>');
    expect(raised.match(/<del>/g)).toHaveLength(2);
  });

  test('values that differ only in how they are stored are no change', () => {
    const item = data.items.find(({ kind }) => kind === 'changed')!;
    const markup = drawChanges({ items: [{ ...item, before: { ...item.row, rzRatio: '1' } }] });
    expect(markup).not.toContain('<del>');
  });

  test('added and removed rows are told by words, not as changes of their cells', () => {
    const rows = drawChanges().split('<tr');
    expect(textOf(rows.find((row) => row.includes('云舒科技'))!)).toContain('调入 ＋');
    expect(rows.find((row) => row.includes('ST清和'))).toMatch(/^ class="change--removed"/);
    expect(rows.find((row) => row.includes('ST清和'))).not.toContain('<del>');
  });

  test('no difference is said in words, of one kind too, and the form stays', () => {
    const none = drawChanges({ items: [], total: 0, counts: NONE });
    expect(textOf(none)).toContain('两个日期之间没有变化 2026-11-18 与 2026-11-19 公布的名单相同。');
    expect(none).toContain('<form');
    expect(none).not.toContain('<table');
    expect(textOf(drawChanges({ items: [], total: 0, counts: NONE }, { kind: 'raised' }))).toContain(
      '公布的名单没有上调。',
    );
  });

  test('a list that was published fewer than two times has nothing to compare, and says so', () => {
    const once = drawChanges({ dates: ['2026-11-19'], from: '', to: '', items: [], total: 0, counts: NONE });
    expect(textOf(once)).toContain('暂无可以比较的日期 名单至今只有 2026-11-19 这一个数据日期');
    expect(once).toContain('<a href="/swhysc/serve/margin/deposit-ratio">查看名单</a>');
    expect(once).not.toContain('<form');
    expect(textOf(drawChanges({ dates: [], from: '', to: '', items: [], total: 0, counts: NONE }))).toContain(
      '名单尚未公布。',
    );
  });
});
