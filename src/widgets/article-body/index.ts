import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** One article; on a detail page its title is the page's h1. */
export const articleBody = defineWidget({ name: 'article-body', title: '文章正文', accepts: 'article', props });
