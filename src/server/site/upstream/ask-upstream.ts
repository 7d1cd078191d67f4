import type { RegisterDefinition } from '#page/register-schema.ts';
import { isSuccess } from '#wire/envelope.ts';
import { isCallFailed } from '#wire/is-call-failed.ts';
import { CallFailed } from '#wire/outcomes.ts';
import { paths } from '#wire/paths.ts';
import { errors } from '../../errors.ts';
import type { Answered, Gateway } from '../../http/gateway.ts';
import { codeOf, isObject, listOf, textOf, type NoteField } from './accepted-forms.ts';
import type { Filenames } from './filenames.ts';
import type { HtmlCleaner } from './cleaned-html.ts';
import type { InnerAddresses } from './inner-addresses.ts';
import { fileAddressOf } from './inner-addresses.ts';
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
  places: Places;
  /** the register that a call answers with these params */
  registerOf: (path: string, params: Readonly<Record<string, unknown>>) => RegisterDefinition | undefined;
}

export interface Asked {
  path: string;
  params: Readonly<Record<string, unknown>>;
  /** of the visitor; token and device are passed on */
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
/** An answer that says in words, or by a status written as a code, that there is no such article. */
const MISSING_WORDS = /不存在|未找到|没有找到|找不到|已删除|已下架|已下线|not\s*(be\s*)?found|no such/i;
const MISSING_CODES: ReadonlySet<string> = new Set(['404', errors.notFound.code, errors.withdrawn.code]);

/**
 * US1, US2: asks another system a call and gives its answer in the form of this site's own, with what its call sends
 * where nothing else is asked for (US8).
 * @throws CallFailed as the gateway does; "unreadable" where the answer is not understood
 */
export async function askUpstream(asking: AskingUpstream, { path, params, headers, within }: Asked): Promise<Answered> {
  const { gateway } = asking;
  const { row, asOf: _asOf, sort: _sort, ...plain } = params;
  const asked: Record<string, unknown> = { ...SENT_DEFAULTS[path], ...plain };
  if (path === paths.newsList && asked.columnId !== undefined)
    asked.columnId = wordsOf(asked.columnId).map(asking.places.columnIdOf).join(',');
  const register = ARTICLES.has(path) ? undefined : asking.registerOf(path, asked);
  // of one row there is no call: it is looked for among those that its key finds
  const sent =
    register && row !== undefined ? { ...asked, pageNum: 1, pageSize: 100, ...fuzzyFor(register, textOf(row)) } : asked;
  const note: NoteField = (field, example) => gateway.note(path, field, example);
  const reading: Reading = {
    places: asking.places,
    inner: asking.inner,
    cleaned: asking.cleaned,
    named: asking.filenames.named,
    note,
  };
  const read = async (envelope: Answered): Promise<Answered> => {
    try {
      return await readAnswer(path, { ...sent, ...(row !== undefined && { row }) }, envelope, reading, register);
    } catch (error) {
      if (!(error instanceof NotUnderstood)) throw error;
      note(error.field, error.example);
      throw new CallFailed('unreadable', { status: 200, cause: error });
    }
  };
  // what was read to know whether it is to be kept is not read again
  let found: Answered | undefined;
  const verify = async (envelope: Answered): Promise<void> => {
    found = await read(envelope);
  };
  const answer = await (
    POSTED.has(path)
      ? gateway.post(path, { contentType: 'application/json', bytes: JSON.stringify(sent) }, headers, within, verify)
      : gateway.get(path, sent, headers, within, verify)
  ).catch((failure: unknown) => missingOf(path, failure));
  return found ? { ...found, ...(answer.until !== undefined && { until: answer.until }) } : read(answer);
}

/** The first part of a row's key as words to search for, where the register is searched by words. */
function fuzzyFor({ filters }: RegisterDefinition, row: string): Record<string, string> {
  const fuzzy = filters.find((filter) => 'fuzzy' in filter);
  const words = row.split('~').at(-1)?.replaceAll('%7E', '~').replaceAll('%25', '%') ?? '';
  return fuzzy && 'fuzzy' in fuzzy && words !== '' ? { [fuzzy.name]: words } : {};
}

/** An article of which a system says by its status that there is none. @throws the failure, where it is another */
function missingOf(path: string, failure: unknown): Answered {
  if (ARTICLES.has(path) && isCallFailed(failure) && (failure.status === 404 || failure.status === 410))
    return { code: errors.notFound.code, msg: errors.notFound.text, data: null };
  throw failure;
}

async function readAnswer(
  path: string,
  params: Record<string, unknown>,
  given: Answered,
  reading: Reading,
  register: RegisterDefinition | undefined,
): Promise<Answered> {
  const answer: Answered = { ...given, code: codeOf(given.code) };
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
        data: readArticleList(answer.data, { asked: [textOf(params.channelId)], ...paging }, reading),
      };
    case paths.latestInfo:
      return {
        ...answer,
        data: readArticleList(answer.data, { asked: wordsOf(params.channelIds), ...paging }, reading),
      };
    case paths.newsList: {
      const without = textOf(params.articleId);
      const asked = { asked: wordsOf(params.columnId), ...paging, ...(without !== '' && { without }) };
      return { ...answer, data: readArticleList(answer.data, asked, reading) };
    }
    case paths.infoContent:
    case paths.newsContent: {
      const id = textOf(params.id);
      const article = await readUpstreamArticle(answer.data, id === '' ? undefined : id, reading);
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

/** US1: of a refusal the public frame stays, and no word of the text; what is not there is told as here. */
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
    const target = textOf(given.path) || textOf(given.link) || textOf(given.linkUrl);
    const links = Array.isArray(given.links)
      ? given.links.filter((one) => isObject(one) && textOf(one.title) !== '' && textOf(one.path) !== '')
      : target === ''
        ? []
        : [{ title: '查看详情', path: target }];
    return { ...given, id: textOf(given.id) || String(place + 1), title, text: textOf(given.text), picture, links };
  });
}
