import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** Rows of a register as questions that open: grouped, searched by address, each with an address of its own. */
export const accordion = defineWidget({ name: 'accordion', title: '问答', accepts: 'rows', props });
