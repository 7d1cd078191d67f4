import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** RG2: a register as its definition describes it: filters, table, paging, and what the data states of itself (RG4). */
export const registerTable = defineWidget({ name: 'register-table', title: '公示表格', accepts: 'rows', props });
