import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Change } from '#kinds/index.ts';
import { CHANNEL } from '#demo/channels.ts';
import { BASE, expect, open, publishNow, test } from '../world/browser.ts';
import { proved, tries } from '../world/proof.ts';

/** Runs where it is taken for markup, script, address or style. */
const PAYLOADS = [
  `"'></script><script>window.ran='script'</script><img src=x onerror="window.ran='img'"><svg onload="window.ran='svg'">`,
  `javascript:window.ran='address'//`,
  `{{constructor.constructor("window.ran='template'")()}}\${window.ran='literal'}`,
];

/** Pages of every kind that read something from their address; each reads what its state says that it reads. */
const PATHS = [
  '/search',
  '/verify',
  '/publicChannel/fundSaleStaff',
  '/publicChannel/companyInfo',
  '/news/company',
  '/research/gfwz-rd',
  '/serve/help',
  '/serve/margin/stock',
  '/branch',
  '/publicList',
];

test('a script in any parameter of an address runs in no visitor’s browser: on loading, on moving, in titles and in fields', async ({
  page,
  expectFault,
}) => {
  expectFault(/answer 404|Failed to load resource/);
  await page.addInitScript(() => ((window as unknown as { ran: string }).ran = ''));
  const ran = () => page.evaluate(() => (window as unknown as { ran: string }).ran);
  for (const path of PATHS) {
    await page.goto(BASE + path);
    const names = await page.evaluate(() => {
      const { page: shown } = JSON.parse(document.getElementById('state')!.textContent!) as {
        page: { blocks: { source: { params: Record<string, { address?: string }> } | null }[] };
      };
      return shown.blocks.flatMap(({ source }) =>
        Object.values(source?.params ?? {}).flatMap(({ address }) => address ?? []),
      );
    });
    for (const payload of PAYLOADS) {
      const query = new URLSearchParams([...names, 'q', 'url', 'back', 'lang', 'tab'].map((name) => [name, payload]));
      await page.goto(`${BASE}${path}?${query}#${encodeURIComponent(payload)}`);
      expect(await ran(), `${path} ${payload}`).toBe('');
    }
  }
  await open(page, '/search');
  const words = page.getByRole('main').locator('input[type=search]');
  await words.fill(PAYLOADS[0]!);
  await words.press('Enter');
  await expect(page).toHaveURL(/search\?q=/);
  // other content of the site decides whether something is found; the box takes a hundred characters
  await expect(page.getByRole('main')).toContainText(/没有(找到|内容含有)/);
  await expect(words).toHaveValue(PAYLOADS[0]!.slice(0, 100));
  expect(await ran()).toBe('');
});

/** Authored HTML that ran in browsers or sanitisers elsewhere: payloads of our own, and of the public corpora where they are. */
function authoredPayloads(): string[] {
  const corpus = join(process.env.CORPORA_DIR ?? '', 'html/dompurify-expect.json');
  const known = existsSync(corpus) ? (JSON.parse(readFileSync(corpus, 'utf8')) as { payload: string }[]) : [];
  const all = [...PAYLOADS, ...known.map(({ payload }) => payload)];
  const every = Math.ceil(all.length / tries(12, all.length));
  return all.filter((_, at) => at % every === 0);
}

test('nothing that an article can hold runs or is even stopped by the policy: scripts, addresses, styles @slow', async ({
  page,
  expectFault,
}) => {
  test.setTimeout(tries(180_000, 600_000));
  // pictures of payloads lead nowhere
  expectFault(/answer 404|Failed to load resource|request failed|ERR_NAME_NOT_RESOLVED|Mixed Content/);
  const payloads = authoredPayloads();
  const { articleIds } = await publishNow(
    '正文样例',
    payloads.map((payload, at): Change => ({
      kind: 'article',
      document: {
        channelId: CHANNEL.newsMedium,
        title: `样例 ${at}`,
        content: `<p>开头</p>${payload}<p>结尾</p>`,
        source: '办公室',
        // at the end of its list, where no other journey looks
        contentTime: '2016-01-01T08:00:00.000Z',
      },
    })),
  );
  const ran: string[] = [];
  page.on('dialog', (dialog) => {
    ran.push(`${dialog.type()} ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.exposeFunction('noteViolation', (what: string) => ran.push(what));
  await page.addInitScript(() => {
    const note = (what: string) => (window as unknown as { noteViolation: (what: string) => void }).noteViolation(what);
    addEventListener('securitypolicyviolation', ({ violatedDirective, sourceFile, blockedURI }) => {
      if (/script|object|frame|base|form/.test(violatedDirective))
        note(`${violatedDirective} ${blockedURI} ${sourceFile}`);
    });
    Object.defineProperty(window, 'ran', { set: (what) => note(`ran ${what}`) });
  });
  for (const [at, id] of articleIds.entries()) {
    await page.goto(`${BASE}/news/medium/detail/${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`样例 ${at}`);
    expect(ran, payloads[at]).toEqual([]);
  }
  await publishNow(
    '撤下样例',
    articleIds.map((id): Change => ({ kind: 'article', id: String(id), withdraw: { reason: '只是样例。' } })),
  );
  proved({ fault: 'hostile HTML in articles, opened in Chromium', tries: payloads.length, outcome: '0 ran' });
});
