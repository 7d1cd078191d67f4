import { describe, expect, test } from 'vitest';
import type { Envelope } from '#wire/envelope.ts';
import { Unreadable } from '#wire/envelope.ts';
import { isCallFailed } from '#wire/is-call-failed.ts';
import { actOn, CallFailed, dataOf, outcomeOfCode, outcomeOfStatus, outcomes } from '#wire/outcomes.ts';
import type { OutcomePort } from '#wire/outcomes.ts';

/** Messages to the visitor, in order. */
function buildPort() {
  const messages: string[] = [];
  const port: OutcomePort = {
    toast: (text) => messages.push(`toast ${text}`),
    tip: (text) => messages.push(`tip ${text}`),
    dialog: (text) => messages.push(`dialog ${text}`),
    login: (text) => messages.push(`login ${text}`),
  };
  return { port, told: messages };
}

function messagesOf(failure: unknown, options?: { quiet?: boolean }): string[] {
  const { port, told: messages } = buildPort();
  actOn(failure, port, options);
  return messages;
}

function failureOf(envelope: Partial<Envelope>, status = 200): CallFailed {
  try {
    dataOf({ code: '1', msg: '', data: null, ...envelope }, status);
  } catch (error) {
    return error as CallFailed;
  }
  throw new Error('the envelope is a success');
}

describe('codes', () => {
  test('[WR5] code 0 gives the data', () => {
    expect(dataOf({ code: '0', msg: 'ok', data: { list: [] } })).toEqual({ list: [] });
  });

  test('[ER1] another code is told in its own words, and the answer is returned with the failure', () => {
    const failure = failureOf({ code: '1001', msg: '参数不正确', data: { field: 'pageNum' } });
    expect(messagesOf(failure)).toEqual(['toast 参数不正确']);
    expect(failure.code).toBe('1001');
    expect(failure.envelope).toEqual({ code: '1001', msg: '参数不正确', data: { field: 'pageNum' } });
  });

  test('[ER1] a code without words is not told by an empty toast', () => {
    expect(messagesOf(failureOf({ code: '1', msg: '  ' }))).toEqual(['toast 网络异常，请稍后再试']);
  });

  test('[ER6] -0801107 leads to login, after a word of why', () => {
    expect(messagesOf(failureOf({ code: '-0801107', msg: 'token invalid' }))).toEqual(['login 登录已失效，请重新登录']);
  });

  test('[ER7] -0801108 is a tip with the level that the content asks for', () => {
    expect(messagesOf(failureOf({ code: '-0801108', data: { levelName: 'C4（稳健型）' } }))).toEqual([
      'tip 您订阅的内容要求风险等级为【C4（稳健型）】及以上，您当前的风险等级不足。如需继续，请在“业务办理”中重新进行风险测评，或联系您的客户经理。',
    ]);
  });

  test('[ER7] a level name is text, never a pattern of replacement, and its absence leaves no hole', () => {
    expect(failureOf({ code: '-0801108', data: { levelName: '$&$1' } }).message).toContain('【$&$1】');
    for (const data of [null, {}, { levelName: '' }, { levelName: 4 }, 'C4']) {
      expect(failureOf({ code: '-0801108', data }).message).toContain('【更高等级】');
    }
  });

  test('[ER8] -0801109 is a dialog', () => {
    expect(messagesOf(failureOf({ code: '-0801109' }))).toEqual([
      'dialog 尊敬的投资者，您的风险承受能力测评已过期或尚未进行，请尽快完成测评，以免影响您的交易及业务办理。',
    ]);
  });

  test('a code is no property name: constructor and __proto__ are codes like others', () => {
    for (const code of ['constructor', '__proto__', 'other', 'toString', ''])
      expect(outcomeOfCode(code)).toBe('code other');
  });
});

