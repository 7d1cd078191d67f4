import eventLoopLag from '@prometheus-io/client/lib/metrics/eventLoopLag.js';
import eventLoopUtilization from '@prometheus-io/client/lib/metrics/eventLoopUtilization.js';
import gc from '@prometheus-io/client/lib/metrics/gc.js';
import heapSizeAndUsed from '@prometheus-io/client/lib/metrics/heapSizeAndUsed.js';
import heapSpacesSizeAndUsed from '@prometheus-io/client/lib/metrics/heapSpacesSizeAndUsed.js';
import osMemoryHeap from '@prometheus-io/client/lib/metrics/osMemoryHeap.js';
import processHandles from '@prometheus-io/client/lib/metrics/processHandles.js';
import processMaxFileDescriptors from '@prometheus-io/client/lib/metrics/processMaxFileDescriptors.js';
import processOpenFileDescriptors from '@prometheus-io/client/lib/metrics/processOpenFileDescriptors.js';
import processRequests from '@prometheus-io/client/lib/metrics/processRequests.js';
import processResources from '@prometheus-io/client/lib/metrics/processResources.js';
import processStartTime from '@prometheus-io/client/lib/metrics/processStartTime.js';
import version from '@prometheus-io/client/lib/metrics/version.js';
import Counter from '@prometheus-io/client/lib/counter.js';
import Gauge from '@prometheus-io/client/lib/gauge.js';
import Registry from '@prometheus-io/client/lib/registry.js';

/** All that the client tells of a process, but for processor time: with that it would load the interface of OpenTelemetry. */
const COLLECTORS = [
  processStartTime,
  osMemoryHeap,
  processOpenFileDescriptors,
  processMaxFileDescriptors,
  eventLoopLag,
  eventLoopUtilization,
  processResources,
  processHandles,
  processRequests,
  heapSizeAndUsed,
  heapSpacesSizeAndUsed,
  version,
  gc,
];

let ofProcess: Registry | undefined;

/** Metrics of the process by the library's own names: made once, however many servers a process has. */
export function processMetrics(): Registry {
  if (ofProcess) return ofProcess;
  const registry = new Registry();
  // a server without visitors should wake up rarely
  for (const collect of COLLECTORS)
    collect(registry, { eventLoopMonitoringPrecision: 20, eventLoopUtilizationTimeout: 1_000 });
  const processorTime = (name: string, help: string, read: (usage: NodeJS.CpuUsage) => number): void =>
    void new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset();
        this.inc(read(process.cpuUsage()) / 1e6);
      },
    });
  processorTime('process_cpu_user_seconds_total', 'Time of processors in the program.', ({ user }) => user);
  processorTime('process_cpu_system_seconds_total', 'Time of processors in the system.', ({ system }) => system);
  processorTime('process_cpu_seconds_total', 'Time of processors.', ({ user, system }) => user + system);
  new Gauge({
    name: 'nodejs_heap_used_bytes',
    help: 'Bytes of the heap that are used; nodejs_heap_size_used_bytes is the same.',
    registers: [registry],
    collect() {
      this.set(process.memoryUsage().heapUsed);
    },
  });
  return (ofProcess = registry);
}
