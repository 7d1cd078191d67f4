import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { subjectsOf } from '#kinds/changes.ts';
import type { Change } from '#kinds/index.ts';
import { MOST_TYPED } from '#rules/editions/form-drafts.ts';
import { isSameJson } from '#rules/json/same-json.ts';
import type { FormDraft } from '#wire/form-draft-answers.ts';
import { call, CallFailed, isCallFailed, SIGN_IN_NEEDED, wordsOf } from '../calls/call.ts';
import { NOTHING_SENT, openDraftSender, type DraftSender, type SentState } from './draft-sender.ts';
import { isWhole, type StoredWork } from './edition-form.ts';

/** A draft of the same form that the server has from elsewhere. */
export interface Elsewhere<V> {
  draft: FormDraft;
  work: StoredWork<V>;
  /** another piece of work, such as another new article: it stands in the way of nothing */
  isOther: boolean;
}

interface Given<V> {
  /** name of the form among those of the person */
  form: string;
  /** '' where the form has one piece of work */
  piece: string;
  /** nothing is read or sent of a form that only shows */
  isOn: boolean;
  /** work that this tab has stored */
  local: StoredWork<V> | null;
  describe: (work: StoredWork<V>) => { title: string; changes: readonly Change[] };
  /** stores in this tab which version the server has of its work */
  onSent: (work: StoredWork<V>, server: { piece: string; version: string }) => void;
}

export interface ServerDraft<V> {
  sent: SentState;
  elsewhere: readonly Elsewhere<V>[];
  /** work that was saved or thrown away elsewhere, and is typed on here */
  isGone: boolean;
  write: (work: StoredWork<V>) => void;
  drop: () => void;
  /** goes on with one of elsewhere, in its place */
  takeOver: (one: Elsewhere<V>) => void;
  /** goes on here, in the place of one of elsewhere or of none */
  goOn: (one: Elsewhere<V> | null) => void;
  throwAway: (one: Elsewhere<V>) => void;
}

/** Channels that documents name, for the rights to what is typed in them. */
const channelsIn = (changes: readonly Change[]): string[] =>
  changes.flatMap(({ document }) => {
    const { channelId, parentId } = (document ?? {}) as { channelId?: unknown; parentId?: unknown };
    return [channelId, parentId].filter((id): id is string => typeof id === 'string' && id !== '');
  });

function failureOf(reason: unknown): { why: string; isPassing: boolean } {
  if (!isCallFailed(reason)) return { why: wordsOf(reason), isPassing: false };
  const isPassing = reason.status === 0 || reason.status >= 500 || reason.status === 429;
  return { why: reason.code === SIGN_IN_NEEDED ? '登录已结束' : reason.message, isPassing };
}

/** DF1–DF3: what is typed in a form, stored on the server, and what the server has of the same form from elsewhere. */
export function useServerDraft<V>({ form, piece: own, isOn, local, describe, onSent }: Given<V>): ServerDraft<V> {
  const [sent, setSent] = useState(NOTHING_SENT);
  const [elsewhere, setElsewhere] = useState<readonly Elsewhere<V>[]>([]);
  const [isGone, setGone] = useState(false);
  const { pathname, search } = useLocation();
  const piece = useRef(local?.server?.piece ?? own);
  const sender = useRef<DraftSender<StoredWork<V>> | null>(null);
  const given = useRef({ describe, onSent, address: '', local });
  useEffect(() => {
    given.current = { ...given.current, describe, onSent, address: pathname + search };
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const isOther = (draft: FormDraft): boolean => draft.piece !== piece.current;
    const show = (found: readonly FormDraft[]): void =>
      setElsewhere(
        found.flatMap((draft) => {
          const work = readWork<V>(draft.work);
          return work ? { draft, work, isOther: isOther(draft) } : [];
        }),
      );
    const opened = openDraftSender<StoredWork<V>>({
      read: () => call('GET /form-draft', { form }),
      send: async (work, version) => {
        const { server: _server, ...whole } = work;
        const text = JSON.stringify(whole);
        if (text.length > MOST_TYPED)
          throw new CallFailed('long', `内容超过${MOST_TYPED / 10_000}万字符`, { status: 413 });
        const { title, changes } = given.current.describe(work);
        const { base = {}, draft } = work.begun;
        return call('POST /form-draft', {
          form,
          piece: piece.current,
          version,
          // a form of rows has no title of its own: that of its screen is known to the person
          title: (title.trim() || document.querySelector('h1')?.textContent?.trim() || form).slice(0, 300),
          address: given.current.address,
          subjects: [...new Set([...subjectsOf(changes), ...subjectsOf(work.begun.changes), ...Object.keys(base)])],
          channelIds: [...new Set(channelsIn([...changes, ...work.begun.changes]))],
          ...(draft && { editionId: draft.editionId }),
          work: text,
        });
      },
      remove: (version) => call('DELETE /form-draft', { form, piece: piece.current, version }),
      onState: setSent,
      onRead: (found) => {
        const there = found.find((draft) => !isOther(draft));
        const { local: here } = given.current;
        const isSame =
          there !== undefined &&
          here !== null &&
          (there.version === here.server?.version || isSameJson(readWork<V>(there.work)?.value, here.value));
        show(isSame ? found.filter(isOther) : found);
        return { version: isSame ? there.version : '', isUndecided: there !== undefined && !isSame };
      },
      onSent: (work, version) => given.current.onSent(work, { piece: piece.current, version }),
      onOther: (other) => {
        setGone(other === null);
        if (other) show([other]);
      },
      failureOf,
    });
    sender.current = opened;
    opened.open();
    const flush = () => opened.flush();
    const leave = () => document.visibilityState === 'hidden' && opened.flush();
    addEventListener('online', flush);
    document.addEventListener('visibilitychange', leave);
    return () => {
      removeEventListener('online', flush);
      document.removeEventListener('visibilitychange', leave);
      opened.flush();
    };
  }, [isOn, form]);
  const without = (one: Elsewhere<V>): void => setElsewhere(elsewhere.filter((other) => other !== one));
  return {
    sent,
    elsewhere,
    isGone,
    write: (work) => sender.current?.write(work),
    drop: () => sender.current?.drop(),
    takeOver: (one) => {
      without(one);
      piece.current = one.draft.piece;
      sender.current?.decide(one.draft.version);
    },
    goOn: (one) => {
      if (one) without(one);
      setGone(false);
      sender.current?.decide(one?.draft.version ?? '');
    },
    throwAway: (one) => {
      without(one);
      const { piece: of, version } = one.draft;
      if (!one.isOther) {
        sender.current?.decide(version);
        return sender.current?.drop();
      }
      // a draft that stays there is offered again
      call('DELETE /form-draft', { form, piece: of, version }).catch(() => undefined);
    },
  };
}

/** null: an earlier release wrote it otherwise. */
function readWork<V>(text: string): StoredWork<V> | null {
  try {
    const work = JSON.parse(text) as StoredWork<V>;
    return isWhole(work) ? work : null;
  } catch {
    return null;
  }
}
