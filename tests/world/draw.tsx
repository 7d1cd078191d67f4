import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { ViewBlock } from '#page/define-widget.ts';
import { writeQuery } from '#rules/site-address.ts';
import { BasePath } from '#ui/base-path.ts';

/** What stands in a widget's example.json beside its data (WG1). */
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

/** The place of a block on a page at /page. */
export function buildViewBlock({ address = {}, titleLevel = 2, register, fixed = {} }: Partial<Example> = {}): ViewBlock {
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
    hotline: '400-555-0000',
    register,
  };
}

/** Markup as the server writes it, below the base /swhysc. */
export function draw(part: ReactNode): string {
  return renderToStaticMarkup(<BasePath value="/swhysc">{part}</BasePath>);
}

/** Text of markup, tags taken out. */
export const textOf = (markup: string): string => markup.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ').trim();
