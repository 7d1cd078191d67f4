import { expect, test } from 'vitest';
import { CHANNEL } from '#demo/channels.ts';
import { readLength } from '#demo/articles/draft.ts';
import { researchDrafts } from '#demo/articles/research/columns.ts';
import { sayingsOf } from '#demo/articles/research/flashes.ts';
import { researchTags, researchTopics } from '#demo/settings.ts';

const LAST = '2025-06-19';
const drafts = researchDrafts(1, LAST);
const columns = Map.groupBy(drafts, ({ channelId }) => channelId);
const articles = drafts.filter(({ channelId }) => channelId !== CHANNEL.researchFlash);

test('four columns hold 120 articles of 300 to 900 characters each, the flash news more than 2,000 lines', () => {
  expect([...columns.values()].map((list) => list.length).toSorted((a, b) => a - b)).toEqual([
    120, 120, 120, 120, 2120,
  ]);
  expect(
    articles.filter(({ content }) => readLength(content) < 300 || readLength(content) > 900).map(({ title }) => title),
  ).toEqual([]);
  expect(drafts.filter(({ day }) => day > LAST)).toEqual([]);
});

test('no two of a column share a title, and no template shows through', () => {
  for (const [channelId, list] of columns)
    if (channelId !== CHANNEL.researchFlash) expect(new Set(list.map(({ title }) => title)).size).toBe(list.length);
  expect(
    drafts
      .filter(({ title, content }) => /undefined|NaN|null|\{(?!figure)|[^e]\}/.test(title + content))
      .map(({ title }) => title),
  ).toEqual([]);
});

test('flash news never tell a text twice; within a hundred of them no title and, numbers aside, no sentence comes again', () => {
  const flashes = columns.get(CHANNEL.researchFlash)!;
  expect(new Set(flashes.map(({ summary }) => summary)).size).toBe(flashes.length);
  const repeats = flashes.flatMap((_, at) => {
    const near = flashes.slice(at, at + 100);
    const texts = near.flatMap(({ title, summary }) => [title, ...sayingsOf(summary)]);
    return near.length < 100 || new Set(texts).size === texts.length
      ? []
      : [texts.find((one, place) => texts.indexOf(one) < place)];
  });
  expect([...new Set(repeats)]).toEqual([]);
  expect(flashes.filter(({ title, content }) => /[[\]{}|]/.test(title + content)).map(({ title }) => title)).toEqual(
    [],
  );
});

test('topics and tags are those of the settings, all in use, and every level has a restricted report', () => {
  const used = (values: (string | undefined)[]) =>
    [...new Set(values)].filter((value) => value !== undefined).toSorted();
  expect(used(articles.map(({ topic }) => topic))).toEqual(researchTopics.map(({ code }) => code).toSorted());
  expect(used(articles.flatMap(({ tags }) => tags))).toEqual(researchTags.map(({ id }) => id).toSorted());
  expect(used(articles.map(({ riskLevel }) => riskLevel))).toEqual(['0000', '0001', '0002', '0003', '0004', '9999']);
});

test('a small demonstration is the newest part of the full one', () => {
  const titles = (share: number, channelId: string) =>
    researchDrafts(share, LAST).flatMap((draft) => (draft.channelId === channelId ? [draft.title] : []));
  for (const channelId of columns.keys())
    expect(titles(1, channelId).slice(0, 12)).toEqual(titles(0.1, channelId).slice(0, 12));
});
