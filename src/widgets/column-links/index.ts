import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** Ways into lists of research: topics as a row of links, tags with what each holds. */
export const columnLinks = defineWidget({
  name: 'column-links',
  title: '栏目、主题或标签的入口',
  accepts: 'columns',
  props,
});
