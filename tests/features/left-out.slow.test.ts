import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { serverFeatures } from '#features/server.ts';
import { compileCopy } from '../world/compiler.ts';
import { startSite } from '../world/site.ts';

const FEATURES = 'src/features';
const features = readdirSync(FEATURES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** Takes a feature out of a copy of the product as a firm would: its folder, and its line in each list. */
function copyWithout(feature: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'swtest-feature-'));
  for (const name of ['src', 'package.json']) cpSync(name, join(copy, name), { recursive: true });
  for (const name of ['node_modules', 'docs', 'page-schemas', 'public']) symlinkSync(resolve(name), join(copy, name));
  rmSync(join(copy, FEATURES, feature), { recursive: true });
  const named = feature.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const line = new RegExp(`^.*('\\./${feature}/|^  (\\.\\.\\.)?'?(${feature}|${named})(Jobs)?'?[.,:]).*\\n`, 'gm');
  for (const list of readdirSync(join(copy, FEATURES)).filter((name) => name.endsWith('.ts'))) {
    const file = join(copy, FEATURES, list);
    writeFileSync(file, readFileSync(file, 'utf8').replace(line, ''));
  }
  return copy;
}

describe.each(features)('without the feature %s', (feature) => {
  test('the product passes the check of types', async () => {
    const copy = copyWithout(feature);
    try {
      expect(await compileCopy(copy)).toBe('');
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  }, 120_000);

  test('a site starts over a store of all features, and answers', async () => {
    const { [feature]: _, ...others } = serverFeatures;
    const site = await startSite({
      mail: { smtpUrl: 'smtp://127.0.0.1:1', from: 'no-reply@site.test' },
      features: others,
      timers: true,
    });
    try {
      expect((await site.get('/swhysc/')).status).toBe(200);
      expect([...site.opened.keys()]).not.toContain(feature);
    } finally {
      await site.end();
    }
  });
});
