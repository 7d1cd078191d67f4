import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** A form for customers, with what they should know before. What it sends is the site's: widgets only place it. */
export const visitorForm = defineWidget({
  name: 'visitor-form',
  title: '客户表单',
  accepts: 'none',
  props,
  withoutLogin: {
    widget: 'rich-note',
    props: { paragraphs: ['本网站没有开通客户登录，这项业务不能在网站上办理。'] },
  },
});
