import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** A hairline grid of ways on: a title and one line about what is there. */
export const entryGrid = defineWidget({ name: 'entry-grid', title: '入口网格', accepts: 'articles', props });
