import type { Notice } from '#page/bare-page.ts';
import type { Link } from '#page/page-schema.ts';

export const HOME: Link = { title: '返回首页', path: '/' };

/** While moving in the browser: no definition could be had. */
export const FAILED_NOTICE: Notice = {
  status: 0,
  title: '内容暂时无法显示',
  text: '没有收到服务器的答复，请检查网络连接后重试。',
  links: [HOME],
};
