import type { Link } from '#page/page-schema.ts';

export const HOME: Link = { title: '返回首页', path: '/' };

/** Title of a page that could not be had. */
export const FAILED = '内容暂时无法显示';
