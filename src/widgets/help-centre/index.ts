import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** Articles of one channel by category, with a search of their own. */
export const helpCentre = defineWidget({ name: 'help-centre', title: '帮助中心', accepts: 'catalogue', props });
