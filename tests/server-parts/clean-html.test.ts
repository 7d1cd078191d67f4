import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { CleaningThread, cleaningThread, cleanHtml } from '#server/store/articles/clean-html.ts';
import { htmlProblem } from '#server/store/articles/html-limits.ts';
import { cleanArticle } from '#server/store/articles/sanitise.ts';

afterAll(() => cleaningThread.end());

describe('[OL5] HTML is counted before anything else is done with it', () => {
  test.each([
    ['480 KB of <ul><li>', '<ul><li>'.repeat(60_000), '共 240000 个，从第 200001 个字符起超过10万个'],
    ['& 490,000 times', '&'.repeat(490_000), '共 490000 个，从第 100001 个字符起超过10万个'],
    ['< 490,000 times', '<'.repeat(490_000), '共 490000 个'],
    ['> 490,000 times', '>'.repeat(490_000), '共 490000 个'],
    ['a text too long', '字'.repeat(500_001), '超过50万字符'],
  ])('%s', (_name, html, words) => {
    expect(htmlProblem(html)).toContain(words);
    expect(htmlProblem(html)).toContain('请');
  });

  test('a table of 5,000 cells and a long text pass', () => {
    expect(htmlProblem(`<table>${'<tr><td>甲&nbsp;</td></tr>'.repeat(5_000)}</table>`)).toBeNull();
    expect(htmlProblem('字'.repeat(500_000))).toBeNull();
  });
});

describe('[OL5] long HTML is cleaned in a thread', () => {
  const long = `<p onclick="x()">${'甲&乙 '.repeat(6_000)}</p>`;

  test('as it would be here, short HTML here', async () => {
    const before = cleaningThread.taken;
    expect((await cleanHtml('<p onclick="x()">短</p>')).html).toBe('<p>短</p>');
    expect(cleaningThread.taken).toBe(before);
    expect(await cleanHtml(long)).toEqual(cleanArticle(long));
    expect(cleaningThread.taken).toBe(before + 1);
  });

  test('of many one after another, and no more than may wait', async () => {
    const thread = new CleaningThread({ waiting: 2, patience: 10_000, idle: 60_000 });
    const cleanings = [1, 2, 3].map((at) => thread.clean(`<p>${at}</p>`));
    await expect(thread.clean('<p>4</p>')).rejects.toMatchObject({ code: '2046' });
    expect((await Promise.all(cleanings)).map(({ html }) => html)).toEqual(['<p>1</p>', '<p>2</p>', '<p>3</p>']);
    await thread.end();
  });
});

/** A thread that does what the text says. */
const hostile = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', (text) => {
      if (text === 'crash') throw new Error('crash');
      if (text === 'exit') process.exit(1);
      if (text === 'memory') { const kept = []; for (;;) kept.push(new Array(1e6).fill(text)); }
      if (text !== 'never') parentPort.postMessage(text.toUpperCase());
    });`)}`,
);

describe('[OL5] a thread that fails', () => {
  afterEach(() => void vi.useRealTimers());
  const limits = { waiting: 9, patience: 60_000, idle: 60_000 };

  test.each(['crash', 'exit', 'memory'])('by %s: its text is refused in words, the next is cleaned', async (fault) => {
    const thread = new CleaningThread(limits, hostile);
    const [one, two, three] = [thread.clean('a'), thread.clean(fault), thread.clean('b')];
    expect(await one).toBe('A');
    await expect(two).rejects.toMatchObject({ code: '2015', message: expect.stringContaining('请清除格式') as string });
    expect(await three).toBe('B');
    await thread.end();
  });

  test('by taking too long', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const thread = new CleaningThread(limits, hostile);
    const [one, two] = [thread.clean('never'), thread.clean('b')];
    const refused = expect(one).rejects.toMatchObject({ code: '2015' });
    vi.advanceTimersByTime(limits.patience);
    await refused;
    expect(await two).toBe('B');
    await thread.end();
  });

  test('is ended with the server: what waits is refused', async () => {
    const thread = new CleaningThread(limits, hostile);
    const refused = [thread.clean('never'), thread.clean('b')].map((cleanings) =>
      expect(cleanings).rejects.toMatchObject({ code: '503' }),
    );
    await thread.end();
    await Promise.all(refused);
    // a site of the same process that is started afterwards is served
    expect(await thread.clean('c')).toBe('C');
    await thread.end();
  });
});
