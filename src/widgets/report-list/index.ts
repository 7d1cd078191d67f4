import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** Yearly reports as drawn covers; choosing one opens its first attachment (FO6). */
export const reportList = defineWidget({ name: 'report-list', title: '报告列表', accepts: 'articles', props });
