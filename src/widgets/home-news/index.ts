import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** A few news: the first large over a picture or a drawn ground, the rest beside it; up to three are dated rows (HN9). */
export const homeNews = defineWidget({ name: 'home-news', title: '首页新闻', accepts: 'articles', props });
