import type {
  Article,
  ArticleItem,
  ArticleUpdate,
  Articles,
  Catalogue,
  FileItem,
  Paging,
  Release,
  TagLink,
} from '#page/data-shapes.ts';
import { isCallFailed } from '#wire/is-call-failed.ts';
import { count, field, isAbsent, items, link, name, text, time, untoldIn, whole, type Part } from './read.ts';

/**
 * RK6: the frame of a restricted article in the place of a refusal; what reads it comes with the first one. For the catch
 * of a call.
 * @throws the failure, when it is no such refusal
 */
export async function readFrame(failure: unknown): Promise<Article & { channelId: string }> {
  if (!isCallFailed(failure) || !failure.envelope?.data) throw failure;
  const { frameOrThrow } = await import('./read-withheld.ts');
  return frameOrThrow(failure);
}

/** An infobaselist answer (EN1, EN2): the list is `list`, or `data` where only that is given. @throws Unreadable */
export function readArticles(data: unknown, paging: Pick<Paging, 'pageNum' | 'pageSize'>): Articles {
  const answer = whole(data);
  const read = readList(answer);
  return {
    items: read,
    total: count(field(answer, 'total'), read.length),
    pageNum: count(field(answer, 'pageNum'), paging.pageNum),
    pageSize: count(field(answer, 'pageSize'), paging.pageSize),
    ...untoldIn(answer),
  };
}

/** @throws Unreadable */
export function readCatalogue(data: unknown, paging: Pick<Paging, 'pageNum' | 'pageSize'>): Catalogue {
  const answer = whole(data);
  return {
    ...readArticles(data, paging),
    words: text(field(answer, 'words')),
    category: text(field(answer, 'category')),
    categories: items(field(answer, 'categories')).map((item) => ({
      name: text(field(item, 'name')),
      total: count(field(item, 'total')),
    })),
  };
}

const readList = (answer: Part): ArticleItem[] => listedIn(answer).map(readItem);

/** EN2: the list of an answer is `list`, or `data` where only that is given. */
export function listedIn(answer: Part): Part[] {
  const list = field(answer, 'list');
  return items(isAbsent(list) ? field(answer, 'data') : list);
}

/** A list of research articles with tags and levels. @throws Unreadable */
export function readNews(data: unknown, paging: Pick<Paging, 'pageNum' | 'pageSize'>): Articles {
  const answer = whole(data);
  const read = listedIn(answer).map((item): ArticleItem => {
    const tags = readTags(item);
    return { ...readItem(item), ...(tags.length > 0 && { tags }) };
  });
  const [title, summary, tags] = [text(field(answer, 'title')), text(field(answer, 'summary')), readTags(answer)];
  return {
    items: read,
    // without a total, a full page may be followed by another one
    total: count(
      field(answer, 'total'),
      (paging.pageNum - 1) * paging.pageSize + read.length + (read.length < paging.pageSize ? 0 : 1),
    ),
    pageNum: paging.pageNum,
    pageSize: paging.pageSize,
    ...untoldIn(answer),
    ...(title !== '' && { title, summary }),
    ...(tags.length > 0 && { tags }),
  };
}

function readTags(part: Part): TagLink[] {
  const tags = field(part, 'tags');
  return isAbsent(tags)
    ? []
    : items(tags).map((tag) => ({ title: text(field(tag, 'name')), path: link(field(tag, 'path')) }));
}

/** EN1: newsId→id, publishTime→originalTime, imageOriginal.url→introduceImg */
export function readItem(item: Part): ArticleItem {
  const channel = text(field(item, 'channelName'));
  const riskLevel = text(field(item, 'riskLevel'));
  return {
    id: name(field(item, 'newsId')),
    title: text(field(item, 'title')),
    summary: text(field(item, 'summary')),
    originalTime: time(field(item, 'publishTime')),
    introduceImg: readImage(item),
    flagTop: text(field(item, 'flagTop')) === '1' ? 1 : 0,
    source: text(field(item, 'source')),
    ...(channel !== '' && { channel }),
    ...(riskLevel !== '' && { riskLevel }),
    path: link(field(item, 'path')),
  };
}

function readImage(item: Part): string {
  const image = field(item, 'imageOriginal');
  return isAbsent(image) ? '' : link(field(image, 'url'));
}

/** An infocontent answer with its channel ('' when the answer names none). @throws Unreadable */
export function readArticle(data: unknown): Article & { channelId: string } {
  const answer = whole(data);
  const image = readImage(answer);
  const riskLevel = text(field(answer, 'riskLevel'));
  return {
    id: name(field(answer, 'id')),
    ...(riskLevel !== '' && { riskLevel }),
    channelId: text(field(answer, 'channelId')),
    title: text(field(answer, 'title')),
    html: text(field(answer, 'content')),
    summary: text(field(answer, 'summary')),
    source: text(field(answer, 'source')),
    contentTime: time(field(answer, 'contentTime')),
    ...(image !== '' && { image }),
    files: listIn(answer, 'attachmentInfos').map(readFile),
    ...readUpdates(answer),
    previous: readNeighbour(field(answer, 'previous')),
    next: readNeighbour(field(answer, 'next')),
  };
}

/** Items of a list that may be absent. */
function listIn(answer: Part, key: string): Part[] {
  const list = field(answer, key);
  return isAbsent(list) ? [] : items(list);
}

function readUpdates(answer: Part): { updates?: ArticleUpdate[] } {
  const updates = listIn(answer, 'updates').map((item) => ({
    at: time(field(item, 'at')),
    changed: text(field(item, 'changed')),
    path: text(field(item, 'path')),
  }));
  return updates.length > 0 ? { updates } : {};
}

function readFile(item: Part): FileItem {
  const size = field(item, 'size');
  return {
    filename: text(field(item, 'filename')),
    filepath: text(field(item, 'filepath')),
    size: isAbsent(size) ? null : count(size),
    mediaType: text(field(item, 'mediaType')),
    sha256: text(field(item, 'sha256')),
    ...readRelease(field(item, 'release')),
  };
}

function readRelease(item: Part): { release?: Release } {
  if (isAbsent(item)) return {};
  return {
    release: {
      version: text(field(item, 'version')),
      platform: text(field(item, 'platform')),
      date: text(field(item, 'date')),
      note: text(field(item, 'note')),
    },
  };
}

function readNeighbour(item: Part): Article['next'] {
  return isAbsent(item) ? null : { title: text(field(item, 'title')), path: link(field(item, 'path')) };
}
