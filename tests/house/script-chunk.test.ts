import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build, type Rollup } from 'vite';
import { beforeAll, describe, expect, test } from 'vitest';
import config from '../../vite.config.ts';
import { expectNone } from './complaints.ts';
import { textOf } from './repository.ts';

const ENTRY = 'visitor.js';
/** first scripts of a browser, as far as the script of the text is concerned, beside rules that every page needs */
const VISITOR = `import { lastPage } from '#rules/addresses/paging.ts';
export const pages = lastPage;
export const other = () => import('#page/to-traditional.ts');`;

/** The site's own settings, on an entry that asks for the table only when it is called. */
async function buildVisitor(): Promise<Rollup.OutputChunk[]> {
  const site = await config({ command: 'build', mode: 'production', isSsrBuild: false });
  const written = (await build({
    ...site,
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'visitor',
        resolveId: (id) => (id === ENTRY ? fileURLToPath(new URL('../../src/visitor.js', import.meta.url)) : null),
        load: (id) => (id.endsWith(ENTRY) ? VISITOR : null),
      },
    ],
    build: {
      ...site.build,
      write: false,
      manifest: false,
      rolldownOptions: undefined,
      rollupOptions: { ...site.build?.rollupOptions, input: ENTRY, preserveEntrySignatures: 'allow-extension' },
    },
  })) as Rollup.RollupOutput;
  return written.output.filter((one) => one.type === 'chunk');
}

describe('the table of traditional characters', () => {
  const own = textOf('node_modules/opencc-js/dist/esm-lib/dict/STCharacters.js').slice(-40, -4);
  let chunks: Rollup.OutputChunk[] = [];
  beforeAll(async () => {
    chunks = await buildVisitor();
  });

  test('comes in a chunk that nothing of the first load imports, with words and code', () => {
    const holding = chunks.filter(({ code }) => code.includes(own));
    expect(holding.map(({ isDynamicEntry, name }) => [name, isDynamicEntry])).toEqual([['to-traditional', true]]);
    expect(chunks.filter(({ imports }) => imports.includes(holding[0]!.fileName)).map(({ name }) => name)).toEqual([]);
    expect(chunks.filter(({ code }) => code.includes('批准')).map(({ name }) => name)).toEqual(['to-traditional']);
    // and brings nothing else along
    expect(holding[0]!.imports).toEqual([]);
  });

  test('weighs at most 25 kB after brotli', () => {
    const { code } = chunks.find(({ isDynamicEntry }) => isDynamicEntry)!;
    const weight = brotliCompressSync(code).length / 1000;
    console.log(`to-traditional: ${weight.toFixed(1)} kB after brotli`);
    const heavy = {
      file: 'src/page/to-traditional.ts',
      sentence: `With its table and words it weighs ${weight.toFixed(1)} kB after brotli.`,
      remedy: 'Keep it at 25 kB: leave words out that the characters get right.',
    };
    expectNone(weight <= 25 ? [] : [heavy]);
  });
});
