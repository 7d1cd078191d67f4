import { writeQuery } from '#rules/addresses/site-address.ts';
import type { ViewBlock } from './define-widget.ts';

/** Content of a widget's example.json (WG1): data to draw it from in the gallery and in tests. */
export interface Example {
  props: unknown;
  data: unknown;
  /** the block's own address parameters */
  address?: Record<string, string>;
  titleLevel?: 1 | 2;
  /** filters that the page has fixed */
  fixed?: Record<string, string>;
  register?: ViewBlock['register'];
}

/** The place of an example's block, on a page that there is not. */
export function viewOfExample({
  address = {},
  titleLevel = 2,
  register,
  fixed = {},
}: Partial<Example> = {}): ViewBlock {
  return {
    id: 'block',
    path: '/page',
    pageTitle: '页面标题',
    titleLevel,
    address,
    addressName: (param) => param,
    href: (changes) => `/page${writeQuery({ ...address, ...changes })}`,
    kept: [],
    fixed,
    parent: { title: '信息公告', path: '/publicChannel' },
    hasApp: true,
    hotline: '400-555-0000',
    register,
  };
}
