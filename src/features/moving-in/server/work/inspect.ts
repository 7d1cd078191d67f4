import { opendir, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { MovingInField } from '../../moving-in-fields.ts';
import type { MovingInColumns, MovingInFolder } from '../../wire.ts';
import type { ChannelRow } from '#server/store/documents/list-channels.ts';
import { channelFinder } from '../find-channel.ts';
import type { FolderFiles } from '../folder-files.ts';
import { COLUMNS, type Column, type ImportMap } from '../map.ts';
import { readRows } from '../read-list.ts';

const LISTS = /\.(csv|json|tsv|txt)$/i;
const PAGES = /\.x?html?$/i;
/** listed entries of each sort */
const MOST = { lists: 50, folders: 200, words: 500, hosts: 20 };
const SAMPLES = 3;
const LONGEST_SAMPLE = 80;

/** MI11: content of the folder of an import. */
export async function inspectFolder(dir: string, left: number): Promise<MovingInFolder> {
  const found: MovingInFolder = { files: 0, bytes: 0, left, top: '', lists: [], pages: [] };
  const tops = new Set<string>();
  const pages = new Map<string, { folder: string; count: number; first: string }>();
  for await (const entry of await opendir(dir, { recursive: true })) {
    if (!entry.isFile()) continue;
    const path = relative(dir, join(entry.parentPath, entry.name));
    const { size } = await stat(join(dir, path));
    found.files += 1;
    found.bytes += size;
    tops.add(path.includes('/') ? path.slice(0, path.indexOf('/')) : '');
    if (LISTS.test(path)) found.lists.push({ path, bytes: size });
    if (!PAGES.test(path)) continue;
    const folder = dirname(path).replace(/^\.$/, '');
    const known = pages.get(folder) ?? { folder, count: 0, first: path };
    pages.set(folder, { folder, count: known.count + 1, first: known.first < path ? known.first : path });
  }
  if (tops.size === 1) [found.top = ''] = tops;
  // a list lies near the top, and texts of articles do not
  found.lists = found.lists.sort((a, b) => depthOf(a.path) - depthOf(b.path) || b.bytes - a.bytes).slice(0, MOST.lists);
  found.pages = [...pages.values()].sort((a, b) => (a.folder < b.folder ? -1 : 1)).slice(0, MOST.folders);
  return found;
}

const depthOf = (path: string): number => path.split('/').length;

/** Words in titles of portals' exports, beside those that are known without a map; their first letters in pinyin, too. */
const GUESSES: Readonly<Record<Column, RegExp>> = {
  attachments: /附件|attach|^(fj|fjlj|fjdz)$/i,
  address: /网址|链接|旧地址|原地址|url|href|^(wz|lj|lyurl)$/i,
  channel: /栏目|频道|分类|类别|channel|categor|column|^(lm|lmmc|lmid|pd|fl)$/i,
  date: /日期|时间|date|time|^(rq|sj|fbsj|fbrq|cjsj)$/i,
  summary: /摘要|简介|导读|summary|abstract|^(zy|jj)$/i,
  source: /来源|出处|source|^(ly|lymc)$/i,
  title: /标题|题名|名称|title|subject|^(bt|wzbt|mc)$/i,
  html: /正文|内容|content|html|body|^(nr|zw|nrwj|wznr)$/i,
};

/**
 * MI12: the columns of a list, what each holds, and what each probably is; and the words of the column that names channels.
 * @param channel the column of these words; default: that of the map, else the guessed one
 */
export function inspectColumns(
  files: FolderFiles,
  list: string,
  { map, channels, channel }: { map: ImportMap; channels: readonly ChannelRow[]; channel?: string | undefined },
): MovingInColumns {
  const encodings = new Map<string, number>();
  const { rows, titles } = readRows(files, list, { encodings });
  const textOf = (cell: unknown): string =>
    cell === null || cell === undefined ? '' : typeof cell === 'object' ? JSON.stringify(cell) : String(cell).trim();
  const guesses = guessFields(titles);
  const columns = titles.map((title) => {
    const samples: string[] = [];
    for (const { cells } of rows) {
      const text = textOf(cells[title]).slice(0, LONGEST_SAMPLE);
      if (text !== '' && !samples.includes(text)) samples.push(text);
      if (samples.length === SAMPLES) break;
    }
    return { title, samples, guess: guesses.get(title) ?? null };
  });
  const ofField = (field: Column): string | undefined =>
    map.columns?.[field] ?? columns.find(({ guess }) => guess === field)?.title;
  const words = new Map<string, number>();
  const named = channel ?? ofField('channel');
  for (const { cells } of named === undefined ? [] : rows) {
    const word = textOf(cells[named!]);
    words.set(word, (words.get(word) ?? 0) + 1);
  }
  const find = channelFinder(channels, map.channels ?? {});
  const counted = [...words].sort(([, a], [, b]) => b - a);
  const addresses = ofField('address');
  const hosts = addresses === undefined ? [] : rows.map(({ cells }) => URL.parse(textOf(cells[addresses]))?.host ?? '');
  return {
    encoding: [...encodings.keys()][0]?.slice(`${list} in `.length) ?? 'UTF-8',
    rows: rows.length,
    columns,
    channels: counted.slice(0, MOST.words).map(([word, count]) => {
      const found = find(word);
      return { word, count, channelId: 'channelId' in found ? found.channelId : '' };
    }),
    moreChannels: Math.max(0, counted.length - MOST.words),
    hosts: [...new Set(hosts)].filter((host) => host !== '').slice(0, MOST.hosts),
  };
}

/** Guesses each field once: by a title that is known, else by a word in one. */
function guessFields(titles: readonly string[]): Map<string, MovingInField> {
  const guesses = new Map<string, MovingInField>();
  const take = (fits: (title: string, field: Column) => boolean): void => {
    for (const field of Object.keys(GUESSES) as Column[]) {
      if ([...guesses.values()].includes(field)) continue;
      const title = titles.find((one) => !guesses.has(one) && fits(one, field));
      if (title !== undefined) guesses.set(title, field);
    }
  };
  take((title, field) => (COLUMNS[field] as readonly string[]).includes(title.toLowerCase()));
  take((title, field) => GUESSES[field].test(title));
  return guesses;
}
