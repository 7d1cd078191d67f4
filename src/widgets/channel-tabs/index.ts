import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** Channels that belong together as tabs of one page: each is an address, the open one is this page. */
export const channelTabs = defineWidget({
  name: 'channel-tabs',
  title: '栏目页签',
  accepts: 'articles',
  props,
  beside: true,
});
