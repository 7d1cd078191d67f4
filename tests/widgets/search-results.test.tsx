import { expect, test } from 'vitest';
import type { Hits } from '#page/data-shapes.ts';
import { View } from '#widgets/search-results/View.tsx';
import example from '#widgets/search-results/example.json';
import { buildViewBlock, draw, textOf, type Example } from '../world/draw.tsx';

type Props = Parameters<typeof View>[0]['props'];

const { props, data, ...place } = example as unknown as Example & { data: Hits; props: Props };
const said = (change: Partial<Hits>) =>
  textOf(
    /role="status"[^>]*>(.*?)<\/p>/.exec(
      draw(
        <View props={props} data={{ ...data, words: '证券', more: false, ...change }} block={buildViewBlock(place)} />,
      ),
    )![1]!,
  );

test('what was found is counted as it is shown: articles and files apart from rows of registers', () => {
  const kinds: Hits['kinds'] = [{ kind: 'register', total: 12 }];
  expect(said({ total: 4, kinds })).toBe('找到与“证券”有关的文章和附件 4 条，公示表 12 条');
  expect(said({ total: 4, rows: [] })).toBe('找到 4 条与“证券”有关的内容');
  expect(said({ total: 0, items: [], kinds })).toBe('没有与“证券”有关的文章或附件，但公示表中有 12 条');
  expect(said({ total: 0, items: [], rows: [], channels: [] })).toBe('没有找到与“证券”有关的内容');
  expect(said({ total: 0, items: [], rows: [], channels: [{ title: '证券', path: '/a' }] })).toBe(
    '没有找到与“证券”有关的文章或附件，找到 1 个栏目',
  );
});
