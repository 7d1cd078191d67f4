import type { FieldDefinition, RegisterDefinition } from '#page/register-schema.ts';
import { isSuccess } from '#wire/envelope.ts';
import { isCallFailed } from '#wire/is-call-failed.ts';
import { CallFailed } from '#wire/outcomes.ts';
import { paths } from '#wire/paths.ts';
import { errors } from '../../errors.ts';
import type { Answered, Gateway } from '../../http/gateway.ts';
import { listOf, textOf, type NoteField } from './accepted-forms.ts';
import { conditionsOf } from './conditions.ts';
import { MOST_PAGES, narrowed, ROWS_AT_ONCE, type ReadAnswer } from './ignored-conditions.ts';
import type { IgnoredBefore } from './ignored-before.ts';
import { isObject } from '#rules/json/json.ts';
import type { Filenames } from './filenames.ts';
import type { HtmlCleaner } from './cleaned-html.ts';
import type { InnerAddresses } from './inner-addresses.ts';
import { fileAddressOf, outwardAddress } from './inner-addresses.ts';
import {
  NOTHING,
  NotUnderstood,
  readArticleList,
  readFrame,
  readUpstreamArticle,
  type Places,
  type Reading,
} from './read-articles.ts';
import { readRegisterRows } from './read-rows.ts';
import { SENT_DEFAULTS } from './sent-defaults.ts';

export interface AskingUpstream {
  gateway: Gateway;
  inner: InnerAddresses;
  cleaned: HtmlCleaner;
  filenames: Filenames;
  before: IgnoredBefore;
  places: Places;
  /** the register that a call answers with these params */
  registerOf: (path: string, params: Readonly<Record<string, unknown>>) => RegisterDefinition | undefined;
  /** stored values of a field with their labels, where they are known */
  choicesOf: (field: FieldDefinition) => Readonly<Record<string, string>> | undefined;
}

export interface UpstreamQuery {
  path: string;
  params: Readonly<Record<string, unknown>>;
  /** headers of the visitor; token and device are passed on */
  headers: Record<string, unknown>;
  /** milliseconds, where less than the upstream's own limit */
  within?: number | undefined;
}

const REFUSALS: ReadonlySet<string> = new Set([
  errors.noToken.code,
  errors.levelTooLow.code,
  errors.evaluationPast.code,
]);
const POSTED: ReadonlySet<string> = new Set([paths.newsList]);
const ARTICLES: ReadonlySet<string> = new Set([paths.infoContent, paths.newsContent]);
/** address of articles of research whose channel is unknown */
const RELATED = '/research/relatedArticles/detail/';
/** Words, or a status written as a code, of an answer that there is no such article. */
const MISSING_WORDS = /不存在|未找到|没有找到|找不到|已删除|已下架|已下线|not\s*(be\s*)?found|no such/i;
const MISSING_CODES: ReadonlySet<string> = new Set(['404', errors.notFound.code, errors.withdrawn.code]);

/**
 * US1, US2: sends a call to another system and gives its answer in the form of this site's own. Params that are
 * absent have their defaults (US8).
 * @throws CallFailed as the gateway does; "unreadable" where the answer is not understood
 */
