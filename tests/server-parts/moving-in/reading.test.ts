import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { CannotImport } from '#features/moving-in/server/cannot-import.ts';
import { channelFinder } from '#features/moving-in/server/find-channel.ts';
import { FolderFiles } from '#features/moving-in/server/folder-files.ts';
import { Problems } from '#features/moving-in/server/problems.ts';
import { readList } from '#features/moving-in/server/read-list.ts';
import { readMoment } from '#features/moving-in/server/read-moment.ts';
import { readPages } from '#features/moving-in/server/read-pages.ts';
import type { ImportMap } from '#features/moving-in/server/map.ts';
import type { ChannelRow } from '#server/store/documents/list-channels.ts';
import { temporaryFolder } from '../../world/stores.ts';

const folder = temporaryFolder();
afterAll(folder.remove);
const put = (name: string, content: string | Buffer): void => writeFileSync(join(folder.path, name), content);
const files = () => new FolderFiles(folder.path);

test('[MI1] dates are read as portals export them, and what is none is not guessed', () => {
  const read = {
    '2020-01-05': '2020-01-05T00:00:00+08:00',
    '2020/1/5 9:30': '2020-01-05T09:30:00+08:00',
    '2020年1月5日': '2020-01-05T00:00:00+08:00',
    '2020年1月5日 09时30分': '2020-01-05T09:30:00+08:00',
    '2020-01-05 09:30:15.0': '2020-01-05T09:30:15+08:00',
    '20200105': '2020-01-05T00:00:00+08:00',
    '2020-01-05T01:30:00Z': '2020-01-05T01:30:00Z',
  };
  expect(Object.keys(read).map((text) => readMoment(text))).toEqual(Object.values(read));
  for (const text of ['', '昨天', '2020-02-30', '2020-01-05 25:00', '05/01/2020', '43835', '发布于 2020-01-05'])
    expect([text, readMoment(text)]).toEqual([text, null]);
  expect(readMoment('发布时间：2020-01-05 09:30 来源：网站', true)).toBe('2020-01-05T09:30:00+08:00');
});

function listed(name: string, map: ImportMap = {}) {
  const problems = new Problems();
  return { ...readList(files(), name, map, problems), problems };
}

test('[MI1] a list with a byte order mark, semicolons and cells of several lines is read, each article with its line', () => {
  put(
    'list.csv',
    '\uFEFFTitle;栏目;日期;正文;附件\r\n甲;新闻;2020-01-05;"<p>一\n二</p>";"a.pdf; b.pdf"\r\n\r\n乙;新闻;2020-01-06;<p>三</p>;\r\n',
  );
  const { entries, encodings } = listed('list.csv');
  expect(entries.map(({ place, title, html }) => [place.line, title, html])).toEqual([
    [2, '甲', '<p>一\n二</p>'],
    [5, '乙', '<p>三</p>'],
  ]);
  expect(entries[0]!.attachments.map(({ reference }) => reference)).toEqual(['a.pdf', 'b.pdf']);
  expect([...encodings]).toEqual([['list.csv in UTF-8 with BOM', 1]]);
});

test('[OL6] a list of more values than it may have, or more columns, is refused while it is read, CSV as JSON', () => {
  const refusalOf = (name: string, content: string): string => {
    put(name, content);
    try {
      return `${listed(name).entries.length} articles`;
    } catch (error) {
      return (error as CannotImport).chinese;
    }
  };
  const titles = (count: number) => Array.from({ length: count }, (_, at) => `列${at}`);
  // rows are as wide as the titles
  expect(refusalOf('many.csv', `${titles(200)}\n${'一\n'.repeat(5_000)}`)).toBe(
    'many.csv 无法读取：内容超过 100 万个值',
  );
  expect(refusalOf('wide.csv', `${titles(201)}\n一\n`)).toBe('wide.csv 有 201 列，最多 200 列；请删去不需要的列');
  const wide = titles(300).map((title) => ({ [title]: '' }));
  expect(refusalOf('wide.json', JSON.stringify(wide))).toBe('wide.json 有 300 列，最多 200 列；请删去不需要的列');
});

test('[MI1] entities in titles, summaries and sources of a list are characters; what is none, and the HTML, stays', () => {
  const title = '甲&amp;乙&nbsp;&ldquo;丙&rdquo;&#8212;&#x4E01;&middot;5&lt;7 &amp;amp; R&D; A&B &#0; &nbsp;';
  put(
    'entities.json',
    JSON.stringify([
      {
        title,
        channel: '新闻',
        date: '2020-01-05',
        摘要: '&hellip;',
        来源: '&quot;本网&quot;',
        html: '<p>&lt;b&gt;</p>',
      },
    ]),
  );
  expect(listed('entities.json').entries[0]).toMatchObject({
    title: '甲&乙 “丙”—丁·5<7 &amp; R&D; A&B \uFFFD',
    summary: '…',
    source: '"本网"',
    html: '<p>&lt;b&gt;</p>',
  });
});

