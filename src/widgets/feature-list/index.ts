import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** Services, steps or ways of contact, described in a few words each. */
export const featureList = defineWidget({ name: 'feature-list', title: '要点', accepts: 'none', props });
