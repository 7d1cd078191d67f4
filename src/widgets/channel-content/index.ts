import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** PC1, PC2: what the channel itself holds, whichever kind it is. */
export const channelContent = defineWidget({ name: 'channel-content', title: '栏目内容', accepts: 'content', props });
