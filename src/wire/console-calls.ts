import type { SentOf, ValueOf } from '#page/schema-words.ts';
import type { ConsoleCalls } from '#server/console-api/calls.ts';

/**
 * The calls of the console as the browser knows them: by method and path what each takes and answers. Each is described
 * once, with its handler (server/console-api/define-console-call.ts); these are its types, which are gone when code runs.
 */

/** Method and path of a call, e.g. 'GET /editions/:editionId'. */
export type CallName = keyof ConsoleCalls;
/** Params of path, query and body together, as the console sends them. */
export type ParamsOf<Name extends CallName> = SentOf<ConsoleCalls[Name]['params']>;
export type AnswerOf<Name extends CallName> = ValueOf<ConsoleCalls[Name]['answer']>;
