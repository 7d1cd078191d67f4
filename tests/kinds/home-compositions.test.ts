import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkPage } from '#page/check-page.ts';
import { composed, COMPOSITIONS, compositionOf } from '#kinds/page/home-compositions.ts';
import type { BlockSchema, PageSchema } from '#page/page-schema.ts';
import { registryOf } from '#page/registry.ts';
import { sources } from '#sources/index.ts';
import { widgets } from '#widgets/index.ts';

const readPage = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as PageSchema;
const home = readPage('../../page-schemas/fixed/home.json');
const facts = {
  widgets: registryOf('widget', widgets),
  sources: registryOf('source', sources),
  registers: {},
  base: '/swhysc',
};
const own: BlockSchema = {
  id: 'own',
  place: 'bottom',
  heading: '自己写的',
  widget: 'rich-note',
  props: { paragraphs: ['一段话'] },
};
const withOwn: PageSchema = { ...home, blocks: [...home.blocks, own] };
const blockOf = ({ blocks }: PageSchema, widget: string) => blocks.find((block) => block.widget === widget);

test('[HN6] business lines that the firm has written as columns stay columns', () => {
  const demonstration = readPage('../../src/demo/pages/home.json');
  for (const name of COMPOSITIONS) {
    const made = composed(demonstration, name);
    expect(checkPage(made, facts).problems).toEqual([]);
    expect(made.blocks.find(({ id }) => id === 'business')).toMatchObject({
      widget: 'sector-columns',
      props: demonstration.blocks.find(({ id }) => id === 'business')!.props!,
    });
  }
});

test('[HN6] as many entries as there may be stay, and every check but the one that the box does', () => {
  const paths = ['/a', '/b', '/c', '/d', '/e', '/f', '/verify?kind=product', '/verify?kind=staff'];
  const entries = paths.map((path, at) => ({ title: `入口${at}`, path, icon: 'document' }));
  const blocks = home.blocks.map((block) =>
    block.widget === 'quick-entries' ? { ...block, props: { ...block.props, entries } } : block,
  );
  for (const name of COMPOSITIONS) {
    const made = composed({ ...home, blocks }, name);
    expect(checkPage(made, facts).problems).toEqual([]);
    const { entries: remainingEntries, spare } = blockOf(made, 'quick-entries')!.props as Record<
      string,
      { path: string }[]
    >;
    expect([...remainingEntries!, ...spare!].map(({ path }) => path)).toEqual(expect.arrayContaining(paths));
  }
});

describe.each(COMPOSITIONS)('%s', (name) => {
  const made = composed(withOwn, name);

  test('[HN6] a composition is a page that the check accepts, and is told as what it is', () => {
    expect(checkPage(made, facts).problems).toEqual([]);
    expect(compositionOf(made)).toBe(name);
    expect(composed(made, name)).toEqual(made);
  });

  test('[HN6] every block stays, with what the firm wrote into it', () => {
    for (const { id, heading, source, eachListBelow } of withOwn.blocks)
      expect(made.blocks.find((block) => block.id === id)).toMatchObject({
        id,
        ...(heading && { heading }),
        ...(source && { source }),
        ...(eachListBelow && { eachListBelow }),
      });
    expect(made.blocks).toContainEqual(own);
    const texts = (page: PageSchema) => blockOf(page, 'service-band')?.props?.['text'];
    expect(texts(made)).toBe(texts(home));
  });

  test('[HN6] blocks of the firm’s own keep their place in the list', () => {
    const before: PageSchema = { ...home, blocks: home.blocks.toSpliced(2, 0, own) };
    const after = composed(before, name).blocks;
    expect(after[2]).toBe(own);
    const places = (blocks: readonly BlockSchema[]) =>
      blocks.flatMap(({ id }) => (id.startsWith('research-') ? id : []));
    expect(places(after)).toEqual(places(before.blocks));
    expect(compositionOf(composed(before, name))).toBe(name);
  });

  test('[HN6] another composition and back is as if it had been the first', () => {
    for (const other of COMPOSITIONS) expect(composed(composed(made, other), name)).toEqual(made);
  });

  test('[HN5] entries that are buttons of the hero, too, keep all that was written of them, and the way to the check fills up five', () => {
    const { entries, spare } = blockOf(made, 'quick-entries')!.props as {
      entries: { path: string; note?: string; icon?: string }[];
      spare: { path: string }[];
    };
    const buttons = blockOf(made, 'banner-carousel')!.props!['buttons'] as { path: string }[];
    expect(buttons.map(({ path }) => path)).toEqual(['/openAccount', '/serve/download']);
    expect(entries[0]).toEqual({
      title: '网上开户',
      note: '办理方式与核验渠道',
      path: '/openAccount',
      icon: 'account',
    });
    expect(entries.map(({ path }) => path)).toEqual([
      '/openAccount',
      '/serve/download',
      '/branch',
      '/publicChannel',
      '/serve/margin',
      '/publicChannel/complaint',
      '/aboutUs',
    ]);
    expect(spare).toMatchObject([{ path: '/verify?kind=staff' }]);
  });
});

test('[HN6] buttons and entries that a firm has changed since stay in the next composition', () => {
  const made = composed(home, 'ground');
  const changed = {
    ...made,
    blocks: made.blocks.map((block) =>
      block.widget === 'quick-entries'
        ? { ...block, props: { entries: [{ title: '活动', path: '/events', icon: 'book' }] } }
        : block.widget === 'banner-carousel'
          ? { ...block, props: { ...block.props, buttons: [] } }
          : block,
    ),
  };
  const next = composed(changed, 'ruled');
  expect(blockOf(next, 'quick-entries')!.props!['entries']).toEqual([{ title: '活动', path: '/events', icon: 'book' }]);
  expect(blockOf(next, 'banner-carousel')!.props!['buttons']).toEqual([]);
});

test('[HN6] the page that comes with the program is in none of them', () => {
  expect(compositionOf(home)).toBeUndefined();
});

test('[HN6] twelve entries, three buttons and headings of another kind are told at their places', () => {
  const made = composed(home, 'split');
  const link = (at: number) => ({ title: `入口${at}`, path: '/news', icon: 'book' });
  const many = {
    ...made,
    headings: 'sideways',
    blocks: made.blocks.map((block) => ({
      ...block,
      ...(block.widget === 'quick-entries' && { props: { entries: Array.from({ length: 12 }, (_, at) => link(at)) } }),
      ...(block.widget === 'banner-carousel' && {
        props: { buttons: [1, 2, 3].map((at) => ({ title: `按钮${at}`, path: '/news' })) },
      }),
    })),
  };
  const places = checkPage(many, facts).problems.map(({ pointer }) => pointer);
  expect(places).toEqual(expect.arrayContaining(['/headings', '/blocks/0/props/buttons', '/blocks/1/props/entries']));
});

test('[HN6] a draft whose entry has no path yet is in a composition or none, and can get another', () => {
  const draft = {
    ...home,
    blocks: home.blocks.map((block) =>
      block.widget === 'quick-entries' ? { ...block, props: { entries: [{ title: '新的' }, null] } } : block,
    ),
  };
  expect(compositionOf(draft)).toBeUndefined();
  expect(compositionOf(composed(draft, 'split'))).toBe('split');
});

test('[HN6] a home page without blocks gets the box alone', () => {
  expect(composed({ ...home, blocks: [] }, 'split').blocks.map(({ widget }) => widget)).toEqual(['verify-box']);
});
