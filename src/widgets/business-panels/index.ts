import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** HN8: channels as panels, each with a drawn sign, the firm's words of it and ways on; more than four as a grid. */
export const businessPanels = defineWidget({ name: 'business-panels', title: '业务面板', accepts: 'articles', props });
