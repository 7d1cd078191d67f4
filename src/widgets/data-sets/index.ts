import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** RG34: the registers that everybody may have as files, and how a program reads them. */
export const dataSets = defineWidget({ name: 'data-sets', title: '公开数据', accepts: 'datasets', props });
