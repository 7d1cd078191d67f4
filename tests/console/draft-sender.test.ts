import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDraftSender, type SentState } from '#console/editor/draft-sender.ts';
import { serverWords } from '#console/editor/bar-words.ts';
import type { FormDraft, StoredFormDraft } from '#wire/form-draft-answers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const draft = (version: string): FormDraft => ({
  form: 'article-new',
  piece: '',
  version,
  title: '甲',
  address: '/content/new',
  changedAt: '2026-11-20T01:02:03.000Z',
  work: '{}',
});

function senderWith(answers: (StoredFormDraft | Error)[], found: FormDraft[] | Error = [], isUndecided = false) {
  const sent: string[] = [];
  const states: SentState[] = [];
  const removed: string[] = [];
  const others: (FormDraft | null)[] = [];
  let reading = found;
  const sender = openDraftSender<string>({
    read: async () => {
      if (reading instanceof Error) throw reading;
      return reading;
    },
    send: async (work, version) => {
      sent.push(`${work} over '${version}'`);
      const answer = answers.shift() ?? { version: `v${sent.length}`, changedAt: '2026-11-20T01:02:03.000Z' };
      if (answer instanceof Error) throw answer;
      return answer;
    },
    remove: async (version) => void removed.push(version),
    onState: (state) => void states.push(state),
    onRead: () => ({ version: '', isUndecided }),
    onSent: () => undefined,
    onOther: (other) => void others.push(other),
    failureOf: (reason) => ({ why: (reason as Error).message, isPassing: (reason as Error).message === '断网' }),
  });
  return {
    sender,
    sent,
    removed,
    others,
    last: () => states.at(-1),
    online: () => {
      reading = [];
    },
  };
}
const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test('[DF1] what is typed is sent once it rests, the newest alone, and over the version that the server has', async () => {
  const { sender, sent, last, removed } = senderWith([]);
  sender.open();
  sender.write('甲');
  await wait(1_000);
  sender.write('甲乙');
  await wait(1_000);
  expect(sent).toEqual([]);
  await wait(600);
  expect(sent).toEqual(["甲乙 over ''"]);
  expect(serverWords(last()!)).toBe('已于 09:02 暂存到服务器');
  sender.write('甲乙丙');
  sender.flush();
  await wait(0);
  expect(sent.at(-1)).toBe("甲乙丙 over 'v1'");
  // somebody who never rests does not wait for ever
  for (let at = 0; at < 12; at += 1) {
    sender.write(`第 ${at}`);
    await wait(1_000);
  }
  expect(sent).toHaveLength(3);
  sender.drop();
  await wait(20_000);
  expect([sent.length, removed]).toEqual([3, ['v3']]);
});

test('[DF2] a server that fails is said, tried again, and told of what was typed meanwhile', async () => {
  const down = new Error('断网');
  const { sender, sent, last, online } = senderWith([down], down);
  sender.open();
  sender.write('甲');
  await wait(2_000);
  expect(sent).toEqual([]);
  expect(serverWords(last()!)).toBe('未保存到服务器：断网。填写的内容仍在这个浏览器标签页里');
  sender.write('甲乙');
  expect(last()).toMatchObject({ state: 'failed' });
  online();
  await wait(2_000);
  expect(sent).toEqual(["甲乙 over ''"]);
  expect(last()).toMatchObject({ state: 'failed' });
  await wait(16_000);
  expect(sent).toHaveLength(2);
  expect(last()).toMatchObject({ state: 'sent' });
  // a failure that a change alone can mend is not tried again by itself
  const refused = senderWith([new Error('没有权限')]);
  refused.sender.open();
  refused.sender.write('甲');
  await wait(60_000);
  expect(refused.sent).toHaveLength(1);
  refused.sender.write('乙');
  await wait(2_000);
  expect(refused.sent).toHaveLength(2);
});

test('[DF3] where another version is there nothing is sent until somebody has decided', async () => {
  const { sender, sent, last, others } = senderWith([{ other: draft('x') }]);
  sender.open();
  sender.write('甲');
  await wait(2_000);
  expect(others).toEqual([draft('x')]);
  sender.write('甲乙');
  await wait(60_000);
  expect(sent).toHaveLength(1);
  expect(serverWords(last()!)).toContain('请先在表单上方选定');
  sender.decide('x');
  await wait(0);
  expect(sent.at(-1)).toBe("甲乙 over 'x'");
  // found as the form opens
  const opened = senderWith([], [draft('y')], true);
  opened.sender.open();
  opened.sender.write('丙');
  await wait(60_000);
  expect([opened.sent, opened.last()?.state]).toEqual([[], 'undecided']);
});
