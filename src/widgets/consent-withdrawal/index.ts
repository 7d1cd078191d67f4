import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** TK1: where a visitor takes back the consent to the privacy policy that this browser keeps. */
export const consentWithdrawal = defineWidget({
  name: 'consent-withdrawal',
  title: '撤回同意',
  accepts: 'none',
  props,
  beside: true,
});
