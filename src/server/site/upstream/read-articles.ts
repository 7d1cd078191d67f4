import { withoutAnyBase } from '#wire/bases.ts';
import { parseFilepath } from '#rules/files/filepath.ts';
import { neededLevelName } from '#rules/people/risk-access.ts';
import {
  fileAddressOf,
  filepathOf,
  outwardAddress,
  withoutInnerLinks,
  withOwnAddresses,
  type InnerAddresses,
} from './inner-addresses.ts';
import type { HtmlCleaner } from './cleaned-html.ts';
import { flagOf, listOf, textIn, textOf, timeIn, type Given, type NoteField } from './accepted-forms.ts';
import { isObject } from '#rules/json/json.ts';

/** Places of this site for which answers of another system are read. */
export interface Places {
  /** whether the tree has a channel */
  hasChannel: (channelId: string) => boolean;
  /** site path of an article of a channel */
  articlePath: (channelId: string, articleId: string) => string;
  /** the channel of a column of research, by its id, or by the code that the channel's url ends with */
  columnOf: (code: string) => string | undefined;
  /** a column as that system calls it, by its code or its channel */
  columnIdOf: (word: string) => string;
}

export interface Reading {
  places: Places;
  inner: InnerAddresses;
  cleaned: HtmlCleaner;
  /** called with the name under which a file is offered */
  named: (filepath: string, filename: string) => void;
  note: NoteField;
}

const IDS = ['newsId', 'id', 'articleId'];
const TIMES = ['publishTime', 'contentTime', 'originalTime', 'createTime'];

/** Channel of an item: its own, its column's, or the only requested one. */
function channelOf(item: Given, requested: readonly string[], { places, note }: Reading): string {
  const named = textIn(item, ['channelId'], note);
  if (places.hasChannel(named)) return named;
  for (const code of [named, textIn(item, ['columnId', 'code'], note), ...(requested.length === 1 ? requested : [])]) {
    const channelId = places.hasChannel(code) ? code : code !== '' && places.columnOf(code);
    if (channelId) return channelId;
  }
  return '';
}

/**
 * US2: the address of an item: its own path, else its place in its channel, else the page of any article, as
 * `elsewhere` begins.
 */
function pathOf(
  item: Given,
  id: string,
  channelId: string,
  { places, inner }: Reading,
  elsewhere = '/publicList/detail/',
): string {
  const path = withoutAnyBase(outwardAddress(textOf(item.path).trim(), inner));
  if (/^(https?:\/\/|\/(?![/\\]))/i.test(path)) return path;
  return channelId === '' ? elsewhere + encodeURIComponent(id) : places.articlePath(channelId, id);
}

function imageOf(given: Given, { inner, note }: Reading): { url: string } | null {
  const image = given.imageOriginal ?? given.introduceImg;
  const named = isObject(image) ? image.url : image;
  const url = fileAddressOf(textOf(named), inner);
  if (url === '' && textOf(named) !== '') note('imageOriginal.url', named);
  return url === '' ? null : { url };
}

function tagsOf({ tags }: Given): object[] {
  if (!Array.isArray(tags)) return [];
  return tags.flatMap((tag: unknown) => {
    if (!isObject(tag)) return [];
    const [id, name] = [textOf(tag.id), textOf(tag.name)];
    return id === '' || name === '' ? [] : { id, name, path: `/research/tags/detail/${encodeURIComponent(id)}` };
  });
}

/**
 * US2: a list of articles in the form of infobaselist here.
 * @param asked requested channels, or columns; `elsewhere`: address of items without a channel
 * @throws Error where there is no list
 */
