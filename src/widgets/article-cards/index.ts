import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** A few articles side by side: when and from whom, title, two lines of text. */
export const articleCards = defineWidget({ name: 'article-cards', title: '文章卡片', accepts: 'articles', props });
