import type { DemoArticle, DemoData, DemoRows } from './read-data.ts';

/** A request as the demonstration's server received it. */
export interface Received {
  method: string;
  /** without the query */
  path: string;
  /** params of the query, or of a JSON body */
  params: Record<string, string>;
  headers: Record<string, string | string[] | undefined>;
  /** json, multipart, urlencoded; '' without a body */
  form: 'json' | 'multipart' | 'urlencoded' | '';
  /** characters of the body */
  body: string;
  /** milliseconds since the program began */
  at: number;
}

export interface DemoEnvelope {
  code: string | number;
  msg: string;
  data?: unknown;
}

const CODES = {
  login: { code: '-0801107', msg: '请先登录' },
  level: { code: '-0801108', msg: '您的风险等级不足' },
  evaluation: { code: '-0801109', msg: '您的风险测评已过期' },
  missing: { code: '404', msg: '内容不存在' },
} as const;

const good = (data: unknown): DemoEnvelope => ({ code: '0', msg: '', data });

/**
 * The calls of section 7 of the specification, answered from the data of a firm's CMS as that section has them: nothing of
 * this product is known here.
 * @returns null for a call that there is none of
 */
export function answerDemo(data: DemoData, received: Received): DemoEnvelope | null {
  const answer = calls[received.path];
  if (answer) return answer(data, received);
  const rows = data.registers.find(
    ({ path, when = {} }) =>
      path === received.path && Object.entries(when).every(([name, value]) => received.params[name] === value),
  );
  return rows ? answerRows(rows, received) : null;
}

const calls: Record<string, (data: DemoData, received: Received) => DemoEnvelope> = {
  '/wscms/v1/cms/channellist': ({ channels }, { params }) => good(channels[params.channelId ?? ''] ?? []),
  '/wscms/v1/cms/infobaselist': (data, { params }) =>
    pageOf(
      data.articles.filter(
        ({ channelId, flagTop, title }) =>
          channelId === params.channelId &&
          (params.topFlag === '3' || flagTop === params.topFlag) &&
          title.includes(params.title ?? ''),
      ),
      params,
    ),
  '/wscms/v1/cms/channels/infobaselist': (data, { params }) =>
    pageOf(
      data.articles.filter(({ channelId }) => (params.channelIds ?? '').split(',').includes(channelId)),
      params,
    ),
  '/wscms/v1/cms/infocontent': articleOf,
  '/wscms/v1/news/content': articleOf,
  '/wscms/v1/news/columns': ({ settings }, { params }) => good(settings.columns[params.type ?? '1'] ?? []),
  '/wscms/v1/news/list': (data, { params }) => {
    const research = data.articles.filter(({ columnId }) => columnId !== undefined);
    const columns = params.columnId?.split(',');
    return pageOf(
      research.filter(
        ({ columnId, channelId, newsId, tags = [], topic }) =>
          (!columns || columns.includes(columnId!) || columns.includes(channelId)) &&
          (params.tagId === undefined || tags.some(({ id }) => id === params.tagId)) &&
          (params.code === undefined || topic === params.code) &&
          newsId !== params.articleId,
      ),
      params,
    );
  },
  '/wscms/v1/notice/webparam': ({ settings }, { params }) =>
    good({ code: params.code, paramValue: settings.webparam[params.code ?? ''] ?? '' }),
  '/wscms/v1/ad/list': ({ settings }, { params }) => good(settings.ads[params.id ?? ''] ?? []),
  '/user/v1/info': ({ settings }, received) => {
    const user = settings.users[tokenOf(received)];
    return user ? good(user) : CODES.login;
  },
  '/business/v1/professional/investor/confirm': ({ settings }, received) => {
    const user = settings.users[tokenOf(received)];
    if (!user) return CODES.login;
    applications.set(user.custId, { status: '1', reason: '', validTo: '' });
    return good(null);
  },
  '/business/v1/professional/investor/confirm/query': ({ settings }, received) => {
    const user = settings.users[tokenOf(received)];
    return user ? good(applications.get(user.custId) ?? { status: '0' }) : CODES.login;
  },
};

/** Applications by customer, as long as the program runs. */
const applications = new Map<string, { status: string; reason: string; validTo: string }>();

const tokenOf = ({ headers }: Received): string => String(headers.access_token ?? '');

function articleOf(data: DemoData, received: Received): DemoEnvelope {
  const { id, channelId } = received.params;
  const found = data.articles.find((one) => (id === undefined ? one.channelId === channelId : one.newsId === id));
  if (!found) return CODES.missing;
  const { newsId, columnId: _column, flagTop: _flag, ...article } = found;
  const refusal = refusalOf(data, article, received);
  const { title, source, contentTime, riskLevel } = article;
  if (refusal)
    return { ...refusal, data: { id: newsId, title, source, contentTime, riskLevel, levelName: 'C3（稳健型）' } };
  return good({ id: newsId, ...article });
}

/** Product codes 9999 and 0000 to 0004 need the levels 1 to 6. */
const LEVELS = ['9999', '0000', '0001', '0002', '0003', '0004'];

function refusalOf(data: DemoData, { riskLevel }: Pick<DemoArticle, 'riskLevel'>, received: Received) {
  if (riskLevel === undefined) return null;
  const user = data.settings.users[tokenOf(received)];
  if (!user) return CODES.login;
  if (user.isProInvestor === '1') return null;
  if (user.riskValidDate < new Date().toISOString().slice(0, 10).replaceAll('-', '')) return CODES.evaluation;
  return Number(user.riskLevel) < LEVELS.indexOf(riskLevel) + 1 ? CODES.level : null;
}

function paged<T>(rows: T[], { pageNum = '1', pageSize = '10' }: Record<string, string>): T[] {
  const from = (Number(pageNum) - 1) * Number(pageSize);
  return rows.slice(from, from + Number(pageSize));
}

/** A list of articles: newsId, publishTime, imageOriginal.url and flagTop, those on top first. */
function pageOf(articles: DemoArticle[], params: Record<string, string>): DemoEnvelope {
  const sorted = articles.toSorted(
    (a, b) => Number(b.flagTop) - Number(a.flagTop) || b.contentTime.localeCompare(a.contentTime),
  );
  const list = paged(sorted, params).map(
    ({ newsId, title, source, contentTime: publishTime, flagTop, channelId, riskLevel, tags }) => ({
      newsId,
      title,
      source,
      publishTime,
      imageOriginal: { url: '' },
      flagTop,
      channelId,
      ...(riskLevel !== undefined && { riskLevel }),
      ...(tags !== undefined && { tags }),
    }),
  );
  return good({ logId: `demo-${list.length}`, list, data: list, total: sorted.length });
}

/** Params that no column is compared with. */
const PAGING = new Set([
  'pageNum',
  'pageSize',
  'sort',
  'sortFlag',
  'orderBy',
  'internalProdMark',
  'fuzzyItem',
  'infoId',
]);

function answerRows({ rows, bare, list = 'list', total = 'total' }: DemoRows, { params }: Received): DemoEnvelope {
  const { fuzzyItem = '' } = params;
  const fitting = rows.filter(
    (row) =>
      (fuzzyItem === '' || Object.values(row).some((cell) => String(cell).includes(fuzzyItem))) &&
      Object.entries(params).every(
        ([name, value]) => PAGING.has(name) || !(name in row) || value === '' || String(row[name]) === value,
      ),
  );
  return good(bare ? fitting : { [list]: paged(fitting, params), [total]: fitting.length });
}
