import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** What is offered, or how it is done, in a few words each: services, steps, ways to ask. */
export const featureList = defineWidget({ name: 'feature-list', title: '要点', accepts: 'none', props });