export async function askUpstream(
  asking: AskingUpstream,
  { path, params, headers, within }: UpstreamQuery,
): Promise<Answered> {
  const { gateway } = asking;
  const { row, asOf: _asOf, sort: _sort, home: _home, ...others } = params;
  // the channel in which a page shows an article is no param for a system
  const isPlaced = ARTICLES.has(path) && others.id !== undefined;
  const { channelId: _channel, ...article } = others;
  const plain = isPlaced ? article : others;
  const shownIn = isPlaced ? textOf(others.channelId) : '';
  const query: Record<string, unknown> = { ...SENT_DEFAULTS[path], ...plain };
  if (path === paths.newsList && query.columnId !== undefined)
    query.columnId = wordsOf(query.columnId).map(asking.places.columnIdOf).join(',');
  const register = ARTICLES.has(path) ? undefined : asking.registerOf(path, query);
  const note: NoteField = (field, example) => gateway.note(path, field, example);
  const reading: Reading = {
    places: asking.places,
    inner: asking.inner,
    cleaned: asking.cleaned,
    named: asking.filenames.named,
    note,
  };
  const read = async (sent: Record<string, unknown>, envelope: Answered): Promise<Answered> => {
    try {
      return await readAnswer(
        path,
        { ...sent, shownIn, ...(row !== undefined && { row }) },
        envelope,
        reading,
        register,
      );
    } catch (error) {
      if (!(error instanceof NotUnderstood)) throw error;
      note(error.field, error.example);
      throw new CallFailed('unreadable', { status: 200, cause: error });
    }
  };
  const askOnce = async (sent: Record<string, unknown>): Promise<ReadAnswer> => {
    // an answer that was read to decide whether it is kept is not read again
    let found: Answered | undefined;
    const verify = async (envelope: Answered): Promise<void> => {
      found = await read(sent, envelope);
    };
    const given = await (
      POSTED.has(path)
        ? gateway.post(path, { contentType: 'application/json', bytes: JSON.stringify(sent) }, headers, within, verify)
        : gateway.get(path, sent, headers, within, verify)
    ).catch((failure: unknown) => missingOf(path, failure));
    const answer = found
      ? { ...found, ...(given.until !== undefined && { until: given.until }) }
      : await read(sent, given);
    return { answer, given: given.data };
  };
  if (!register || row === undefined) {
    const conditions = conditionsOf(path, query, register, asking.choicesOf);
    if (conditions.length === 0) return (await askOnce(query)).answer;
    const keep = gateway.keeps(path);
    const narrowing = { askOnce, register, note, before: asking.before, call: register?.register ?? path, keep };
    const found = await narrowed(conditions, query, narrowing);
    return 'answer' in found ? found.answer : isSuccess(found) ? read(query, found) : found;
  }
  // there is no call for one row: it is searched among those that its key finds
  const wanted = { ...query, pageSize: ROWS_AT_ONCE, ...wordsFor(register, textOf(row)) };
  for (let pageNum = 1, seen = 0; ; pageNum += 1) {
    const { answer, given } = await askOnce({ ...wanted, pageNum });
    const { list = [], total } = listOf(given, register.answer) ?? {};
    seen += list.length;
    const isLast = list.length === 0 || (total === undefined ? list.length < ROWS_AT_ONCE : seen >= total);
    if (isLast || pageNum === MOST_PAGES || !isSuccess(answer) || holdsRow(answer.data, register)) return answer;
  }
}

const holdsRow = (data: unknown, { answer }: RegisterDefinition): boolean =>
  (listOf(data, answer)?.list.length ?? 0) > 0;

/** A part of a row's key in which the register's words are looked for, as these words; none where there is no such part. */
function wordsFor({ filters, key }: RegisterDefinition, row: string): Record<string, string> {
  const parts = row.split('~').map((part) => part.replaceAll('%7E', '~').replaceAll('%25', '%'));
  for (const filter of filters) {
    if (!('fuzzy' in filter)) continue;
    const words = parts[key.findIndex((field) => filter.fuzzy.includes(field))];
    if (words) return { [filter.name]: words };
  }
  return {};
}

/** Answer for an article that a system lacks by its status. @throws the failure, where it is another */
function missingOf(path: string, failure: unknown): Answered {
  if (ARTICLES.has(path) && isCallFailed(failure) && (failure.status === 404 || failure.status === 410))
    return { code: errors.notFound.code, msg: errors.notFound.text, data: null };
  throw failure;
}

async function readAnswer(
  path: string,
  params: Record<string, unknown>,
  answer: Answered,
  reading: Reading,
  register: RegisterDefinition | undefined,
): Promise<Answered> {
  const isOther = path === paths.newsColumns && numberOf(params.type, 1) !== 1;
  // the specification leaves topics and tags open: a system that does not support them has none
  if (isOther && !REFUSALS.has(answer.code) && (!isSuccess(answer) || answer.data === null))
    return { ...answer, code: '0', msg: '', data: [] };
  if (!isSuccess(answer)) return ARTICLES.has(path) ? refused(answer, params, reading) : { ...answer, data: null };
  const paging = { pageNum: numberOf(params.pageNum, 1), pageSize: numberOf(params.pageSize, 10) };
  if (register)
    return {
      ...answer,
      data: readRegisterRows(
        answer.data,
        register,
        { ...paging, ...(params.row !== undefined && { row: textOf(params.row) }) },
        reading.note,
      ),
    };
  switch (path) {
    case paths.infoList:
      return {
        ...answer,
        data: readArticleList(answer.data, { requested: [textOf(params.channelId)], ...paging }, reading),
      };
    case paths.latestInfo:
      return {
        ...answer,
        data: readArticleList(answer.data, { requested: wordsOf(params.channelIds), ...paging }, reading),
      };
    case paths.newsList: {
      const without = textOf(params.articleId);
      const listing = {
        requested: wordsOf(params.columnId),
        ...paging,
        ...(without !== '' && { without }),
        elsewhere: RELATED,
      };
      return { ...answer, data: readArticleList(answer.data, listing, reading) };
    }
    case paths.infoContent:
    case paths.newsContent: {
      const [id, shownIn] = [textOf(params.id), textOf(params.shownIn)];
      const article = await readUpstreamArticle(
        answer.data,
        {
          id: id === '' ? undefined : id,
          ...(shownIn !== '' && { channelId: shownIn }),
          ...(path === paths.newsContent && { elsewhere: RELATED }),
        },
        reading,
      );
      return article === NOTHING ? notFound(answer) : { ...answer, data: article };
    }
    case paths.newsColumns:
      return { ...answer, data: readColumns(answer.data, numberOf(params.type, 1), reading) };
    case paths.adList:
      return { ...answer, data: readBanners(answer.data, reading) };
    default:
      return answer;
  }
}

