import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** Steps one after the other, drawn as a road of numbered stations; to a reader it is an ordered list. */
export const stepDiagram = defineWidget({ name: 'step-diagram', title: '步骤图', accepts: 'none', props });
