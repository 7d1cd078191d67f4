import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** Flash news as a timeline, grouped by day, with how long ago each came (TA1). */
export const flashTimeline = defineWidget({ name: 'flash-timeline', title: '快讯时间线', accepts: 'articles', props });
