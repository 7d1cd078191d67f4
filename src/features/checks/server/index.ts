import { defineServerFeature } from '../../server-feature.ts';
import { checkCalls } from './check-calls.ts';
import { startRecordChecks } from './start-checks.ts';

/** A server checks the record by itself each day, and when somebody asks (RC4). */
export const checks = defineServerFeature({
  open: ({ env, db, runInWorkerFor, warn }) =>
    startRecordChecks(db, () => runInWorkerFor('record')('check-record', { headsFile: env.heads.file }), {
      found: ({ found }) =>
        warn({ found }, `the record is not what it was: ${found} problems, which the console and verify-log list`),
      failed: (error) => warn({ err: error }, 'the record could not be checked; it is tried again'),
    }),
  calls: checkCalls,
  metrics: ({ last }) => [
    // of the last check, by whichever server; 0 before the first
    '# TYPE site_record_problems gauge',
    `site_record_problems ${last?.found ?? 0}`,
    '# TYPE site_record_checked_timestamp_seconds gauge',
    `site_record_checked_timestamp_seconds ${Math.floor(Date.parse(last?.at ?? '1970-01-01') / 1000)}`,
  ],
});
