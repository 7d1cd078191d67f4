import { feedingJobs } from './feeding/server/feeding-jobs.ts';
import { transferJobs } from './transfer/server/transfer-jobs.ts';

/** Jobs of features that the worker runs in a thread (server/editions/worker/jobs.ts). */
export const featureJobs = {
  ...feedingJobs.jobs,
  ...transferJobs.jobs,
};

/** The queue in which a job waits, by name; absent: that of publications. */
export const featureQueues: Readonly<Record<string, string>> = {
  ...feedingJobs.queues,
  ...transferJobs.queues,
};
