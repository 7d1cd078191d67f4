import type { Hit, Hits, MarkedText } from '#page/data-shapes.ts';
import { defineSource, pageNum, pageSize } from '#page/define-source.ts';
import { CHANNEL_ID, LONGEST_CHANNEL_ID } from '#rules/addresses/channel-id.ts';
import { paths } from '#wire/paths.ts';
import { readFacts } from './read-facts.ts';
import { count, field, isAbsent, items, link, name, text, time, whole, type Part } from './read.ts';

/** Hits of the whole site for some words; without words no call is made. */
export const search = defineSource({
  name: 'search',
  title: '全站搜索',
  gives: 'hits',
  costly: true,
  params: {
    q: { type: 'string', maxLength: 100, from: 'address', condition: '查找的文字', title: '查找的文字' },
    section: {
      type: 'string',
      maxLength: LONGEST_CHANNEL_ID,
      pattern: CHANNEL_ID,
      from: 'address',
      choicesOf: 'sections',
      condition: '栏目',
      title: '所属一级栏目编号',
    },
    since: {
      type: 'string',
      enum: ['week', 'month', 'year'],
      from: 'address',
      condition: '时间',
      title: '发布时间：一周、一月、一年内',
    },
    kind: {
      type: 'string',
      enum: ['article', 'file', 'register'],
      from: 'address',
      condition: '种类',
      title: '种类：article 文章，file 附件，register 公示表',
    },
    pageNum,
    pageSize,
  },
  load: async ({ q = '', ...params }, call) => {
    if (q === '')
      return {
        words: '',
        corrected: '',
        partly: false,
        everyday: [],
        more: false,
        channels: [],
        sections: [],
        kinds: [],
        rows: [],
        questions: [],
        items: [],
        total: 0,
        pageNum: 1,
        pageSize: params.pageSize,
      };
    return readHits(await call.get(paths.search, { words: q, ...params }));
  },
});

/** @throws Unreadable */
function readHits(data: unknown): Hits {
  const answer = whole(data);
  return {
    words: text(field(answer, 'words')),
    more: field(answer, 'more').value === true,
    limits: text(field(answer, 'limits')) || undefined,
    corrected: isAbsent(field(answer, 'corrected')) ? '' : text(field(answer, 'corrected')),
    partly: field(answer, 'partly').value === true,
    everyday: items(field(answer, 'everyday')).map(text),
    channels: items(field(answer, 'channels')).map((one) => ({
      ...readTitled(one),
      rank: rankOf(one),
      marked: marked(field(one, 'marked')),
      excerpt: marked(field(one, 'excerpt')),
    })),
    sections: items(field(answer, 'sections')).map((section) => ({
      channelId: text(field(section, 'channelId')),
      title: text(field(section, 'title')),
      total: counted(field(section, 'total')),
    })),
    kinds: items(field(answer, 'kinds')).map((part) => ({
      kind: kindOf(field(part, 'kind')),
      total: counted(field(part, 'total')),
    })),
    rows: items(field(answer, 'rows')).map(readRow),
    questions: items(field(answer, 'questions')).map((one) => ({
      title: marked(field(one, 'title')),
      excerpt: marked(field(one, 'excerpt')),
      path: link(field(one, 'path')),
      channel: readTitled(field(one, 'channel')),
      rank: rankOf(one),
    })),
    items: items(field(answer, 'list')).map(readHit),
    total: count(field(answer, 'total')),
    pageNum: count(field(answer, 'pageNum')),
    pageSize: count(field(answer, 'pageSize')),
  };
}

function readHit(item: Part): Hit {
  const [file, article] = [field(item, 'file'), field(item, 'article')];
  return {
    id: text(field(item, 'id')),
    kind: isAbsent(file) ? (field(item, 'kind').value === 'question' ? 'question' : 'article') : 'file',
    rank: rankOf(item),
    title: marked(field(item, 'title')),
    excerpt: marked(field(item, 'excerpt')),
    originalTime: time(field(item, 'publishTime')),
    channel: readTitled(field(item, 'channel')),
    path: link(field(item, 'path')),
    file: isAbsent(file)
      ? null
      : {
          filename: text(field(file, 'filename')),
          filepath: text(field(file, 'filepath')),
          size: counted(field(file, 'size')),
        },
    article: isAbsent(article) ? null : readTitled(article),
  };
}

const readRow = (part: Part): Hits['rows'][number] => ({
  register: name(field(part, 'register')),
  title: text(field(part, 'title')),
  path: link(field(part, 'path')),
  exact: field(part, 'exact').value === true,
  rank: rankOf(part),
  facts: readFacts(field(part, 'facts')),
});

const rankOf = (part: Part): number => Number(field(part, 'rank').value) || 0;

const KINDS = ['article', 'file', 'register'] as const;
const kindOf = (part: Part) => KINDS.find((kind) => kind === part.value) ?? 'article';

/** Not everything is counted. */
const counted = (part: Part): number | null => (isAbsent(part) ? null : count(part));

const readTitled = (part: Part) => ({ title: text(field(part, 'title')), path: link(field(part, 'path')) });

const marked = (part: Part): MarkedText[] =>
  items(part).map((piece) => ({ text: text(field(piece, 'text')), hit: field(piece, 'hit').value === true }));
