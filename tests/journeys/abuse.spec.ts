import { BASE, expect, open, test } from '../world/browser.ts';

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
  await page.getByRole('main').getByRole('searchbox').fill(PAYLOADS[0]!);
  await page.getByRole('main').getByRole('searchbox').press('Enter');
  await expect(page).toHaveURL(/search\?q=/);
  await expect(page.getByRole('main')).toContainText("<script>window.ran='script'</script>");
  expect(await ran()).toBe('');
});
