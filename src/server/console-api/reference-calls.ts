import type { ReferenceCalls } from '#wire/console-calls.ts';
import { buildReference } from '../editions/page-schemas/reference.ts';
import { consoleCall, type Answers } from './define-console-call.ts';

/** For developers, beside the gallery of widgets. */
export const referenceCalls: Answers<ReferenceCalls> = {
  'GET /reference': consoleCall({
    summary: '页面和登记表可以怎样写',
    policy: 'signed-in',
    handle: async () => buildReference(),
  }),
};
