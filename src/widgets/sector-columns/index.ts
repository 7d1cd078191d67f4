import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** Lines of business side by side, below one dark rule. */
export const sectorColumns = defineWidget({ name: 'sector-columns', title: '业务分栏', accepts: 'none', props });
