import type { Legal } from '#page/page-schema.ts';

/** AG: local keys. The flag alone, from before versions were noted, counts as these. */
const FLAG = 'agreement';
const VERSION = 'agreementVersion';
const VERSIONS_OF_THE_FLAG = { privacy: '2025-03-13', agreement: '2023-04-06' };

/** 1 privacy policy, 2 user agreement, 3 legal notice (website.md 4) */
export type Step = 1 | 2 | 3;
export const TEXT_OF = { 1: 'privacy', 2: 'agreement', 3: 'notice' } as const;

export interface Asking {
  step: Step;
  /** AG5: the first visit, or a newer version: only reading on leads out of it */
  first: boolean;
}

export type Consent = ReturnType<typeof createConsent>;

/** Whether the visitor has agreed, and which text is open: a store outside React. */
export function createConsent(legal: Legal) {
  let asking: Asking | null = null;
  // a browser that keeps nothing is asked once a visit
  let agreedNow = false;
  const listeners = new Set<() => void>();

  function change(next: Asking | null) {
    asking = next;
    for (const listener of listeners) listener();
  }

  const isStored = (): boolean => covers(storedVersions(), legal);
  const hasAgreed = (): boolean => agreedNow || isStored();

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    current: (): Asking | null => asking,
    /** AG1: once the page lives. Without both texts there is nothing to agree to. */
    begin(): void {
      if (asking === null && legal.privacy && legal.agreement && !hasAgreed()) change({ step: 1, first: true });
    },
    /** AG5. @returns whether there is such a text */
    open(step: Step): boolean {
      if (!legal[TEXT_OF[step]]) return false;
      change({ step, first: asking?.first === true && step !== 3 });
      return true;
    },
    /** AG2; without an agreement there is nothing to move to */
    next: (): void => change(asking && legal.agreement ? { ...asking, step: 2 } : null),
    /** AG3 */
    agree(at = new Date()): void {
      agreedNow = true;
      const versions = { privacy: legal.privacy?.version, agreement: legal.agreement?.version, at: at.toISOString() };
      try {
        localStorage.setItem(FLAG, 'true');
        localStorage.setItem(VERSION, JSON.stringify(versions));
      } catch {
        // see agreedNow
      }
      change(null);
    },
    close: (): void => change(null),
    /** AG6: whether the browser keeps an agreement to the texts that are public now */
    isStored,
    /** TK1: the next page asks again */
    withdraw(): void {
      agreedNow = false;
      try {
        localStorage.removeItem(FLAG);
        localStorage.removeItem(VERSION);
      } catch {
        // a browser that keeps nothing has nothing to forget
      }
      change(null);
    },
  };
}

interface Versions {
  privacy: string;
  agreement: string;
}

/** null: nothing was agreed to */
function storedVersions(): Versions | null {
  try {
    if (localStorage.getItem(FLAG) !== 'true') return null;
    const noted = JSON.parse(localStorage.getItem(VERSION) ?? 'null') as Partial<Versions> | null;
    return {
      privacy: noted?.privacy ?? VERSIONS_OF_THE_FLAG.privacy,
      agreement: noted?.agreement ?? VERSIONS_OF_THE_FLAG.agreement,
    };
  } catch {
    return null;
  }
}

/** Dates as yyyy-mm-dd compare as text. */
const covers = (agreed: Versions | null, legal: Legal): boolean =>
  agreed !== null &&
  agreed.privacy >= (legal.privacy?.version ?? '') &&
  agreed.agreement >= (legal.agreement?.version ?? '');
