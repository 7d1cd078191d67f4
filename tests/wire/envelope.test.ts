import { describe, expect, test } from 'vitest';
import { isSuccess, parseEnvelope, readEnvelope, Unreadable } from '#wire/envelope.ts';

describe('[WR5] success', () => {
  test.each([0, '0', -0])('is code %j', (code) => expect(isSuccess({ code })).toBe(true));

  test.each([1, '1', '00', '0.0', ' 0', '0 ', '', '-0', false, null, undefined, [], [0], {}, '-0801107', Number.NaN])(
    'is not code %j',
    (code) => expect(isSuccess({ code })).toBe(false),
  );
});

describe('[WR5] an answer', () => {
  test('with code, msg and data is an envelope', () => {
    expect(parseEnvelope('{"code":"0","msg":"ok","data":[1]}')).toEqual({ code: '0', msg: 'ok', data: [1] });
  });

  test('may send the code as a whole number, of either sign', () => {
    expect(readEnvelope({ code: 0, msg: '', data: null }).code).toBe('0');
    expect(readEnvelope(JSON.parse('{"code":-0}')).code).toBe('0');
    expect(readEnvelope({ code: -801107 }).code).toBe('-801107');
  });

  test('keeps the code as it is written', () => {
    expect(readEnvelope({ code: '-0801107' }).code).toBe('-0801107');
  });

  test('may leave out msg and data, or send null for them', () => {
    expect(readEnvelope({ code: '0' })).toEqual({ code: '0', msg: '', data: null });
    expect(readEnvelope({ code: '0', msg: null, data: null })).toEqual({ code: '0', msg: '', data: null });
  });

  test('carries nothing but the three fields', () => {
    expect(readEnvelope({ code: '0', msg: '', data: 1, trace: 'x' })).toEqual({ code: '0', msg: '', data: 1 });
  });

  test.each([
    null,
    undefined,
    0,
    '0',
    'ok',
    true,
    [],
    [{ code: 0 }],
    {},
    { msg: '' },
    { code: null },
    { code: '' },
    { code: 0.5 },
    { code: true },
    { code: {} },
    { code: '0', msg: 1 },
    { code: '0', msg: {} },
  ])('that is %j is unreadable (ER2)', (answer) => expect(() => readEnvelope(answer)).toThrow(Unreadable));

  test.each(['', 'ok', '{', '<html></html>', '{"code":0,}', 'undefined', 'null', '[]'])(
    'that reads %j is unreadable (ER2)',
    (text) => {
      expect(() => parseEnvelope(text)).toThrow(Unreadable);
    },
  );
});
