import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** Research articles below each other, which further pages append to (RL1–RL3). */
export const newsFeed = defineWidget({
  name: 'news-feed',
  title: '研究文章列表（可追加）',
  accepts: 'articles',
  props,
});
