import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** Opens a page: one sentence on a drawn ground, with what to do next. */
export const lead = defineWidget({ name: 'lead', title: '开篇', accepts: 'none', props });
