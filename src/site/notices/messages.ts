/**
 * Messages of the site to the visitor: passing toasts, and one tip and one dialog at a time. A store outside React
 * (useSyncExternalStore), because calls fail outside React too. The server never writes to it: a page that is rendered
 * there shows failures in frames only.
 */
import type { OutcomePort } from '#wire/outcomes.ts';

export interface Toast {
  id: number;
  text: string;
  /** an alert interrupts a screen reader, a status waits its turn */
  kind: 'alert' | 'status';
  /** tells of the line, or of the server at its end */
  isLine?: boolean;
}

/** title '' takes the default title of MD1 */
export interface Modal {
  id: number;
  title: string;
  text: string;
  choice?: { label: string; act: () => void };
}

export interface Messages {
  /** oldest first */
  toasts: readonly Toast[];
  tip: Modal | null;
  dialog: Modal | null;
}

/** Failures on one screen rarely exceed this, and more would cover a phone's. */
const MOST_TOASTS = 4;

const none: Messages = { toasts: [], tip: null, dialog: null };

/** Milliseconds a toast stays: at least five seconds, longer as the text is. */
export function readingTime(text: string): number {
  return Math.max(5000, 2000 + 250 * [...text].length);
}

export type MessageStore = ReturnType<typeof createMessages>;

export function createMessages() {
  let state = none;
  let nextId = 1;
  let held = false;
  const waiting: { tip: Modal[]; dialog: Modal[] } = { tip: [], dialog: [] };
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  const listeners = new Set<() => void>();

  function change(part: Partial<Messages>) {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  }

  /** Beneath a modal a toast can be neither read well nor closed, so it waits. */
  const isWaiting = () => held || state.tip !== null || state.dialog !== null;

  function startTimer({ id, text }: Toast) {
    stopTimer(id);
    if (!isWaiting())
      timers.set(
        id,
        setTimeout(() => closeToast(id), readingTime(text)),
      );
  }

  /**
   * Shows a text; one that is visible already is not repeated but stays for its full time again, as does one that tells
   * of the line (ER3).
   */
  function toast(text: string, isLine?: boolean, kind: Toast['kind'] = 'alert') {
    if (text === '') return;
    const shown = state.toasts.find((one) => one.text === text || (isLine && one.isLine));
    if (shown) return void startTimer(shown);
    const added: Toast = { id: nextId++, text, kind, isLine };
    const remaining = [...state.toasts, added].slice(-MOST_TOASTS);
    for (const gone of state.toasts.filter((one) => !remaining.includes(one))) stopTimer(gone.id);
    change({ toasts: remaining });
    startTimer(added);
  }

  function stopTimer(id: number) {
    clearTimeout(timers.get(id));
    timers.delete(id);
  }

  function closeToast(id: number) {
    stopTimer(id);
    const toasts = state.toasts.filter((one) => one.id !== id);
    // the pointer may have been over the last toast, and no leave event comes from what is gone
    if (toasts.length === 0) held = false;
    change({ toasts });
  }

  /** A visitor who tries again has read the message: it goes, and comes anew should the try fail again. */
  const dismiss = () => state.toasts.forEach(({ id }) => closeToast(id));

  /** While the pointer or the focus is on the toasts none of them goes; afterwards each has its full time again. */
  function holdToasts() {
    held = true;
    state.toasts.forEach(startTimer);
  }

  function releaseToasts() {
    held = false;
    state.toasts.forEach(startTimer);
  }

  function open(place: 'tip' | 'dialog', title: string, text: string, choice?: Modal['choice']) {
    const shown = [state[place], ...waiting[place]];
    if (shown.some((one) => one?.title === title && one.text === text)) return;
    const modal: Modal = { id: nextId++, title, text, ...(choice && { choice }) };
    if (state[place]) return void waiting[place].push(modal);
    change({ [place]: modal });
    state.toasts.forEach(startTimer);
  }

  /** Closes the message that is open in its place and opens the next one waiting there. */
  function close(place: 'tip' | 'dialog') {
    change({ [place]: waiting[place].shift() ?? null });
    state.toasts.forEach(startTimer);
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    getSnapshot: () => state,
    /** the snapshot that the server renders and the browser hydrates with: empty */
    getServerSnapshot: () => none,
    toast,
    closeToast,
    dismiss,
    holdToasts,
    releaseToasts,
    /** MD1 */
    tip: (text: string, title = '') => open('tip', title, text),
    closeTip: () => close('tip'),
    dialog: (text: string, title = '', choice?: Modal['choice']) => open('dialog', title, text, choice),
    closeDialog: () => close('dialog'),
  };
}

/** The visitor's messages. */
export const messages = createMessages();

/** ER1–ER8: where the outcomes of calls are shown. @param login goes to the environment's login address (LS6) */
export function outcomePort({ toast, tip, dialog }: MessageStore, login: () => void): OutcomePort {
  return {
    toast,
    tip,
    dialog,
    login: (text) => {
      toast(text);
      login();
    },
  };
}
