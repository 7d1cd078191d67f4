import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** Numbers of one product over time as lines. The table beside it holds the same numbers (RG2). */
export const registerChart = defineWidget({ name: 'register-chart', title: '走势图', accepts: 'rows', props });
