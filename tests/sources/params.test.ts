import { expect, test } from 'vitest';
import { defineSource, pageNum, pageSize } from '#page/define-source.ts';
import { optional, text } from '#page/schema-words.ts';

const described = {
  name: 'tried',
  title: '试验',
  gives: 'links',
  params: {
    channelId: { type: 'string', from: 'channel' },
    kind: { type: 'string', enum: ['article', 'file'], from: 'address' },
    order: { type: 'string', enum: ['new', 'old'], from: 'address', default: 'new' },
    words: optional(text()),
    pageNum,
    pageSize,
  },
} as const;

/** The compiler is the test: each line below an `expect-error` must be an error of types. */
test('what a source is given has the names and types of its params, described once', async () => {
  const given: unknown[] = [];
  const source = defineSource({
    ...described,
    load: async ({ channelId, kind, order, words, pageNum: page }) => {
      const exact: [string, 'article' | 'file' | undefined, 'new' | 'old', string | undefined, number] = [
        channelId,
        kind,
        order,
        words,
        page,
      ];
      given.push(...exact);
      return { items: [] };
    },
  });
  await source.load({ channelId: 'C1', order: 'new', pageNum: 1, pageSize: 10 }, {} as never, {} as never);
  expect(given).toEqual(['C1', undefined, 'new', undefined, 1]);

  // @ts-expect-error channelID is none of its params
  defineSource({ ...described, load: async ({ channelID }) => ({ items: [channelID] }) });
  // @ts-expect-error of no register, so no filters come with the params
  defineSource({ ...described, load: async ({ province }) => ({ items: [province] }) });
  defineSource({
    ...described,
    takesRegisterFilters: true,
    load: async ({ province }) => ({ items: [province as never] }),
  });
  // @ts-expect-error kind may be missing
  defineSource({ ...described, load: async ({ kind }) => ({ items: [kind.length as never] }) });
  // @ts-expect-error what the channel or an author gives may not be left out
  void (() => source.load({ order: 'new', pageNum: 1, pageSize: 10 }, {} as never, {} as never));
  const params = { channelId: 'C1', order: 'new', pageNum: 1, pageSize: 10 } as const;
  // @ts-expect-error video is none of the choices
  void (() => source.load({ ...params, kind: 'video' }, {} as never, {} as never));
});
