import { defineWidget } from '#page/define-widget.ts';
import { factsOf } from './facts.ts';
import { props } from './props.ts';

/** A grid of links: a title and one line about the target of each. */
export const entryGrid = defineWidget({
  name: 'entry-grid',
  title: '入口网格',
  accepts: 'articles',
  props,
  drawn: (data, { look }) =>
    look === 'facts' && factsOf(data.items).length > 0
      ? data
      : { ...data, items: data.items.map(({ channelFacts: _, ...item }) => item) },
});
