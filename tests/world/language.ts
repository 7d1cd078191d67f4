import { afterAll, beforeAll } from 'vitest';

/**
 * Has the commands of a test file, and of a suite, speak as operators of this locale hear them (CM1). Other tests have
 * English from tests/vitest.config.ts.
 */
export function speakAs(locale: 'zh_CN.UTF-8' | 'en_US.UTF-8' | 'C'): void {
  let before: string | undefined;
  beforeAll(() => {
    before = process.env.LANG;
    process.env.LANG = locale;
  });
  afterAll(() => {
    process.env.LANG = before;
  });
}
