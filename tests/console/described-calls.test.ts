import { expectTypeOf, test } from 'vitest';
import type { useRead, useSend } from '#console/calls/use-calls.ts';
import { consoleCall, openCall, type Answers } from '#server/console-api/define-console-call.ts';
import type { Me, Paged, PublicationLine } from '#wire/console-answers.ts';
import type { ContentCalls, EditionCalls, SettingCalls } from '#wire/console-calls.ts';

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
    expectTypeOf(send('DELETE /session')).resolves.toBeVoid();
    expectTypeOf(send('POST /previews', { changes: [] }, 1_000)).resolves.toHaveProperty('previewId');
  };
  expectTypeOf(right).toBeFunction();
});

test('the server answers each call that is described, by its params, and as it is described', () => {
  const policy = { anywhere: 'content.read' } as const;
  const wrong = {
    // @ts-expect-error a misspelt field of the answer
    name: { 'GET /article-words': consoleCall({ summary: '', policy, handle: async () => ({ topics: [], tag: [] }) }) },
    // @ts-expect-error a call that is described and not answered
    none: {},
  } satisfies Record<string, Answers<Pick<ContentCalls, 'GET /article-words'>>>;
  const words = { type: 'string' };
  const params: Record<string, Answers<Pick<SettingCalls, 'GET /mentions'>>> = {
    schema: {
      'GET /mentions': consoleCall({
        summary: '',
        // @ts-expect-error a misspelt param
        params: { word: words },
        policy,
        handle: async () => ({ total: 0, list: [] }),
      }),
    },
    handler: {
      'GET /mentions': consoleCall({
        summary: '',
        params: { words },
        policy,
        // @ts-expect-error a misspelt param
        handle: async ({ word }) => ({ total: word, list: [] }),
      }),
    },
    missing: {
      // @ts-expect-error no schema for the param: nothing would check it
      'GET /mentions': consoleCall({ summary: '', policy, handle: async () => ({ total: 0, list: [] }) }),
    },
    open: {
      'GET /mentions': openCall({
        summary: '',
        params: { words },
        // @ts-expect-error nobody is signed in where anybody may ask
        handle: async (_asked, { user }) => ({ total: user.staffId, list: [] }),
      }),
    },
  };
  const filled: Answers<Pick<EditionCalls, 'GET /editions'>> = {
    'GET /editions': consoleCall({
      summary: '',
      params: { view: { default: 'all' }, state: {}, words: {}, channelId: {}, pageNum: { default: 1 }, pageSize: {} },
      policy,
      handle: async ({ pageNum, pageSize }) => {
        expectTypeOf(pageNum).toEqualTypeOf<number>();
        expectTypeOf(pageSize).toEqualTypeOf<number | undefined>();
        return { total: 0, list: [] };
      },
    }),
  };
  expectTypeOf({ ...wrong, ...params, filled }).toBeObject();
});
