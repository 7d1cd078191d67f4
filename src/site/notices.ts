import type { Link } from '#page/page-schema.ts';

/** A page that stands where another was asked for (RT9). */
export interface Notice {
  /** 404, 410, 500, 503; 0: the visitor's browser could not reach us */
  status: number;
  title: string;
  text: string;
  /** ISO 8601; 410: since when nothing is shown here */
  since?: string;
  /** ways on, the first one is the main one */
  links: Link[];
}

export const HOME: Link = { title: '返回首页', path: '/' };

/** While moving in the browser: no definition could be had. */
export const FAILED_NOTICE: Notice = {
  status: 0,
  title: '内容暂时无法显示',
  text: '没有收到服务器的答复，请检查网络连接后重试。',
  links: [HOME],
};
