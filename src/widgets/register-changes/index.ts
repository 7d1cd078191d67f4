import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** Changes of a register between two of its published dates, row by row. */
export const registerChanges = defineWidget({ name: 'register-changes', title: '变动清单', accepts: 'changes', props });
