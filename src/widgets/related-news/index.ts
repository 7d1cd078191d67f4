import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** Below an article: its tags, and what shares them. */
export const relatedNews = defineWidget({ name: 'related-news', title: '标签与相关文章', accepts: 'articles', props });
