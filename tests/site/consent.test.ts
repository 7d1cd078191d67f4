import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createConsent } from '#site/consent/consent.ts';

const LEGAL = {
  privacy: { version: '2025-03-13', text: '/legal-text/a' },
  agreement: { version: '2023-04-06', text: '/legal-text/a' },
  notice: { version: '2025-03-13', text: '/legal-text/a' },
};

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  });
});
afterEach(() => void vi.unstubAllGlobals());

const consentOf = (legal: Parameters<typeof createConsent>[0] = LEGAL) => {
  const consent = createConsent(legal);
  consent.begin();
  return consent.current();
};

describe('on a visit', () => {
  test('[AG1] the privacy policy is shown without a stored flag', () => {
    expect(consentOf()).toEqual({ step: 1, first: true });
    stored.set('agreement', 'yes');
    expect(consentOf()).toEqual({ step: 1, first: true });
  });

  test('[AG3] the flag alone counts as the versions of 13 March 2025 and 6 April 2023', () => {
    stored.set('agreement', 'true');
    expect(consentOf()).toBeNull();
    expect(consentOf({ ...LEGAL, privacy: { version: '2025-03-14', text: '/legal-text/a' } })).toEqual({
      step: 1,
      first: true,
    });
    expect(consentOf({ ...LEGAL, agreement: { version: '2026-01-01', text: '/legal-text/a' } })).toEqual({
      step: 1,
      first: true,
    });
  });

  test('[AG1] a newer version asks again, an older one does not', () => {
    stored.set('agreement', 'true');
    stored.set('agreementVersion', JSON.stringify({ privacy: '2026-05-01', agreement: '2026-05-01' }));
    expect(consentOf()).toBeNull();
    expect(consentOf({ ...LEGAL, privacy: { version: '2026-05-02', text: '/legal-text/a' } })).toEqual({
      step: 1,
      first: true,
    });
  });

  test('[AG2] 下一步 closes where there is no agreement to move to', () => {
    const consent = createConsent({ privacy: LEGAL.privacy });
    consent.open(1);
    consent.next();
    expect(consent.current()).toBeNull();
  });

  test('[AG1] where a text is missing there is nothing to agree to', () => {
    expect(consentOf({})).toBeNull();
    expect(consentOf({ privacy: LEGAL.privacy })).toBeNull();
  });

  test('a browser that keeps nothing, or nonsense, is asked, and once a visit', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('denied');
      },
      setItem: () => {
        throw new Error('denied');
      },
    });
    const consent = createConsent(LEGAL);
    consent.begin();
    expect(consent.current()).toEqual({ step: 1, first: true });
    consent.agree();
    consent.begin();
    expect(consent.current()).toBeNull();
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => (name === 'agreement' ? 'true' : '{'),
      setItem: () => {},
    });
    expect(consentOf()).toEqual({ step: 1, first: true });
  });
});

test('[AG2] [AG3] from the policy to the agreement, which stores flag, versions and time', () => {
  const consent = createConsent(LEGAL);
  consent.begin();
  consent.next();
  expect(consent.current()).toEqual({ step: 2, first: true });
  consent.agree(new Date('2026-11-20T08:00:00Z'));
  expect(consent.current()).toBeNull();
  expect(stored.get('agreement')).toBe('true');
  expect(JSON.parse(stored.get('agreementVersion')!)).toEqual({
    privacy: '2025-03-13',
    agreement: '2023-04-06',
    at: '2026-11-20T08:00:00.000Z',
  });
});

test('[AG5] a text is opened at any time, where there is one', () => {
  stored.set('agreement', 'true');
  const consent = createConsent({ privacy: LEGAL.privacy, agreement: LEGAL.agreement });
  consent.begin();
  expect(consent.open(1)).toBe(true);
  expect(consent.current()).toEqual({ step: 1, first: false });
  expect(consent.open(3)).toBe(false);
});

describe('taken back', () => {
  test('[TK1] [AG6] an agreement is stored no more, and the next page asks again', () => {
    const consent = createConsent(LEGAL);
    expect(consent.isStored()).toBe(false);
    consent.agree();
    expect([consent.isStored(), [...stored.keys()]]).toEqual([true, ['agreement', 'agreementVersion']]);
    consent.begin();
    expect(consent.current()).toBeNull();
    consent.withdraw();
    expect([consent.isStored(), [...stored.keys()], consent.current()]).toEqual([false, [], null]);
    consent.begin();
    expect(consent.current()).toEqual({ step: 1, first: true });
  });

  test('[AG6] an agreement to an older text is none', () => {
    stored.set('agreement', 'true');
    expect(createConsent({ ...LEGAL, privacy: { version: '2026-01-01', text: '/legal-text/a' } }).isStored()).toBe(
      false,
    );
    expect(createConsent(LEGAL).isStored()).toBe(true);
  });
});
