import { expect, test } from 'vitest';
import { accountProblem } from '#rules/people/account-name.ts';

test.each([
  ['zhou.wen', true],
  [' ＺＨＯＵ.Wen ', true],
  ['a1-', true],
  ['ab', false],
  ['1abc', false],
  ['zhou wen', false],
  [`a${'b'.repeat(32)}`, false],
])('[SU23] the field of an account is judged as the server judges it: %j', (typed, isRight) => {
  expect(accountProblem(typed) === '').toBe(isRight);
});