export function readArticleList(
  data: unknown,
  {
    requested,
    pageNum,
    pageSize,
    without,
    elsewhere,
  }: { requested: readonly string[]; pageNum: number; pageSize: number; without?: string; elsewhere?: string },
  reading: Reading,
): object {
  const found = listOf(data);
  if (!found) throw new NotUnderstood('list', data);
  const { note } = reading;
  const seen = new Set<string>(without === undefined ? [] : [without]);
  const items = found.list.flatMap((item) => {
    const id = isObject(item) ? textIn(item, IDS, note) : '';
    const title = isObject(item) ? textIn(item, ['title'], note) : '';
    if (!isObject(item) || id === '' || title === '') {
      note(id === '' ? 'newsId' : 'title', item);
      return [];
    }
    if (seen.has(id)) return [];
    seen.add(id);
    const channelId = channelOf(item, requested, reading);
    const riskLevel = textIn(item, ['riskLevel'], note);
    return {
      newsId: id,
      title,
      // title, date, source and level of a restricted item are public (RK6)
      summary: riskLevel === '' ? textIn(item, ['summary'], note) : '',
      publishTime: timeIn(item, TIMES, note),
      imageOriginal: riskLevel === '' ? imageOf(item, reading) : null,
      flagTop: flagOf(item.flagTop),
      source: textIn(item, ['source'], note),
      channelId,
      ...(textOf(item.channelName) !== '' && { channelName: textOf(item.channelName) }),
      ...(textOf(item.code) !== '' && { code: textOf(item.code) }),
      path: pathOf(item, id, channelId, reading, elsewhere),
      riskLevel,
      tags: riskLevel === '' ? tagsOf(item) : [],
    };
  });
  if (items.length === 0 && found.list.length > seen.size) throw new NotUnderstood('newsId', found.list[0]);
  // a system that does not support pages answers all of them at once
  const isWhole = found.list.length > pageSize && (found.total ?? found.list.length) === found.list.length;
  const list = isWhole ? items.slice((pageNum - 1) * pageSize, pageNum * pageSize) : items.slice(0, pageSize);
  const before = (pageNum - 1) * pageSize;
  // a full page may be followed by another one without a total
  const reportedTotal = isWhole
    ? items.length
    : (found.total ?? before + list.length + (found.list.length === pageSize ? 1 : 0));
  const total = Math.max(reportedTotal, list.length > 0 ? before + list.length : 0);
  const answer = isObject(data) ? data : {};
  return {
    logId: textOf(answer.logId),
    list,
    data: list,
    total,
    pageNum,
    pageSize,
    ...(!isWhole && found.total === undefined && { untold: true }),
    ...(textOf(answer.title) !== '' && { title: textOf(answer.title), summary: textOf(answer.summary) }),
    ...(tagsOf(answer).length > 0 && { tags: tagsOf(answer) }),
  };
}

/** Answer in another form than its call promises. */
export class NotUnderstood extends Error {
  override readonly name = 'NotUnderstood';
  readonly field: string;
  readonly example: unknown;

  constructor(field: string, example: unknown) {
    super(`The upstream's answer has no ${field} that is understood`);
    this.field = field;
    this.example = example;
  }
}

/** Article that a system lacks, by an answer without content. */
export const NOTHING = Symbol('nothing');

/**
 * US1, US2, US4: one article in the form of infocontent here, its HTML cleaned.
 * @param id the requested one; undefined where a channel's only article was requested
 * @param channelId of the requesting page
 * @param elsewhere address of the neighbouring articles without a channel
 * @returns NOTHING for an empty answer
 * @throws NotUnderstood for one that is no article, or another one than requested
 */
