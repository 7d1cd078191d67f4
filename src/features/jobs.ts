import { feedingJobs } from './feeding/server/feeding-jobs.ts';
import { movingInJobs } from './moving-in/server/work/thread-jobs.ts';
import { transferJobs } from './transfer/server/transfer-jobs.ts';

/** Jobs of features that the worker runs in a thread (server/editions/worker/jobs.ts). */
export const featureJobs = {
  ...feedingJobs.jobs,
  ...movingInJobs.jobs,
  ...transferJobs.jobs,
};

/** The queue in which a job waits, by name; absent: that of publications. */
export const featureQueues: Readonly<Record<string, string>> = {
  ...feedingJobs.queues,
  ...movingInJobs.queues,
  ...transferJobs.queues,
};

/** Megabytes that a job may take, by name; absent: as much as those of publications. */
export const featureMemory: Readonly<Record<string, number>> = {
  ...movingInJobs.memory,
};
