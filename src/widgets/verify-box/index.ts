import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** HN10: a box in which a person or a product is checked, with what can be checked and as of when. */
export const verifyBox = defineWidget({
  name: 'verify-box',
  title: '核验框',
  accepts: 'verifiable',
  beside: true,
  props,
});
