import { tableBelow, textOf } from './repository.ts';

export const METRICS_DOCUMENT = 'docs/operation/metrics.md';

/** Metrics that the document lists: the promise of OP1. */
export function listedMetrics(): { name: string; type: string; labels: string[] }[] {
  return tableBelow(textOf(METRICS_DOCUMENT), 'Metrics').map(([name = '', type = '', labels = '']) => ({
    name: name.replaceAll('`', ''),
    type,
    labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label!),
  }));
}

/** Names of time series that a metric has. */
export const seriesOf = ({ name, type }: { name: string; type: string }): string[] =>
  type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name];
