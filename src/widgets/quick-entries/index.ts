import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** A strip of the ways most often asked for, each with a drawn sign. */
export const quickEntries = defineWidget({ name: 'quick-entries', title: '快捷入口', accepts: 'none', props });
