import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** Whether a person or a product stands in a public register of the company, in which and since when. */
export const verifySearch = defineWidget({
  name: 'verify-search',
  title: '人员与产品核验',
  accepts: 'verification',
  props,
});
