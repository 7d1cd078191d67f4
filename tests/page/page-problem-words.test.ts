import { describe, expect, test } from 'vitest';
import { checkPage } from '#page/check-page.ts';
import { problemInWords } from '#page/problem-in-words.ts';
import { registryOf } from '#page/registry.ts';
import { sources } from '#sources/index.ts';
import { widgets } from '#widgets/index.ts';

const known = { widgets: registryOf('widget', widgets), sources: registryOf('source', sources) };
const page = (more: object) => ({
  schemaVersion: 1,
  page: 'a',
  for: { url: 'a' },
  layout: 'channel',
  blocks: [],
  ...more,
});
const block = (more: object) =>
  page({ blocks: [{ id: 'b', place: 'main', widget: 'article-list', source: { name: 'info-list' }, ...more }] });
const problemWords = (document: object): string[] =>
  checkPage(document, { ...known, registers: {} }).problems.map((problem) => problemInWords(problem, document, known));

describe('[PS1] problems of pages in words for editors', () => {
  test.each<[what: string, document: object, said: string[]]>([
    ['a good one', block({}), []],
    ['a missing layout', { ...page({}), layout: undefined }, ['请填写“版式”']],
    [
      'an unknown layout',
      page({ layout: 'chanel' }),
      ['没有版式“chanel”，可选：channel、overview、list、detail、home，是否应为“channel”？'],
    ],
    [
      'an unknown place',
      block({ place: 'mian' }),
      ['第 1 块“b”：版式 channel 没有位置“mian”，可选：top、main、bottom，是否应为“main”？'],
    ],
    [
      'an unknown widget',
      block({ widget: 'article-lst' }),
      ['第 1 块“b”：没有部件“article-lst”，是否应为“article-list”？'],
    ],
    [
      'shapes that differ',
      block({ widget: 'article-body' }),
      [
        expect.stringMatching(
          /^第 1 块“b”：数据来源“.+”给出 articles，部件“.+”需要 article，可选：info-content、news-content$/,
        ),
      ],
    ],
    [
      'a missing source',
      block({ source: undefined }),
      [expect.stringMatching(/^第 1 块“b”：部件“.+”需要数据，请选择给出 articles 的来源$/)],
    ],
    [
      'a missing param',
      { ...block({ widget: 'register-table', source: { name: 'register' } }) },
      ['第 1 块“b”：数据来源“公示登记表”缺少参数“登记表”'],
    ],
    [
      'a wrong prop',
      block({ props: { dates: 'left' } }),
      [expect.stringMatching(/^第 1 块“b”的部件设置：“.+”应为以下之一：/)],
    ],
    [
      'an unknown prop',
      block({ props: { summarys: true } }),
      ['第 1 块“b”的部件设置：没有“summarys”这一项，是否应为“summaries”？'],
    ],
    [
      'a claim that nobody reaches',
      page({ for: { url: '/a' } }),
      ['用途“/a”不会被用到，请核对地址的写法，是否应为“a”？'],
    ],
    [
      'a title that is too long',
      page({ title: '一'.repeat(101) }),
      ['“页面标题，缺省为栏目名”最多 100 个字，现在有 101 个'],
    ],
    [
      'two blocks of one name',
      page({ blocks: [block({}).blocks[0], block({}).blocks[0]] }),
      expect.arrayContaining(['第 2 块“b”：另一块已用了这个块名，请换一个']),
    ],
  ])('%s', (_what, document, sentences) => {
    expect(problemWords(document)).toEqual(sentences);
  });
});
