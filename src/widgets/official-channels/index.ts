import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** The ways to reach the firm that are its own, each with how to make sure of it, and what the firm never asks for. */
export const officialChannels = defineWidget({
  name: 'official-channels',
  title: '官方渠道',
  accepts: 'none',
  beside: true,
  props,
});
