import { expect, test } from 'vitest';
import { withVersion, wrongVersion } from '#tools/release/new-version.ts';

const texts = {
  changelog: '# Changelog\n\n## Unreleased\n\n### For editors\n\n- A thing.\n\n## 1.2.3 – 2026-01-01\n',
  package: '{\n  "name": "a",\n  "version": "1.2.3"\n}\n',
  lock: '{\n  "version": "1.2.3",\n  "packages": {\n    "": { "version": "1.2.3" },\n    "node_modules/b": { "version": "1.2.3" }\n  }\n}\n',
};

test('[UP11] a version is given to what is unreleased, in the changelog and both files of packages', () => {
  const { changelog, package: named, lock } = withVersion('1.3.0', '2026-02-03', texts);
  expect(changelog).toContain('\n## 1.3.0 – 2026-02-03\n\n### For editors');
  expect(changelog).not.toContain('Unreleased');
  expect(JSON.parse(named)).toEqual({ name: 'a', version: '1.3.0' });
  expect(JSON.parse(lock)).toEqual({
    version: '1.3.0',
    packages: { '': { version: '1.3.0' }, 'node_modules/b': { version: '1.2.3' } },
  });
});

test('[UP11] a version that is none, is not later, or of which nothing is said is refused', () => {
  for (const version of ['1.2.4', '1.3.0', '2.0.0']) expect(wrongVersion(version, texts), version).toBeNull();
  for (const version of ['1.2.3', '1.1.9', '0.9.9'])
    expect(wrongVersion(version, texts)).toContain('does not come after 1.2.3');
  expect(wrongVersion('v2', texts)).toContain('is no version');
  for (const changelog of [
    '## 1.2.3 – 2026-01-01\n',
    '## Unreleased\n\n### For editors\n\n## 1.2.3 – 2026-01-01\n\n- A thing.\n',
  ])
    expect(wrongVersion('2.0.0', { ...texts, changelog })).toContain('Write what changed');
});