test('[MI1] a map names the columns of any export, in JSON too, and what is no CSV is said', () => {
  put('list.json', JSON.stringify([{ BT: '甲', LM: '7', SJ: '2020-01-05', NR: '<p>一</p>', FJ: ['a.pdf'] }]));
  const columns = { title: 'BT', channel: 'LM', date: 'SJ', html: 'NR', attachments: 'FJ' };
  expect(listed('list.json', { columns }).entries[0]).toMatchObject({
    place: { item: 1 },
    title: '甲',
    channel: '7',
    attachments: [{ reference: 'a.pdf' }],
  });
  expect(() => listed('list.json', { columns: { title: 'XX' } })).toThrow(
    'The map names the column "XX" for "title"; list.json has "BT", "LM"',
  );
  const chinese = Buffer.from([0xd6, 0xd0, 0xce, 0xc4]);
  put(
    'gb.csv',
    Buffer.concat([Buffer.from('title,channel,date,html\n'), chinese, Buffer.from(',7,2020-01-05,<p>x</p>\n')]),
  );
  const { entries, encodings } = listed('gb.csv');
  expect([entries[0]!.title, ...encodings.keys()]).toEqual(['中文', 'gb.csv in GB18030']);
  put('deep.json', JSON.stringify([{ title: {}, channel: '7', date: '2020-01-05', html: '<p>一</p>' }]));
  expect(() => listed('deep.json')).toThrow('deep.json, item 1: "title" should be a text, but is object.');
  put('broken.csv', 'title,channel,date,html\n"甲,x,y\n');
  expect(() => listed('broken.csv')).toThrow(/^broken\.csv is no CSV: /);
  put('half.csv', Buffer.concat([Buffer.from('title,channel,date,html\n'), Buffer.from([0xff, 0xff, 0x0a])]));
  expect(() => listed('half.csv')).toThrow('half.csv cannot be read: it is neither UTF-8 nor GB18030 throughout');
});

const channel = (channelId: string, url: string, name: string, more: object = {}): ChannelRow =>
  ({ channelId, url, name, sameAs: null, ...more }) as ChannelRow;

test('[MI1] a channel is found by id, path or its one name, and by the map’s table first', () => {
  const find = channelFinder(
    [
      channel('1', 'news', '新闻'),
      channel('2', 'news/company', '公司'),
      channel('3', 'other', '公司'),
      channel('4', 'same', '同', { sameAs: '1' }),
      channel('5', 'https://x.example/', '外'),
    ],
    { 要闻: '/news/company', '1': '3' },
  );
  expect(['要闻', '1', '/news/', 'news/company', '新闻'].map(find)).toEqual(
    ['2', '3', '1', '2', '1'].map((channelId) => ({ channelId })),
  );
  expect(find('公司')).toEqual({
    problem: expect.objectContaining({
      en: '2 channels are called "公司": 2 (公司, /news/company), 3 (公司, /other); name one by its id or path',
    }),
  });
  expect(find('4')).toEqual({
    problem: expect.objectContaining({ en: 'channel "4" shows the articles of 1; name that one' }),
  });
  expect(find('外')).toEqual({
    problem: expect.objectContaining({ en: 'channel "外" is a link to https://x.example/ and has no articles' }),
  });
  expect(find('/news/compny')).toEqual({
    problem: expect.objectContaining({
      en: 'there is no channel "/news/compny". Did you mean 2 (公司, /news/company)?',
    }),
  });
});

test('[MI1] saved pages are read by selectors, of the channel of their longest folder; a page without body is told', () => {
  mkdirSync(join(folder.path, 'in/deep'), { recursive: true });
  put('in/a.html', '<h1>甲 </h1><time>2020-01-05</time><article><p>一</p></article>');
  put('in/deep/b.html', '<h1>乙</h1><time>2020-01-05</time><p>没有正文</p>');
  const selectors = { title: 'h1', date: 'time', body: 'article' };
  const problems = new Problems();
  const { entries } = readPages(
    files(),
    'in/**/*.html',
    { selectors, folders: { '': '根', 'in/deep/': '深' } },
    problems,
  );
  expect(entries.map(({ htmlFile, title, channel: name, html }) => [htmlFile, title, name, html])).toEqual([
    ['in/a.html', '甲', '根', '<p>一</p>'],
    ['in/deep/b.html', '乙', '深', ''],
  ]);
  expect(problems.lines()).toEqual([
    'Error: 1 HTML that cannot be read',
    '  in/deep/b.html: nothing matches "article", the selector of the body',
  ]);
  expect(() =>
    readPages(files(), '*.html', { selectors: { ...selectors, date: 'time[' }, folders: {} }, problems),
  ).toThrow(/^The map's selector for "date" is no CSS selector: /);
});

test('[MI1] nothing outside of the folder is a file of it', () => {
  put('real.txt', 'x');
  symlinkSync('/etc/hostname', join(folder.path, 'leak.txt'));
  const found = [
    'real.txt',
    './real.txt',
    '/real.txt',
    'a/../real.txt',
    '..\\real.txt',
    '../../etc/hostname',
    'leak.txt',
    '\0',
  ];
  expect(found.map((name) => files().find(name))).toEqual([
    'real.txt',
    'real.txt',
    'real.txt',
    'real.txt',
    null,
    null,
    null,
    null,
  ]);
});

test('[MI2] of many problems of one kind the first twenty are listed, and the rest counted', () => {
  const problems = new Problems();
  for (let line = 1; line <= 25; line += 1)
    problems.add('empty-title', { file: 'list.csv', line }, { en: 'it has no title', zh: '没有标题' });
  expect(problems.lines()).toHaveLength(22);
  expect([problems.errors, problems.lines().at(-1)]).toEqual([25, '  and 5 more']);
});
