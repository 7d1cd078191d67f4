import { describe, expect, test } from 'vitest';
import { codeAt, newTotpSecret, stepOfCode, totpAddress } from '#server/people/staff/totp.ts';

/** The secret of RFC 6238 appendix B, '12345678901234567890', in base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('codes of an authenticator app', () => {
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at second %d it is %s, as the standard says', (seconds, code) => {
    expect(codeAt(SECRET, Math.floor(seconds / 30))).toBe(code);
  });

  test('a code is good in its own half minute and one beside it, once, and nothing else is', () => {
    const now = 1_800_000_015_000;
    const step = Math.floor(now / 30_000);
    for (const near of [step - 1, step, step + 1]) expect(stepOfCode(SECRET, codeAt(SECRET, near), now, 0)).toBe(near);
    for (const far of [step - 2, step + 2]) expect(stepOfCode(SECRET, codeAt(SECRET, far), now, 0)).toBeNull();
    expect(stepOfCode(SECRET, codeAt(SECRET, step), now, step)).toBeNull();
    expect(stepOfCode(SECRET, ` ${codeAt(SECRET, step).replace(/(...)/, '$1 ')}`, now, 0)).toBe(step);
    for (const wrong of ['', 'abcdef', '12345', `${codeAt(SECRET, step)}0`])
      expect(stepOfCode(SECRET, wrong, now, 0), wrong).toBeNull();
  });

  test('a secret has 160 bits in signs that apps read, and the address names issuer and account', () => {
    expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(newTotpSecret());
    expect(totpAddress(SECRET, '示例证券', 'li.min')).toBe(
      `otpauth://totp/%E7%A4%BA%E4%BE%8B%E8%AF%81%E5%88%B8:li.min?secret=${SECRET}&issuer=%E7%A4%BA%E4%BE%8B%E8%AF%81%E5%88%B8`,
    );
  });
});
