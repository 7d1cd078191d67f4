import { defineServerFeature } from '../../server-feature.ts';
import { checkCalls } from './check-calls.ts';
import { createRecordChecks } from './create-checks.ts';

/** Check of the record, by the server itself each day, and on request (RC4). */
export const checks = defineServerFeature({
  open: ({ env, db, runInWorkerFor, warn, failed }) =>
    createRecordChecks(db, () => runInWorkerFor('record')('check-record', { headsFile: env.heads.file }), {
      found: ({ found }) =>
        warn({ found }, `the record is not what it was: ${found} problems, which the console and verify-log list`),
      failed: (error) => failed(error, 'the record could not be checked; it is tried again'),
    }),
  parts: (_context, checks) => [
    {
      name: 'record checks',
      node: 'any',
      every: 60_000,
      run: () => checks.look(),
      failed: 'whether a check of the record is due could not be read; it is tried again',
    },
  ],
  calls: checkCalls,
  metrics: (checks, metrics) => {
    metrics.gauge({
      name: 'site_record_problems',
      help: 'Problems that the last check of the record found, by any server; 0 before the first.',
      read: () => checks.last?.found ?? 0,
    });
    metrics.gauge({
      name: 'site_record_checked_timestamp_seconds',
      help: 'When the record was checked last, by any server; 0 before the first.',
      read: () => Math.floor(Date.parse(checks.last?.at ?? '1970-01-01') / 1000),
    });
  },
});
