import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** A few large numbers, and what they are counted from: a number without its date says nothing. */
export const keyFigures = defineWidget({ name: 'key-figures', title: '关键数字', accepts: 'none', props });
