import type { Claim } from '#page/page-schema.ts';
import { claimParts } from '#page/page-structure.ts';
import { isLostPage, type Found } from '#page/find-page.ts';
import { locate } from '#page/locate.ts';
import type { SiteMap } from '#page/site-map.ts';
import { channelPath, isExternal } from '#rules/addresses/channel-tree.ts';
import { pageName } from '#rules/addresses/page-name.ts';
import type { WinningPage } from '#wire/channel-answers.ts';

const KINDS: Readonly<Record<string, string>> = {
  list: '多篇文章的列表',
  html: '一篇只有正文的文章',
  htmlFile: '一篇有正文和附件的文章',
  downList: '只有附件的下载列表',
  empty: '空（还没有文章）',
  detail: '文章',
};

/** Why a claim was met, for people. */
function claimReason(claim: Claim): string {
  const { kind, value } = claimParts(claim);
  switch (kind) {
    case 'path':
      return `地址 ${value} 固定由它显示`;
    case 'channel':
      return '它指定了本栏目的编号';
    case 'url':
      return `它指定了地址“${value}”`;
    case 'idEnds':
      return `编号以“${value}”结尾`;
    case 'contentKind':
      return `栏目内容是${KINDS[value] ?? value}`;
    case 'default':
      return '没有页面指定本栏目，由默认页面显示';
  }
}

const isOfEmpty = (claim: Claim): boolean => {
  const { kind, value } = claimParts(claim);
  return kind === 'contentKind' && value === 'empty';
};

/** RG18: what people call a page, by the channels of this site. */
export const titleIn = ({ byId }: Pick<SiteMap, 'byId'>, page: Found['page']): string =>
  pageName(page, () => [...byId.values()].map(({ channel }) => channel)) ?? page.page;

/** The page that a channel's address shows on this site, and why; null where it shows none. */
export function winningPage(site: SiteMap, channelId: string): WinningPage | null {
  const position = site.byId.get(channelId);
  if (!position || isExternal(position.channel.url)) return null;
  const located = locate(site, channelPath(position.channel.url));
  if (!located) return null;
  if (located.kind === 'redirect')
    return { page: '', title: '', reason: `栏目还没有内容，访问时转到 ${located.to}`, over: [], place: null };
  const { found } = located;
  if (isLostPage(found))
    return { page: '', title: '', reason: '应显示的页面有错误，暂时不能使用', over: [], place: null };
  return {
    page: found.page.page,
    title: titleIn(site, found.page),
    reason: claimReason(found.claim),
    over: found.over.flatMap(({ page, claim }) =>
      // a channel that has a page of its own is none without content (VA8)
      isOfEmpty(claim) ? [] : [{ page: page.page, title: titleIn(site, page), reason: claimReason(claim) }],
    ),
    place: contentPlace(found),
  };
}

const CONTENT = 'channel-content';

function contentPlace({ page: { blocks } }: Found): string | null {
  const own = blocks.find(({ source }) => source?.name === CONTENT);
  return own && blocks.length > 1 ? own.place : null;
}
