import Counter from '@prometheus-io/client/lib/counter.js';
import Gauge from '@prometheus-io/client/lib/gauge.js';
import Histogram from '@prometheus-io/client/lib/histogram.js';
import Registry from '@prometheus-io/client/lib/registry.js';
import { processMetrics } from './process-metrics.ts';

/** Value of a metric, or values by a label; undefined: not known, so that it has no sample. */
type Reading = number | undefined | Readonly<Record<string, number>>;

/** Type, name and help of a metric whose value is known elsewhere and read at each scrape. */
interface ReadMetric {
  name: string;
  help: string;
  read: () => Reading;
  /** name of the label, where there are several values */
  label?: string;
}

/** Seconds, from a kept answer to a request that its client gives up. */
const SECONDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Metrics of one server. Their names are a promise: docs/operation/metrics.md lists them (OP1). */
export class Metrics {
  readonly #registry = new Registry();
  readonly #process = processMetrics();

  /** A number that rises and falls. */
  gauge({ name, help, read, label }: ReadMetric): void {
    this.#registry.registerMetric(
      new Gauge({
        name,
        help,
        labelNames: label === undefined ? [] : [label],
        registers: [],
        collect() {
          this.reset();
          const reading = read();
          if (reading === undefined) this.remove();
          else for (const [labels, value] of valuesOf(reading, label)) this.set(labels, value);
        },
      }),
    );
  }

  /** A number that only rises. */
  counter({ name, help, read, label }: ReadMetric): void {
    this.#registry.registerMetric(
      new Counter({
        name,
        help,
        labelNames: label === undefined ? [] : [label],
        registers: [],
        collect() {
          this.reset();
          for (const [labels, value] of valuesOf(read() ?? 0, label)) this.inc(labels, value);
        },
      }),
    );
  }

  /** Durations in seconds. @param labels names of the labels that each comes with */
  durations<Label extends string>(name: string, help: string, labels: readonly Label[] = []): Histogram<Label> {
    const histogram = new Histogram({ name, help, labelNames: labels, buckets: SECONDS, registers: [] });
    this.#registry.registerMetric(histogram);
    return histogram;
  }

  /** Constant facts, as labels of a metric whose value is 1. */
  info(name: string, help: string, labels: Readonly<Record<string, string>>): void {
    const gauge = new Gauge({ name, help, labelNames: Object.keys(labels), registers: [] });
    gauge.set(labels, 1);
    this.#registry.registerMetric(gauge);
  }

  /** All of them in the text form of Prometheus, with those of the process. */
  async text(): Promise<string> {
    return `${await this.#registry.metrics()}\n${await this.#process.metrics()}`;
  }
}

/** Type of the body that `text` gives. */
export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

const valuesOf = (reading: number | Readonly<Record<string, number>>, label = ''): [Record<string, string>, number][] =>
  typeof reading === 'number'
    ? [[{}, reading]]
    : Object.entries(reading).map(([value, number]) => [{ [label]: value }, number]);
