import { buildReference } from '../editions/page-schemas/reference.ts';
import { consoleCall, type ConsoleCall } from './define-console-call.ts';

/** For developers, beside the gallery of widgets. */
export const referenceCalls: readonly ConsoleCall[] = [
  /** Reference */
  consoleCall({
    method: 'GET',
    path: '/reference',
    summary: '页面和登记表可以怎样写',
    policy: 'signed-in',
    handle: async () => buildReference(),
  }),
];
