import type { Link, ResolvedPage } from '#page/page-schema.ts';

/** A page that stands where another was asked for (RT9). */
export interface Notice {
  /** 404, 410, 500, 503; 0: the visitor's browser could not reach us */
  status: number;
  title: string;
  text: string;
  /** ways on, the first one is the main one */
  links: Link[];
}

export const HOME: Link = { title: '返回首页', path: '/' };

/** What a resolved page that is none says (RT9): the reason given by an editor, else a general sentence. */
export function noticeOfPage({ status, notice }: Pick<ResolvedPage, 'status' | 'notice'>): Notice {
  const links = notice?.successor ? [notice.successor, HOME] : [HOME];
  if (status === 410) return { status, title: '这个页面已经撤下', text: notice?.reason || '相关内容已不再公示。', links };
  return { status, title: '没有找到这个页面', text: notice?.reason || '网址可能输入有误，或页面已经移动。', links };
}

/** While moving in the browser: no definition could be had. */
export const FAILED_NOTICE: Notice = { status: 0, title: '内容暂时无法显示', text: '没有收到服务器的答复，请检查网络连接后重试。', links: [HOME] };
