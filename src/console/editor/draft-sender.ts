import type { FormDraft, FormDraftLine, StoredFormDraft } from '#wire/form-draft-answers.ts';

/** milliseconds without a keystroke after which what was typed is sent, and the most that somebody who goes on typing waits */
const PAUSE = 1_500;
const LONGEST = 10_000;
/** milliseconds until a server that did not answer is tried again */
const AGAIN = 15_000;

/** State of what was typed on its way to the server. */
export interface SentState {
  /** waiting: something newer is typed; undecided: another version is there, and nobody has chosen */
  state: 'none' | 'waiting' | 'sent' | 'failed' | 'undecided';
  /** ISO 8601, when the server got what it has */
  at: string;
  /** why it failed, for people */
  why: string;
}

export const NOTHING_SENT: SentState = { state: 'none', at: '', why: '' };

interface Means<Work> {
  /** the drafts of the form that the server has */
  read: () => Promise<FormDraft[]>;
  send: (work: Work, version: string) => Promise<StoredFormDraft>;
  remove: (version: string) => Promise<unknown>;
  onState: (state: SentState) => void;
  /** called once, with what the server has as the form opens; tells which version the form goes on with */
  onRead: (found: FormDraft[]) => { version: string; isUndecided: boolean };
  onSent: (work: Work, version: string) => void;
  /** another version is there; null: it was saved or thrown away elsewhere */
  onOther: (other: FormDraft | null) => void;
  /** words for what failed, and whether it may go well without a change */
  failureOf: (reason: unknown) => { why: string; isPassing: boolean };
}

export interface DraftSender<Work> {
  open: () => void;
  write: (work: Work) => void;
  /** saved as an edition, thrown away, or as it began */
  drop: () => void;
  /** goes on over a version that was found; '' over none */
  decide: (version: string) => void;
  /** sends now what waits */
  flush: () => void;
}

/**
 * DF1, DF3: sends what is typed in a form, a moment after it was typed, over the version that the form knows. One call
 * runs at a time. Where another version is there, nothing is sent until somebody has decided.
 */
export function openDraftSender<Work>(means: Means<Work>): DraftSender<Work> {
  let version: FormDraftLine['version'] = '';
  let newest: { work: Work } | null = null;
  let sentAt = '';
  let isRead = false;
  let isUndecided = false;
  let isFailing = false;
  let isOnItsWay = false;
  /** when the oldest that waits was typed */
  let since = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let line: Promise<void> = Promise.resolve();

  const tell = (state: SentState['state'], why = ''): void => means.onState({ state, at: sentAt, why });
  const after = (milliseconds: number): void => {
    clearTimeout(timer);
    timer = setTimeout(next, milliseconds);
  };
  const fail = (reason: unknown): void => {
    const { why, isPassing } = means.failureOf(reason);
    isFailing = true;
    if (newest) tell('failed', why);
    if (isPassing) after(AGAIN);
  };
  /** One step after another. */
  const inLine = (step: () => Promise<void>): void => {
    line = line.then(step);
  };
  const readFirst = async (): Promise<void> => {
    if (isRead) return;
    try {
      const found = await means.read();
      isRead = true;
      isFailing = false;
      ({ version, isUndecided } = means.onRead(found));
      if (newest && isUndecided) tell('undecided');
    } catch (reason) {
      fail(reason);
    }
  };
  const sendNewest = async (): Promise<void> => {
    isOnItsWay = false;
    if (!newest || !isRead || isUndecided) return;
    const sent = newest;
    try {
      const answer = await means.send(sent.work, version);
      isFailing = false;
      if ('other' in answer) {
        isUndecided = true;
        tell('undecided');
        return means.onOther(answer.other);
      }
      ({ version, changedAt: sentAt } = answer);
      means.onSent(sent.work, version);
      if (newest !== sent) return;
      newest = null;
      tell('sent');
    } catch (reason) {
      fail(reason);
    }
  };
  function next(): void {
    clearTimeout(timer);
    since = 0;
    if (isOnItsWay) return;
    isOnItsWay = true;
    inLine(readFirst);
    inLine(sendNewest);
  }
  return {
    open: () => inLine(readFirst),
    write: (work) => {
      newest = { work };
      if (!isFailing) tell(isUndecided ? 'undecided' : 'waiting');
      since ||= Date.now();
      after(Math.max(0, Math.min(PAUSE, since + LONGEST - Date.now())));
    },
    drop: () => {
      clearTimeout(timer);
      newest = null;
      sentAt = '';
      tell('none');
      inLine(async () => {
        const before = version;
        if (before === '' || newest !== null) return;
        version = '';
        // a draft that stays there is offered again, and goes by itself one day
        await means.remove(before).catch(() => undefined);
      });
    },
    decide: (over) => {
      isUndecided = false;
      // an answer on its way is of the version before
      inLine(async () => {
        version = over;
      });
      if (newest) after(0);
    },
    flush: () => {
      if (newest) next();
    },
  };
}
