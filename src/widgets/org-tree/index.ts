import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** Rows that name the row above them, as a tree: an organisation chart. */
export const orgTree = defineWidget({ name: 'org-tree', title: '组织架构树', accepts: 'rows', props });
