import { as } from '#page/schema-words.ts';
import { consoleCall, type SignedIn } from '#server/console-api/define-console-call.ts';
import type { RecordCheckState } from '../wire.ts';
import type { RecordChecks } from './create-checks.ts';

const checksOf = ({ opened }: SignedIn) => opened.get('checks') as RecordChecks;

const stateOf = ({ last, failedAt, isRunning }: RecordChecks): RecordCheckState => ({
  last,
  failedAt: failedAt?.toISOString() ?? '',
  isRunning,
});

export const checkCalls = {
  'GET /record-check': consoleCall({
    summary: '最近一次记录核对的结果',
    answer: as<RecordCheckState>(),
    policy: { right: 'record.read' },
    handle: async (_params, context) => stateOf(checksOf(context)),
  }),
  /** begins a check unless one runs */
  'POST /record-check': consoleCall({
    summary: '立即核对全部记录',
    answer: as<RecordCheckState>(),
    policy: { right: 'record.read' },
    handle: async (_params, context) => {
      checksOf(context).begin();
      return stateOf(checksOf(context));
    },
  }),
};