const notFound = (answer: Answered): Answered => ({
  ...answer,
  code: errors.notFound.code,
  msg: errors.notFound.text,
  data: null,
});

/** US1: a refusal leaves the public frame, and no word of the text; a missing article is answered as here. */
function refused(answer: Answered, params: Record<string, unknown>, reading: Reading): Answered {
  const id = textOf(params.id);
  if (REFUSALS.has(answer.code))
    return { ...answer, data: readFrame(answer.data, id === '' ? undefined : id, reading) };
  if (MISSING_CODES.has(answer.code) || MISSING_WORDS.test(answer.msg)) return notFound(answer);
  return { ...answer, data: null };
}

const numberOf = (value: unknown, preset: number): number => {
  const number = Number(value ?? preset);
  return Number.isSafeInteger(number) && number > 0 ? number : preset;
};

const wordsOf = (value: unknown): string[] => textOf(value).split(',').filter(Boolean);

/** Columns of research, topics or tags, with the way to each. */
function readColumns(data: unknown, type: number, { places, note }: Reading): object[] {
  const found = listOf(data);
  if (!found) throw new NotUnderstood('list', data);
  return found.list.flatMap((item) => {
    const given = isObject(item) ? item : {};
    const code = textOf(given.code) || textOf(given.columnId) || textOf(given.id);
    const name = textOf(given.name) || textOf(given.title) || textOf(given.columnName);
    if (code === '' || name === '') {
      note('code', item);
      return [];
    }
    // a system without topics or tags answers its columns for them
    if (type !== 1 && places.columnOf(code) !== undefined) return [];
    const channelId = places.hasChannel(code) ? code : places.columnOf(code);
    const own = /^\/(?![/\\])/.test(textOf(given.path)) ? textOf(given.path) : '';
    const known =
      type === 1
        ? channelId === undefined
          ? ''
          : places.articlePath(channelId, '').replace(/\/detail\/$/, '')
        : type === 2
          ? `/research/gfwz-rd?code=${encodeURIComponent(code)}`
          : `/research/tags/detail/${encodeURIComponent(code)}`;
    return {
      ...given,
      code,
      name,
      summary: textOf(given.summary),
      path: own || known,
      total: numberOf(given.total, 0),
    };
  });
}

/** Section 7: of an ad list without data one empty banner is shown. */
function readBanners(data: unknown, { inner, note }: Reading): object[] {
  const list = data === null || data === undefined ? [] : (listOf(data)?.list ?? []);
  return list.flatMap((item, place) => {
    const given = isObject(item) ? item : {};
    const image = isObject(given.imageOriginal)
      ? given.imageOriginal.url
      : (given.picture ?? given.imageUrl ?? given.image);
    const [title, picture] = [textOf(given.title) || textOf(given.name), fileAddressOf(textOf(image), inner)];
    if (title === '' && picture === '') {
      note('title', item);
      return [];
    }
    const target = outwardAddress(textOf(given.path) || textOf(given.link) || textOf(given.linkUrl), inner);
    const links = Array.isArray(given.links)
      ? given.links.filter((one) => isObject(one) && textOf(one.title) !== '' && textOf(one.path) !== '')
      : target === ''
        ? []
        : [{ title: '查看详情', path: target }];
    return { ...given, id: textOf(given.id) || String(place + 1), title, text: textOf(given.text), picture, links };
  });
}
