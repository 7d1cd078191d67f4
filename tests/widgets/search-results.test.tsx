import { expect, test } from 'vitest';
import type { Hits } from '#page/data-shapes.ts';
import { View } from '#widgets/search-results/View.tsx';
import example from '#widgets/search-results/example.json';
import { buildViewBlock, draw, textOf, type Example } from '../world/draw.tsx';

type Props = Parameters<typeof View>[0]['props'];

const { props, data, ...place } = example as unknown as Example & { data: Hits; props: Props };
const summaryOf = (change: Partial<Hits>) =>
  textOf(
    /role="status"[^>]*>(.*?)<\/p>/.exec(
      draw(
        <View
          props={props}
          data={{ ...data, words: '证券', more: false, questions: [], ...change }}
          block={buildViewBlock(place)}
        />,
      ),
    )![1]!,
  );

test('what was found is counted as it is filtered: articles and files apart from rows of registers', () => {
  const kinds: Hits['kinds'] = [{ kind: 'register', total: 12 }];
  expect(summaryOf({ total: 4, kinds })).toBe('找到与“证券”有关的文章和附件 4 条，公示表 12 条');
  expect(summaryOf({ total: 4, rows: [] })).toBe('找到 4 条与“证券”有关的内容');
  expect(summaryOf({ total: 0, items: [], kinds })).toBe('没有与“证券”有关的文章或附件，但公示表中有 12 条');
  const { questions } = data;
  expect(summaryOf({ total: 4, kinds, questions })).toBe('找到与“证券”有关的问答 1 条，文章和附件 4 条，公示表 12 条');
  expect(summaryOf({ total: 0, items: [], rows: [], questions })).toBe('找到与“证券”有关的问答 1 条');
  expect(summaryOf({ total: 0, items: [], rows: [], channels: [] })).toBe('没有找到与“证券”有关的内容');
  expect(
    summaryOf({
      total: 0,
      items: [],
      rows: [],
      channels: [{ title: '证券', path: '/a', rank: 9, marked: [], excerpt: [] }],
    }),
  ).toBe('没有找到与“证券”有关的文章或附件，找到 1 个栏目');
});

test('[SE5] where more rows were found than stand in the list, a link leads to all of them', () => {
  const drawn = (total: number, kind = '') =>
    draw(
      <View
        props={props}
        data={{ ...data, kinds: [{ kind: 'register', total }] }}
        block={buildViewBlock({ ...place, address: { ...place.address, kind } })}
      />,
    );
  expect(drawn(16)).toMatch(/href="[^"]*kind=register[^"]*">公示表中的全部 (<!-- -->)?16(<!-- -->)? 条记录<\/a>/);
  expect(drawn(data.rows.length)).not.toContain('公示表中的全部');
  expect(drawn(16, 'register')).not.toContain('公示表中的全部');
});

test('[SE4] what was looked for instead, and what holds only some of the words, is said', () => {
  expect(summaryOf({ total: 4, rows: [], words: '证卷', corrected: '证券' })).toBe(
    '没有找到“证卷”，您是不是要找“ 证券 ”？找到 4 条与“证券”有关的内容',
  );
  expect(summaryOf({ total: 4, rows: [], partly: true })).toBe('没有内容含有全部文字，找到 4 条含有其中一部分的内容');
});

test('[SE5] articles, files, rows and channels are one list, the best first, each with its kind', () => {
  const html = draw(<View props={props} data={data} block={buildViewBlock(place)} />);
  const ranks = [...data.channels, ...data.rows, ...data.questions, ...data.items]
    .map(({ rank }) => rank)
    .toSorted((a, b) => b - a);
  expect(html.match(/<li class="hit">/g)).toHaveLength(ranks.length);
  const marks = [...html.matchAll(/<li class="hit">.*?class="hit__mark">([^<]+)</g)].map(([, mark]) => mark);
  expect(marks.slice(0, 3)).toEqual(['公示', '栏目', '文章']);
});
