import { expect, test } from 'vitest';
import { CallFailed } from '#wire/outcomes.ts';
import { viewOf } from '#sources/read-rows.ts';
import { Refused } from '#server/errors.ts';
import { logFailure } from '#server/http/log-failure.ts';
import { logLine } from '#server/edge/log-lines.ts';

/** Log line of a failure: level, and facts. */
function logged(error: unknown): [level: string, facts: object] {
  const lines: [string, object][] = [];
  const at = (level: string) => (facts: unknown) => void lines.push([level, facts as object]);
  logFailure(
    { info: at('info'), warn: at('warn'), error: at('error') } as unknown as Parameters<typeof logFailure>[0],
    error,
    { path: '/x' },
    'failed',
  );
  expect(lines).toHaveLength(1);
  return lines[0]!;
}

const answered = (code: string, status = 200) =>
  new CallFailed('code other', { status, envelope: { code, msg: '说明', data: null } });

function thrownBy(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

test.each([
  ['an article for customers of a higher level', answered('-0801108'), 'info'],
  ['an article that is not there', answered('1004'), 'info'],
  ['a bad parameter', new Refused('badParameter', '参数 pageNum 应为整数'), 'info'],
  [
    'a body that is too large',
    Object.assign(new Error('Request body is too large'), { code: 'FST_ERR_CTP_BODY_TOO_LARGE', statusCode: 413 }),
    'info',
  ],
  ['an address that names no register', thrownBy(() => viewOf({}, 'nothing')), 'info'],
  ['a call that failed and was logged there', answered('500', 500), 'warn'],
  ['a source that took too long', Object.assign(new Error('No answer within 5000 ms'), { code: 'timeout' }), 'warn'],
  ['a database that is away', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }), 'warn'],
])('[RG42] %s is one line with its code, without a stack', (_what, error, level) => {
  const [found, facts] = logged(error);
  expect(found).toBe(level);
  expect(facts).toMatchObject({ path: '/x', reason: expect.any(String) });
  expect(facts).not.toHaveProperty('err');
});

test('what nobody foresaw is logged whole', () => {
  const error = new TypeError('x is not a function');
  expect(logged(error)).toEqual(['error', { path: '/x', err: error }]);
});

test('without LOG_LEVEL the log is lines for a person', () => {
  const time = new Date(2026, 10, 21, 9, 5, 7).getTime();
  const line = (more: object) =>
    logLine(JSON.stringify({ level: 40, time, pid: 1, hostname: 'h', reqId: 'r', ...more }));
  expect(line({ msg: 'call failed: database away', path: '/a', reason: 'gone' })).toBe(
    '09:05:07 warning: call failed: database away: path=/a reason=gone',
  );
  expect(
    line({
      msg: 'page schema refused',
      problem: {
        file: 'fixed/home.json',
        pointer: '/blocks/0',
        code: 'unknown-widget',
        message: 'There is no widget "x".',
      },
    }),
  ).toBe('09:05:07 warning: page schema refused: fixed/home.json#/blocks/0: unknown-widget: There is no widget "x".');
  expect(
    line({ msg: 'registers could not be derived', err: { message: 'no room', stack: 'Error: no room\n    at x' } }),
  ).toBe('09:05:07 warning: registers could not be derived (no room)');
  expect(line({ level: 50, msg: 'page failed', path: '/a', err: { message: 'x', stack: 'Error: x\n    at y' } })).toBe(
    '09:05:07 error: page failed: path=/a\n  Error: x\n      at y',
  );
});
