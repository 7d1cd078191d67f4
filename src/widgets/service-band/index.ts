import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** A warning across the whole page, with the hotline of the site's settings. */
export const serviceBand = defineWidget({ name: 'service-band', title: '提示与热线', accepts: 'none', props });
