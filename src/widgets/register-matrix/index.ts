import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** A register whose rows are the cells of a table with two heads (RG2, RG4). */
export const registerMatrix = defineWidget({ name: 'register-matrix', title: '矩阵表', accepts: 'rows', props });
