import type { Locator, Page } from '@playwright/test';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Acts of a person: clicks, fields and uploads. */
export function effortOf(page: Page) {
  const done = { clicks: 0, fields: 0, uploads: 0 };
  const click = (on: Locator): Promise<void> => (done.clicks++, on.click());
  const fill = (on: Locator, text: string): Promise<void> => (done.fields++, on.fill(text));
  return {
    done,
    click,
    fill,
    next: () => click(page.getByRole('button', { name: '下一步' })),
    upload: (name: string, buffer: Buffer): Promise<void> => (
      done.uploads++,
      page.locator('input[type=file]').setInputFiles({ name, mimeType: XLSX, buffer })
    ),
    /** one of a list, found by typing */
    async choose(on: Locator, words: string): Promise<void> {
      await click(on);
      done.fields++;
      await page.keyboard.type(words);
      await page.locator('.ant-select-item-option-active').filter({ hasText: words }).waitFor();
      await page.keyboard.press('Enter');
    },
    /** one of a short list, by two clicks */
    async pick(on: Locator, title: string): Promise<void> {
      await click(on);
      await click(page.locator(`.ant-select-item-option[title="${title}"]`).last());
    },
  };
}
