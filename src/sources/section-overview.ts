import { defineSource } from '#page/define-source.ts';
import { paths } from '#wire/paths.ts';
import type { ArticleItem, Articles, ChannelFacts } from '#page/data-shapes.ts';
import { count, field, isAbsent, items, link, name, text, whole, type Part } from './read.ts';
import { listedIn, readItem } from './read-articles.ts';

/** The channels of a section, each with its row count and date as summary (RT3). */
export const sectionOverview = defineSource({
  name: 'section-overview',
  title: '栏目总览',
  gives: 'articles',
  params: {
    channelId: { type: 'string', maxLength: 64, from: 'channel', shows: 'channels', title: '栏目编号' },
    count: { type: 'integer', minimum: 1, maximum: 200, default: 200, title: '最多显示几个' },
  },
  load: async ({ channelId, count }, call) => readChannels(await call.get(paths.sectionOverview, { channelId }), count),
});

/** A list of channels with what stands in each; a missing member means an answer of an earlier version. @throws Unreadable */
function readChannels(data: unknown, most: number): Articles {
  const read = listedIn(whole(data))
    .slice(0, most)
    .map((item): ArticleItem => ({ ...readItem(item), channelFacts: readChannelFacts(item) }));
  return { items: read, total: read.length, pageNum: 1, pageSize: Math.max(1, read.length) };
}

function readChannelFacts(item: Part): ChannelFacts {
  const [registers, ways] = [field(item, 'registers'), field(item, 'ways')];
  return {
    registers: isAbsent(registers) ? [] : items(registers).map(readFigures),
    words: text(field(item, 'words')),
    ways: isAbsent(ways)
      ? []
      : items(ways).map((way) => ({ title: name(field(way, 'title')), path: link(field(way, 'path')) })),
  };
}

const readFigures = (part: Part): ChannelFacts['registers'][number] => ({
  register: name(field(part, 'register')),
  rows: count(field(part, 'rows')),
  countWord: name(field(part, 'countWord')),
  dataDate: text(field(part, 'dataDate')),
  department: text(field(part, 'department')),
  hasFiles: field(part, 'hasFiles').value === true,
});
