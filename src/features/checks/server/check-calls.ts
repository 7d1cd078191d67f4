import { consoleCall, type Answers, type SignedIn } from '#server/console-api/define-console-call.ts';
import type { CheckCalls, RecordCheckState } from '../wire.ts';
import type { RecordChecks } from './start-checks.ts';

const checksOf = ({ opened }: SignedIn) => opened.get('checks') as RecordChecks;

const stateOf = ({ last, failedAt, isRunning }: RecordChecks): RecordCheckState => ({
  last,
  failedAt: failedAt?.toISOString() ?? '',
  isRunning,
});

export const checkCalls: Answers<CheckCalls> = {
  'GET /record-check': consoleCall({
    summary: '最近一次记录核对的结果',
    policy: { right: 'record.read' },
    handle: async (_params, context) => stateOf(checksOf(context)),
  }),
  'POST /record-check': consoleCall({
    summary: '立即核对全部记录',
    policy: { right: 'record.read' },
    handle: async (_params, context) => {
      checksOf(context).begin();
      return stateOf(checksOf(context));
    },
  }),
};
