import { paths } from '#wire/paths.ts';

/**
 * US8: default params of the calls of the specification. Pages state the same by themselves; these are for callers
 * without.
 */
export const SENT_DEFAULTS: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
  [paths.infoList]: { topFlag: 3, pageNum: 1, pageSize: 10, status: 2 },
  [paths.latestInfo]: { pageNum: 1, pageSize: 10 },
  [paths.newsList]: { pageNum: 1, pageSize: 10 },
  [paths.newsColumns]: { type: 1 },
  [paths.adList]: { id: 4 },
  [paths.userInfo]: { queryType: 1 },
  '/wsfinmall/v2/fund/list': { sortFlag: '0' },
  '/product/v1/common/info/list': { orderBy: '0', internalProdMark: 8 },
};
