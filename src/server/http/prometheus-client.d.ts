/** Files of the client that are loaded one by one: its index loads the interface of OpenTelemetry for a feature that is not in use. */
declare module '@prometheus-io/client/lib/registry.js' {
  export { Registry as default } from '@prometheus-io/client';
}
declare module '@prometheus-io/client/lib/counter.js' {
  export { Counter as default } from '@prometheus-io/client';
}
declare module '@prometheus-io/client/lib/gauge.js' {
  export { Gauge as default } from '@prometheus-io/client';
}
declare module '@prometheus-io/client/lib/histogram.js' {
  export { Histogram as default } from '@prometheus-io/client';
}
declare module '@prometheus-io/client/lib/metrics/*.js' {
  import type { Registry } from '@prometheus-io/client';
  const collect: (
    registry: Registry,
    config?: { eventLoopMonitoringPrecision?: number; eventLoopUtilizationTimeout?: number },
  ) => void;
  export default collect;
}
