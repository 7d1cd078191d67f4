import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** A list of articles with paging. */
export const articleList = defineWidget({ name: 'article-list', title: '文章列表', accepts: 'articles', props });