describe('[ER4] HTTP status', () => {
  test.each([
    [400, '请求配置错误'],
    [401, '请求被拒绝'],
    [403, '服务器禁止访问'],
    [404, '请求的接口不存在'],
    [405, '该资源被禁止访问'],
    [408, '请求超时，请稍后再试'],
    [500, '服务器内部错误'],
    [501, '服务器不支持该功能'],
    [502, '网关错误'],
    [503, '服务不可用，请稍后再试'],
    [504, '网关超时'],
    [505, 'HTTP版本不受支持'],
  ])('%i is told as %s, whatever the answer says', (status, text) => {
    const envelope: Envelope = { code: '1001', msg: 'ECONNREFUSED 127.0.0.1:5432', data: null };
    expect(messagesOf(new CallFailed(outcomeOfStatus(status), { status }))).toEqual([`toast ${text}`]);
    expect(messagesOf(new CallFailed(outcomeOfStatus(status), { status, message: 'stack', envelope }))).toEqual([
      `toast ${text}`,
    ]);
  });

  test('the catalogue lists no other status', () => {
    const statuses = Object.keys(outcomes).filter((key) => key.startsWith('http '));
    expect(statuses).toEqual([
      ...[400, 401, 403, 404, 405, 408, 500, 501, 502, 503, 504, 505].map((status) => `http ${status}`),
      'http other',
    ]);
  });

  test('[ER5] another status is told in the words of the answer, else of the error, else in a general sentence', () => {
    const envelope: Envelope = { code: '1', msg: '访问过于频繁', data: null };
    const other = outcomeOfStatus(429);
    expect(messagesOf(new CallFailed(other, { status: 429, envelope }))).toEqual(['toast 访问过于频繁']);
    expect(messagesOf(new CallFailed(other, { status: 429, message: '稍等' }))).toEqual(['toast 稍等']);
    expect(messagesOf(new CallFailed(other, { status: 429 }))).toEqual(['toast 网络异常，请稍后再试']);
  });
});

describe('calls without a readable answer', () => {
  test('[ER2] what cannot be decrypted or parsed is told as 服务连接失败', () => {
    expect(messagesOf(new CallFailed('unreadable'))).toEqual(['toast 服务连接失败']);
    expect(messagesOf(new Unreadable('rows are missing'))).toEqual(['toast 服务连接失败']);
  });

  test('[ER2] an error of our own in reading an answer is told so too, never by its English text', () => {
    expect(messagesOf(new TypeError("Cannot read properties of undefined (reading 'list')"))).toEqual([
      'toast 服务连接失败',
    ]);
    expect(messagesOf('a string')).toEqual(['toast 服务连接失败']);
  });

  test('[ER3] time-out and no connection have Chinese words, another cause its own', () => {
    expect(messagesOf(new CallFailed('timeout', { message: 'timeout of 30000ms exceeded' }))).toEqual([
      'toast 请求超时，请稍后再试',
    ]);
    expect(messagesOf(new CallFailed('offline', { message: 'Network Error' }))).toEqual([
      'toast 网络连接异常，请检查网络设置',
    ]);
    expect(messagesOf(new CallFailed('unsent', { message: '文件无法读取' }))).toEqual(['toast 文件无法读取']);
    expect(messagesOf(new CallFailed('unsent'))).toEqual(['toast 网络异常，请稍后再试']);
  });
});

describe('[ER9] quiet calls', () => {
  test('keep an unlisted code to themselves', () => {
    expect(messagesOf(failureOf({ code: '1001', msg: '参数不正确' }), { quiet: true })).toEqual([]);
  });

  test('still lead to login and show tips and dialogs', () => {
    const shows = ['-0801107', '-0801108', '-0801109'].map(
      (code) => messagesOf(failureOf({ code }), { quiet: true }).at(-1)!.split(' ')[0],
    );
    expect(shows).toEqual(['login', 'tip', 'dialog']);
  });

  test('still tell broken connections and HTTP errors', () => {
    expect(messagesOf(new CallFailed('unreadable'), { quiet: true })).toEqual(['toast 服务连接失败']);
    expect(messagesOf(new CallFailed('http 502', { status: 502 }), { quiet: true })).toEqual(['toast 网关错误']);
    expect(messagesOf(new CallFailed('offline'), { quiet: true })).toHaveLength(1);
  });
});

describe('the table', () => {
  test('every text is Chinese and holds nothing technical', () => {
    for (const [key, { text }] of Object.entries(outcomes)) {
      if (text !== '')
        expect(text.replace('HTTP', '').replace('{levelName}', ''), key).toMatch(
          /^[\p{Script=Han}，。、；：“”【】]+$/u,
        );
    }
  });

  test('only failures that bring their own words have no text', () => {
    expect(
      Object.entries(outcomes)
        .filter(([, { text }]) => text === '')
        .map(([key]) => key),
    ).toEqual(['code other']);
  });

  test('a failure is known by its name, because two bundles have two classes', () => {
    class CallFailedOfAnotherBundle extends Error {
      override readonly name = 'CallFailed';
    }
    expect(isCallFailed(new CallFailedOfAnotherBundle())).toBe(true);
    expect(isCallFailed(new Error('CallFailed'))).toBe(false);
  });
});
