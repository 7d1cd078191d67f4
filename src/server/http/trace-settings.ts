/** Samplers by the names of OpenTelemetry. */
export const SAMPLERS = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;

export type SamplerName = (typeof SAMPLERS)[number];

/** Settings of traces (OP7). */
export interface TraceSettings {
  /** http(s) address before /v1/traces, without a trailing slash */
  endpoint: string;
  /** name of the service in the traces */
  service: string;
  sampler: SamplerName;
  /** share of traces, 0 to 1, of the samplers with a ratio */
  ratio: number;
}
