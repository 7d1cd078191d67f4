import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** Fixed words that belong to the page itself, such as a notice above a table. */
export const richNote = defineWidget({
  name: 'rich-note',
  title: '说明文字',
  accepts: 'none',
  props,
  beside: true,
});
