/**
 * WR7: when an upstream is late, away or answers garbage, its last good answers are used, marked as old. Only answers that are
 * the same for everybody are kept, in memory, for a day.
 */
import { isSuccess } from '#wire/envelope.ts';
import type { Envelope } from '#wire/envelope.ts';
import { isCallFailed } from '#wire/is-call-failed.ts';
import { queryOf, TOKEN_HEADER } from '#wire/paths.ts';
import type { Gateway } from './gateway.ts';

/** Milliseconds for which an old answer may be used (trust.md). */
const OLDEST = 24 * 3_600_000;
/** Milliseconds to wait for a new answer where there is an old one. */
const PATIENCE = 4_000;
/** Milliseconds after a failure in which a call that has an old answer is not tried again. */
const PAUSE = 5_000;
/** characters of all answers together */
const MOST = 8 * 1024 * 1024;

/** Calls whose answers belong to one customer; those are never kept. */
const PERSONAL = ['/user/', '/business/'];

interface Last {
  envelope: Envelope;
  /** milliseconds since 1970 */
  at: number;
  size: number;
  /** until when it is answered without asking */
  pausedUntil: number;
}

/** Wraps a gateway so that it remembers answers. An old answer says in `asOf` when it was given. */
export function withLastAnswers(gateway: Gateway, now: () => number = () => Date.now()): Gateway {
  const answers = new Map<string, Last>();
  let size = 0;

  function forget(key: string): void {
    size -= answers.get(key)?.size ?? 0;
    answers.delete(key);
  }

  function store(key: string, envelope: Envelope): void {
    forget(key);
    const last = { envelope, at: now(), size: key.length + JSON.stringify(envelope.data).length, pausedUntil: 0 };
    answers.set(key, last);
    size += last.size;
    for (const oldest of answers.keys()) {
      if (size <= MOST) break;
      forget(oldest);
    }
  }

  async function answered(
    key: string,
    isPublic: boolean,
    ask: (within?: number) => Promise<Envelope>,
  ): Promise<Envelope> {
    const known = answers.get(key);
    const last = known && now() - known.at < OLDEST ? known : undefined;
    if (known && !last) forget(key);
    const standIn = ({ envelope, at }: Last): Envelope => ({ ...envelope, asOf: new Date(at).toISOString() });
    if (last && now() < last.pausedUntil) return standIn(last);
    try {
      const envelope = await ask(last && PATIENCE);
      // an answer that says no, as of what was withdrawn or restricted meanwhile, ends the old one
      if (isPublic && isSuccess(envelope)) store(key, envelope);
      else if (isPublic) forget(key);
      return envelope;
    } catch (error) {
      if (isPublic && isRefusal(error)) forget(key);
      if (!last || !isAway(error)) throw error;
      last.pausedUntil = now() + PAUSE;
      return standIn(last);
    }
  }

  const isPersonal = (path: string) => PERSONAL.some((prefix) => path.startsWith(prefix));

  return {
    answers: gateway.answers,
    get(path, params, headers, within) {
      if (isPersonal(path)) return gateway.get(path, params, headers, within);
      return answered(`${path}?${queryOf(params)}`, headers[TOKEN_HEADER] === undefined, (patience) =>
        gateway.get(path, params, headers, shorter(patience, within)),
      );
    },
    post(path, body, headers, within) {
      if (isPersonal(path)) return gateway.post(path, body, headers, within);
      return answered(`${path} ${String(body.bytes)}`, headers[TOKEN_HEADER] === undefined, (patience) =>
        gateway.post(path, body, headers, shorter(patience, within)),
      );
    },
  };
}

const shorter = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);

/** Late, busy or gone: it may answer again by itself. */
const PASSING = [408, 429];
const isAway = (error: unknown): boolean =>
  isCallFailed(error) && (error.outcome === 'unreadable' || error.status >= 500 || PASSING.includes(error.status));

/** An answer that says no by its status. */
const isRefusal = (error: unknown): boolean =>
  isCallFailed(error) && error.status >= 400 && error.status < 500 && !PASSING.includes(error.status);
