import { transferJobs } from './transfer/server/transfer-jobs.ts';

/** Jobs of features that the worker runs in a thread (server/editions/worker/jobs.ts). */
export const featureJobs = {
  ...transferJobs.jobs,
};

/** The queue in which a job waits, by name; absent: that of publications. */
export const featureQueues: Readonly<Record<string, string>> = {
  ...transferJobs.queues,
};
