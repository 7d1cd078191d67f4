import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** RG35: when a register was published, with how many rows came, changed and went, and the way to compare two dates. */
export const registerUpdates = defineWidget({
  name: 'register-updates',
  title: '更新记录',
  accepts: 'updates',
  props,
});
