/**
 * US13: an answer that is the same for everybody is used again for as long as the setting says, and asked for once by all
 * who want it meanwhile. WR7: when an upstream is late, away or answers garbage, its last good answers are used, marked
 * as old. Both are kept in memory, the latter for a day.
 */
import { isSuccess } from '#wire/envelope.ts';
import type { Envelope } from '#wire/envelope.ts';
import { isCallFailed } from '#wire/is-call-failed.ts';
import { queryOf, TOKEN_HEADER } from '#wire/paths.ts';
import { errors } from '../errors.ts';
import type { Answered, Gateway, Verify } from './gateway.ts';

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

  const pending = new Map<string, Promise<Answered>>();
  const standIn = ({ envelope, at, pausedUntil }: Last): Answered => ({
    ...envelope,
    asOf: new Date(at).toISOString(),
    until: pausedUntil,
  });

  async function ask(
    key: string,
    last: Last | undefined,
    { keep, asked: call, verify }: Omit<Asking, 'anonymously'>,
  ): Promise<Answered> {
    try {
      const envelope = await call(last && PATIENCE);
      if (last && isOutage(envelope)) {
        last.pausedUntil = now() + PAUSE;
        return standIn(last);
      }
      await verify?.(envelope);
      // an answer that says no, as of what was withdrawn or restricted meanwhile, ends the old one
      if (!isSuccess(envelope)) {
        forget(key);
        return envelope;
      }
      store(key, envelope);
      return keep > 0 ? { ...envelope, until: now() + keep } : envelope;
    } catch (error) {
      if (isRefusal(error)) forget(key);
      if (!last || !isAway(error)) throw error;
      last.pausedUntil = now() + PAUSE;
      return standIn(last);
    }
  }

  /** @param isPublic asked without a token: only such answers are kept */
  async function answered(key: string, isPublic: boolean, asking: Asking): Promise<Answered> {
    const { keep, asked: call } = asking;
    const known = answers.get(key);
    const last = known && now() - known.at < OLDEST ? known : undefined;
    if (known && !last) forget(key);
    if (last && now() < last.pausedUntil) return standIn(last);
    if (!isPublic) {
      return call(last && PATIENCE).then(
        (envelope) => {
          if (isTokenEnded(envelope)) return anew(key, last, asking).catch(() => envelope);
          // nothing given to everybody stays of content that only some may read
          if (RESTRICTED.has(envelope.code)) forget(key);
          return envelope;
        },
        (error: unknown) => {
          if (isUnauthorized(error))
            return anew(key, last, asking).catch(() => {
              throw error;
            });
          if (!last || !isAway(error)) throw error;
          last.pausedUntil = now() + PAUSE;
          return standIn(last);
        },
      );
    }
    if (last && now() - last.at < keep) return { ...last.envelope, until: last.at + keep };
    return pending.get(key) ?? begin(key, last, asking);
  }

  function begin(key: string, last: Last | undefined, asking: Omit<Asking, 'anonymously'>): Promise<Answered> {
    const answer = ask(key, last, asking).finally(() => pending.delete(key));
    pending.set(key, answer);
    return answer;
  }

  /** WR2: whose token has ended is anybody, and what anybody may have is asked for as anybody asks. */
  function anew(key: string, last: Last | undefined, { anonymously, ...asking }: Asking): Promise<Answered> {
    return pending.get(key) ?? begin(key, last, { ...asking, asked: anonymously });
  }

  const isPersonal = (path: string) => PERSONAL.some((prefix) => path.startsWith(prefix));

  return {
    ...gateway,
    get(path, params, headers, within, verify) {
      if (isPersonal(path)) return whoseEnded(gateway.get(path, params, headers, within), headers);
      const asking = (passed: typeof headers) => (patience?: number) =>
        gateway.get(path, params, passed, shorter(patience, within));
      return answered(keyOf(path, params), headers[TOKEN_HEADER] === undefined, {
        keep: gateway.keeps(path),
        asked: asking(headers),
        anonymously: asking(withoutToken(headers)),
        verify,
      });
    },
    post(path, body, headers, within, verify) {
      if (isPersonal(path)) return whoseEnded(gateway.post(path, body, headers, within), headers);
      const asking = (passed: typeof headers) => (patience?: number) =>
        gateway.post(path, body, passed, shorter(patience, within));
      return answered(`${path} ${String(body.bytes)}`, headers[TOKEN_HEADER] === undefined, {
        keep: gateway.keeps(path),
        asked: asking(headers),
        anonymously: asking(withoutToken(headers)),
        verify,
      });
    },
  };
}

interface Asking {
  /** milliseconds for which the answer is given again */
  keep: number;
  /** asks the upstream, for at most so many milliseconds */
  asked: (within?: number) => Promise<Envelope>;
  /** the same without the visitor's token */
  anonymously: (within?: number) => Promise<Envelope>;
  verify: Verify | undefined;
}

const withoutToken = ({ [TOKEN_HEADER]: _token, ...headers }: Record<string, unknown>): Record<string, unknown> =>
  headers;

/** LS4, US9: of a call about one customer HTTP 401 says what -0801107 says: the token is none any more. */
const whoseEnded = (call: Promise<Envelope>, headers: Record<string, unknown>): Promise<Envelope> =>
  call.catch((error: unknown) => {
    if (headers[TOKEN_HEADER] === undefined || !isUnauthorized(error)) throw error;
    return { code: errors.noToken.code, msg: errors.noToken.text, data: null };
  });

/** The same question in another order is the same. */
const keyOf = (path: string, params: Record<string, unknown>): string =>
  `${path}?${queryOf(Object.fromEntries(Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1))))}`;

const shorter = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);

/** Late, busy or gone: it may answer again by itself. */
const PASSING = [408, 429];
const isAway = (error: unknown): boolean =>
  isCallFailed(error) && (error.outcome === 'unreadable' || error.status >= 500 || PASSING.includes(error.status));

/** A failure that is written as a code: 500 to 599. */
const isOutage = ({ code }: Envelope): boolean => /^5\d\d$/.test(code);

const isTokenEnded = ({ code }: Envelope): boolean => code === errors.noToken.code;
const RESTRICTED: ReadonlySet<string> = new Set([errors.levelTooLow.code, errors.evaluationPast.code]);

/** An answer that says by its status that whoever asks is not known. */
const isUnauthorized = (error: unknown): boolean => isCallFailed(error) && error.status === 401;

/** An answer that says no by its status. */
const isRefusal = (error: unknown): boolean =>
  isCallFailed(error) && error.status >= 400 && error.status < 500 && !PASSING.includes(error.status);
