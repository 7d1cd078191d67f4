import { expectTypeOf, test } from 'vitest';
import type { useRead, useSend } from '#console/calls/use-calls.ts';
import {
  as,
  choice,
  integer,
  list,
  object,
  optional,
  text,
  withDefault,
  type ObjectOf,
  type SentOf,
  type Word,
} from '#page/schema-words.ts';
import { defineCall, pagingParams } from '#server/api/define-call.ts';
import { consoleCall, openCall, type CallsByName } from '#server/console-api/define-console-call.ts';

import type { Me, Paged, PublicationLine } from '#wire/console-answers.ts';
import type { ParamsOf } from '#wire/console-calls.ts';

// none of it runs: the type check of `npm run check` says whether each wrong line is wrong

test('the console sends params and reads answers as a call is described', () => {
  const wrong = (read: typeof useRead, send: ReturnType<typeof useSend>) => {
    // @ts-expect-error there is no such call
    void read('GET /edition/:editionId', { editionId: 1 });
    // @ts-expect-error what is posted is not read
    void read('POST /link', { link: '' });
    // @ts-expect-error a param that the path needs is missing
    void read('GET /editions/:editionId');
    // @ts-expect-error a misspelt param
    void read('GET /editions/:editionId', { editionId: 1, versoin: 2 });
    // @ts-expect-error a number, not text
    void read('GET /editions/:editionId', { editionId: '1' });
    // @ts-expect-error what a form must hold is missing
    void send('POST /editions/:editionId/schedule', { editionId: 1, version: 2 });
    // @ts-expect-error a misspelt field of the answer
    void read('GET /editions/:editionId', { editionId: 1 }).data?.verison;
    // @ts-expect-error a hand-given type of the answer
    void read<Me>('GET /me');
  };
  expectTypeOf(wrong).toBeFunction();
});

test('params may be left out where none is needed, and null asks nothing', () => {
  const right = (read: typeof useRead, send: ReturnType<typeof useSend>) => {
    expectTypeOf(read('GET /publications').data).toEqualTypeOf<Paged<PublicationLine> | undefined>();
    expectTypeOf(read('GET /editions/:editionId', null, { refreshInterval: 1 }).data?.version).toEqualTypeOf<
      number | undefined
    >();
    expectTypeOf(send('DELETE /session')).resolves.toHaveProperty('leave');
    expectTypeOf(send('POST /previews', { changes: [] }, 1_000)).resolves.toHaveProperty('previewId');
  };
  expectTypeOf(right).toBeFunction();
});

test('params have the type that their words check, for the handler and for the console', () => {
  const words = {
    no: integer({ minimum: 1 }),
    title: text({ maxLength: 20 }),
    state: optional(choice(['draft', 'public'])),
    size: withDefault(10, integer()),
    rows: list(object({ key: text(), note: optional(text()) })),
  };
  interface Common {
    no: number;
    title: string;
    state?: 'draft' | 'public';
  }
  expectTypeOf<ObjectOf<typeof words>>().toExtend<Common & { size: number; rows: { key: string; note?: string }[] }>();
  expectTypeOf<Common & { rows: readonly { key: string }[] }>().toExtend<SentOf<typeof words>>();
  expectTypeOf<SentOf<typeof words>['size']>().toEqualTypeOf<number | undefined>();
  expectTypeOf<ParamsOf<'GET /editions/:editionId'>['editionId']>().toEqualTypeOf<number>();
  const wrong = (): Word<unknown>[] => [
    // @ts-expect-error a text whose schema says integer
    text({ type: 'integer' }),
    // @ts-expect-error a default of another type
    withDefault('10', integer()),
    // @ts-expect-error a default that is no choice
    withDefault('gone', choice(['draft', 'public'])),
  ];
  // @ts-expect-error a text that is declared as an integer
  const declared: Word<string> = integer();
  expectTypeOf(wrong).toBeFunction();
  expectTypeOf(declared).toBeObject();
});

test('a handler takes what its call describes, and answers as it is described', () => {
  const policy = { anywhere: 'content.read' } as const;
  const answer = as<{ total: number; words: string }>();
  const params = { words: text() };
  const wrong = () => [
    // @ts-expect-error a misspelt field of the answer
    consoleCall({ summary: '', answer, policy, handle: async () => ({ total: 0, word: '' }) }),
    // @ts-expect-error a misspelt param
    consoleCall({ summary: '', answer, params, policy, handle: async ({ word }) => ({ total: 0, words: word }) }),
    // @ts-expect-error a text is no number
    consoleCall({ summary: '', answer, params, policy, handle: async ({ words }) => ({ total: words, words }) }),
    consoleCall({
      summary: '',
      answer,
      // @ts-expect-error params are words, which carry a type
      params: { words: 'text' },
      policy,
      handle: async () => ({ total: 0, words: '' }),
    }),
    // @ts-expect-error what it answers is not described
    consoleCall({ summary: '', policy, handle: async () => undefined }),
    // @ts-expect-error nobody is signed in where anybody may ask
    openCall({ summary: '', answer, handle: async (_, { user }) => ({ total: user.staffId, words: '' }) }),
    // @ts-expect-error a public call takes what its words check, too
    defineCall({ path: '', summary: '', params, answers: '', handle: async ({ word }) => word }),
  ];
  const found = consoleCall({
    summary: '',
    answer,
    params: pagingParams,
    policy,
    handle: async ({ pageNum }) => {
      expectTypeOf(pageNum).toEqualTypeOf<number>();
      return { total: pageNum, words: '' };
    },
  });
  // @ts-expect-error a param of the path that no word checks
  const unchecked: CallsByName<'GET /rows/:register'> = { 'GET /rows/:register': found };
  expectTypeOf({ wrong, unchecked }).toBeObject();
});
