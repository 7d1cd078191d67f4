import { expect, test } from 'vitest';
import { View } from '#widgets/report-list/View.tsx';
import example from '#widgets/report-list/example.json';
import { buildViewBlock, draw, textOf, type Example } from '../world/draw.tsx';

const markup = draw(
  <View props={example.props} data={example.data as never} block={buildViewBlock(example as unknown as Example)} />,
);
const report = (title: string) => markup.split('<li').find((part) => part.includes(title))!;

test('[FO6] a report opens its first attachment under /static-file in a new window', () => {
  expect(report('2025年度')).toMatch(
    /<a href="\/static-file\/2026\/04\/5f0c[0-9a-f]+\.pdf" target="_blank" rel="noopener">/,
  );
  expect(textOf(report('2025年度'))).toContain('PDF 412 KB');
});

test('[FO6] a report without an attachment says 暂无数据, in its line and when it is chosen', () => {
  expect(report('2026年度')).toContain('data-missing-file="暂无数据"');
  expect(report('2026年度').replace(/<svg.*?<\/svg>/s, '')).not.toMatch(/static-file/);
  expect(textOf(report('2026年度'))).toContain('暂无数据');
});

test('[FO5] one whose file is not there any more leaves the words to the site', () => {
  expect(report('2024年度')).toContain('data-missing-file=""');
});

test('one whose file was not looked for opens as an article', () => {
  expect(report('2010年度')).toContain('href="/swhysc/socialDuty/ESG/detail/20"');
});

test('no reports are an empty state', () => {
  expect(
    textOf(
      draw(
        <View
          props={{}}
          data={{ items: [], total: 0, pageNum: 1, pageSize: 9999 }}
          block={buildViewBlock(example as unknown as Example)}
        />,
      ),
    ),
  ).toContain('暂无数据');
});
