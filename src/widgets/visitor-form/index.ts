import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** A form for customers, with what they should know before. What it sends is the site's: widgets only place it. */
export const visitorForm = defineWidget({
  name: 'visitor-form',
  title: '客户表单',
  accepts: 'none',
  props,
  needs: 'login',
});