export async function readUpstreamArticle(
  data: unknown,
  { id, channelId = '', elsewhere }: { id: string | undefined; channelId?: string; elsewhere?: string },
  reading: Reading,
): Promise<object | typeof NOTHING> {
  const { note, inner, cleaned } = reading;
  const given = Array.isArray(data) ? data[0] : data;
  if (given === undefined || given === null || (isObject(given) && Object.keys(given).length === 0)) return NOTHING;
  if (!isObject(given)) throw new NotUnderstood('article', data);
  const own = textIn(given, ['id', 'newsId', 'articleId'], note);
  if (id !== undefined && own !== '' && own !== id) throw new NotUnderstood('id', own);
  const files = readFiles(given.attachmentInfos, reading);
  const body = given.content ?? '';
  // a number is no text of an article
  const [title, content] = [textIn(given, ['title'], note), typeof body === 'string' ? body : ''];
  if (content === '' && body !== '') note('content', body);
  if (title === '' && content === '' && files.length === 0) throw new NotUnderstood('title', data);
  const text = await cleaned(withOwnAddresses(content, inner));
  if (text.problem) note('content', `${content.slice(0, 40)}… (${content.length})`);
  const named = textIn(given, ['channelId'], note);
  const at = reading.places.hasChannel(named) ? named : channelId;
  return {
    id: own === '' ? (id ?? '0') : own,
    channelId: reading.places.hasChannel(named) ? named : '',
    title,
    riskLevel: textIn(given, ['riskLevel'], note),
    summary: textIn(given, ['summary'], note),
    content: text.problem ? `<p>${text.problem}。</p>` : withoutInnerLinks(text.html, inner),
    source: textIn(given, ['source'], note),
    contentTime: timeIn(given, ['contentTime', 'publishTime', 'originalTime'], note),
    imageOriginal: imageOf(given, reading),
    attachmentInfos: files,
    updates: [],
    previous: readBeside(given.previous, at, reading, elsewhere),
    next: readBeside(given.next, at, reading, elsewhere),
    tags: tagsOf(given),
  };
}

function readFiles(list: unknown, { inner, note, named }: Reading): object[] {
  if (list === undefined || list === null || list === '') return [];
  if (!Array.isArray(list)) {
    note('attachmentInfos', list);
    return [];
  }
  return list.flatMap((file: unknown) => {
    const given = isObject(file) ? textIn(file, ['filepath', 'filePath', 'url'], note) : '';
    const filepath = given === '' ? '' : filepathOf(given, inner);
    const called = isObject(file) ? textIn(file, ['filename', 'fileName', 'name'], note) : '';
    if (filepath === '') note('attachmentInfos.filepath', given || file);
    if (!isObject(file) || (filepath === '' && called === '')) return [];
    // named without a file of this system: shown as missing (FO5)
    if (filepath === '') return { filename: called, filepath: '', size: null, mediaType: '', sha256: '' };
    const filename = called || decodeURIComponent(filepath.split('/').at(-1)!);
    const size = Number(textOf(file.size));
    named(filepath, filename);
    return {
      filename,
      filepath,
      size: Number.isSafeInteger(size) && size > 0 ? size : parseFilepath(filepath) ? 0 : null,
      mediaType: '',
      sha256: '',
    };
  });
}

function readBeside(value: unknown, channelId: string, reading: Reading, elsewhere?: string): object | null {
  if (!isObject(value)) return null;
  const [id, title] = [textIn(value, IDS, reading.note), textIn(value, ['title'], reading.note)];
  if (title === '' || (id === '' && textOf(value.path) === '')) return null;
  const at = reading.places.hasChannel(channelId) ? channelId : '';
  return { id, title, path: pathOf(value, id, at, reading, elsewhere) };
}

/** US1, RK6: the public parts of an article that was refused: never its text, whatever came with the refusal. */
export function readFrame(data: unknown, id: string | undefined, { places, note }: Reading): object {
  const given = isObject(data) ? data : {};
  const channelId = textIn(given, ['channelId'], note);
  const riskLevel = textIn(given, ['riskLevel'], note);
  return {
    id: textIn(given, ['id', 'newsId'], note) || (id ?? '0'),
    channelId: places.hasChannel(channelId) ? channelId : '',
    title: textIn(given, ['title'], note) || '仅向部分客户开放的内容',
    source: textIn(given, ['source'], note),
    contentTime: timeIn(given, ['contentTime', 'publishTime'], note),
    riskLevel,
    levelName: textIn(given, ['levelName'], note) || neededLevelName(riskLevel),
    ownLevelName: textIn(given, ['ownLevelName'], note),
  };
}
