import type { Reference } from '#wire/console-answers.ts';
import { as } from '#page/schema-words.ts';
import { buildReference } from '../editions/page-schemas/reference.ts';
import { consoleCall } from './define-console-call.ts';

/** Calls for developers, beside the gallery of widgets. */
export const referenceCalls = {
  'GET /reference': consoleCall({
    summary: '页面和登记表可以怎样写',
    answer: as<Reference>(),
    policy: 'signed-in',
    handle: async () => buildReference(),
  }),
};
