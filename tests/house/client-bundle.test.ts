import { statSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { HeaderRow } from '#rules/look/header-row.ts';
import { readBuild, type BuildAssets } from '#server/pages/draw/build-assets.ts';
import { writeDocument } from '#server/pages/draw/document.ts';
import { expectNone, unequal } from './complaints.ts';
import { filesIn, root, textOf } from './repository.ts';

interface Chunk {
  file: string;
  src?: string;
  imports?: string[];
  dynamicImports?: string[];
}

const MANIFEST = 'dist/client/.vite/manifest.json';
// plain JavaScript without types: its path is put together so that it is not looked for any
const { isBuilt } = (await import(`${root}src/cli/build.mjs`)) as { isBuilt: () => boolean };
const built = isBuilt();
if (!built)
  console.log(
    'dist/ is not there or older than the sources, so what a first visit downloads was not looked at; npm test builds first.',
  );

/** Words that stand in a library’s code whatever its names were shortened to; each is checked against the library itself. */
const TELLTALES: Record<string, { text: string; stands: string }> = {
  axios: { text: 'ERR_BAD_OPTION_VALUE', stands: 'node_modules/axios/lib/core/AxiosError.js' },
  'react-router': { text: 'You cannot render a <Router> inside another', stands: '' },
  'crypto-js': { text: 'Malformed UTF-8 data', stands: 'node_modules/crypto-js/core.js' },
  ajv: { text: 'schema with key or id "', stands: 'node_modules/ajv/dist/core.js' },
  antd: { text: 'ant-btn', stands: '' },
  '@rjsf': { text: 'rjsf', stands: '' },
  // its own code names nothing: the beginning of its table of characters
  'opencc-js': { text: '㐷 傌|㐹 㑶', stands: 'node_modules/opencc-js/dist/esm-lib/dict/STCharacters.js' },
};

describe.skipIf(!built)('what a first visit downloads', () => {
  const manifest: Record<string, Chunk> = built ? JSON.parse(textOf(MANIFEST)) : {};
  const views = Object.keys(manifest).filter((name) => /^widgets\/[^/]+\/View\.tsx$/.test(name));
  /** The chunk of a module that comes by import(): its own, or the shared one of vite.config.ts. */
  const chunkOf = (module: string) =>
    module in manifest ? module : Object.keys(manifest).find((name) => name.startsWith('_shared-'))!;
  const closure = (name: string, seen = new Set<string>()): Set<string> => {
    const chunk = manifest[name];
    if (!chunk || seen.has(name)) return seen;
    seen.add(name);
    for (const imported of chunk.imports ?? []) closure(imported, seen);
    return seen;
  };
  const first = [...new Set(['entry-client.tsx', 'entry-start.ts', ...views].flatMap((name) => [...closure(name)]))];
  const code = first.map((name) => textOf(`dist/client/${manifest[name]!.file}`)).join('\n');

  const tooMuch = (what: string) => ({
    file: 'src/entry-client.tsx',
    sentence: `A first visit downloads ${what}.`,
    remedy: 'Find who imports it, and import it there by import() or for its types alone.',
  });

  test('every widget has a chunk of its own', () => {
    expectNone(
      unequal({
        found: views,
        wanted: filesIn('src/widgets', /\/View\.tsx$/).map((path) => path.slice('src/'.length)),
        superfluous: (view) => ({ file: MANIFEST, sentence: `${view} is not there.`, remedy: 'Build the site anew.' }),
        missing: (view) => ({
          file: `src/${view}`,
          sentence: 'The view has no chunk of its own.',
          remedy: 'Import it nowhere: src/site/views.ts finds it by its folder.',
        }),
      }),
    );
  });

  test('no chunk of the wire’s browser end, and no library by its chunk’s name', () => {
    expectNone(
      first
        .filter((name) =>
          /block-loader|call-browser|cipher-browser|axios|crypto|ajv|antd|rjsf|opencc|traditional|suggestions/i.test(
            `${name} ${manifest[name]!.file}`,
          ),
        )
        .map((name) => tooMuch(`the chunk ${name}`)),
    );
  });

  test.each(Object.entries(TELLTALES))('no %s', (library, { text }) => {
    expectNone(code.includes(text) ? [tooMuch(library)] : []);
  });

  test('no definition of a widget and no server code', () => {
    expectNone([
      ...(code.includes('指向完整列表的页面') ? [tooMuch('the definition of a widget')] : []),
      ...[...code.matchAll(/node:(fs|path|crypto|http)/g)].map(([module]) => tooMuch(module)),
    ]);
  });

  test('axios and crypto-js come with the first form and the first site without TLS, not with the first call', () => {
    const textsOf = (name: string) =>
      [...closure(name)].map((one) => textOf(`dist/client/${manifest[one]!.file}`)).join('\n');
    const call = 'wire/call-browser.ts';
    expect(manifest['entry-client.tsx']?.dynamicImports).toContain(call);
    expect([...closure(call)].flatMap((name) => manifest[name]?.dynamicImports ?? [])).toEqual(
      expect.arrayContaining(['wire/form-browser.ts', 'wire/cipher-browser.ts']),
    );
    expect(textsOf(call)).not.toMatch(new RegExp(`${TELLTALES.axios!.text}|${TELLTALES['crypto-js']!.text}`));
    expect(textsOf('wire/form-browser.ts')).toContain(TELLTALES.axios!.text);
    expect(textsOf('wire/cipher-browser.ts')).toContain(TELLTALES['crypto-js']!.text);
  });

  const cssOf = (build: BuildAssets, parts: Partial<Parameters<typeof writeDocument>[1]>) =>
    String(
      writeDocument(build, {
        title: '',
        description: '',
        canonical: '',
        mode: undefined,
        html: '',
        views: [],
        state: null,
        ...parts,
      }).css,
    );

  test('[BR1] [HD9] a page carries what only own looks and few channels need where the site has them, and else 6.3 kB of styles', async () => {
    const build = await readBuild(`${root}dist/client`);
    const stylesOf = (row: HeaderRow, brand: object) =>
      cssOf(build, {
        shell: {
          row,
          brand: { name: '示例证券', englishName: '', hotline: '400-555-0000', email: '', department: '', ...brand },
        },
      });
    const usual = stylesOf({ narrow: 8, wide: 8 }, {});
    expect(brotliCompressSync(usual).length).toBeLessThan(6_300);
    const ofFirm = ['.header__field', '.header--two', '.logo__mark', '.logo__long', '.banner:before'];
    expect(ofFirm.filter((selector) => usual.includes(selector))).toEqual([]);
    for (const [row, brand] of [
      [{ field: 'wide' }, {}],
      [{ line: 'narrow' }, {}],
      [{}, { header: 'two-rows' }],
      [{}, { logo: { src: '/a.svg', width: 1, height: 1 } }],
      [{}, { name: '九个字的示例证券公司' }],
    ] as const) {
      const styles = stylesOf({ narrow: 8, wide: 8, ...row }, brand);
      expect(ofFirm.filter((selector) => !styles.includes(selector))).toEqual([]);
    }
  });

  test('[HN6] a page carries what only compositions draw where it draws one of their marks', async () => {
    const build = await readBuild(`${root}dist/client`);
    const stylesOf = (html: string) => cssOf(build, { html });
    const sheet = textOf('src/site/compositions.css').replaceAll(/\/\*.*?\*\//gs, '');
    // the words belong to a mark, so that a page without any loses nothing
    const selectors = [...sheet.matchAll(/([^{}]+)\{[^{}]*\}/g)].flatMap(([, list]) => list!.split(/,(?![^(]*\))/));
    expect(selectors.length).toBeGreaterThan(100);
    const MARKS =
      /home--(beside|ruled)|carousel--|slide__(half|edge)|band__columns|\.register|ground--light|ground__|news--few|(hero|band--entries) .*place--several/;
    expect(selectors.filter((selector) => !MARKS.test(selector))).toEqual([]);
    for (const html of [
      '<div class="home home--beside">',
      '<div class="home home--ruled">',
      '<div class="carousel carousel--compact">',
      '<div class="wrap band__columns">',
      '<ul class="registers registers--1">',
      '<svg class="ground ground--light">',
      '<g class="ground__bars">',
      '<div class="news--few">',
      '<div class="place place--several" id="place-hero">',
      '<div class="place place--several" id="place-entries">',
    ])
      expect(stylesOf(html), html).toContain('.carousel--split');
    for (const html of [
      '<div class="home home--above">',
      '<div class="carousel"><svg class="ground ground--ink">',
      '<div class="place place--several" id="place-lower">',
      '<p>home--beside registers</p>',
    ])
      expect(stylesOf(html), html).not.toContain('.carousel--split');
  });

  describe('[WG6] scripts after brotli', () => {
    const pages = filesIn('page-schemas', /\/(fixed|channels)\/[^/]+\.json$/).map(
      (path) => JSON.parse(textOf(path)) as { page: string; blocks: { widget: string; source?: { name: string } }[] },
    );
    const viewsOf = ({ blocks }: (typeof pages)[number]) => blocks.map(({ widget }) => `widgets/${widget}/View.tsx`);
    /** ViewModule.hydrates */
    const isAtOnce = (view: string) => !/^export const hydrates = 'on-use'/m.test(textOf(`src/${view}`));
    const all = (names: (string | undefined)[]) => new Set(names.flatMap((name) => [...closure(name ?? '')]));
    const weigh = (names: string[]) => {
      const kB = (name: string) => statSync(`${root}dist/client/${manifest[name]!.file}.br`).size / 1000;
      // whole bytes: sums of fractions are off by less
      return {
        kB: Math.round(names.reduce((sum, name) => sum + kB(name), 0) * 1000) / 1000,
        told: names.map((name) => `${name} ${kB(name)}`),
      };
    };
    /** scripts of a move, and those of an act on a table that sleeps */
    const actsOf = ({ blocks }: (typeof pages)[number]) => {
      const acts = blocks.some(
        ({ source, widget }) => source?.name === 'register' && !isAtOnce(`widgets/${widget}/View.tsx`),
      );
      return [
        'site/answers/block-loader.ts',
        'wire/call-browser.ts',
        ...(acts ? ['sources/register.ts', 'site/answers/ready-to-draw.ts'] : []),
      ].map(chunkOf);
    };
    /** the first load, and what is fetched once the page is quiet */
    const visited = (page: (typeof pages)[number]) => [
      ...all(['entry-client.tsx', 'entry-start.ts', ...viewsOf(page).filter(isAtOnce), ...actsOf(page)]),
    ];

    test.each(pages)('of a first visit of $page are at most 99 kB in all', (page) => {
      const { kB, told } = weigh(visited(page));
      expect(kB, told.join(', ')).toBeLessThanOrEqual(99);
    });

    test.each(pages)('of the first click from the home page to $page are at most 16 kB', (page) => {
      const home = new Set(visited(pages.find((one) => one.page === 'home')!));
      const sources = page.blocks.flatMap(({ source }) => (source ? [chunkOf(`sources/${source.name}.ts`)] : []));
      const fetched = [...all([chunkOf('site/answers/ready-to-draw.ts'), ...sources, ...viewsOf(page)])].filter(
        (name) => !home.has(name),
      );
      const { kB, told } = weigh(fetched);
      expect(kB, told.join(', ')).toBeLessThanOrEqual(16);
    });
  });
});

test('a telltale still stands in the library that it tells of', () => {
  expectNone(
    Object.entries(TELLTALES)
      .filter(([, { text, stands }]) => stands !== '' && !textOf(stands).includes(text))
      .map(([library, { stands }]) => ({
        file: stands,
        sentence: `The words by which ${library} is told stand there no more.`,
        remedy: 'Choose others in TELLTALES of tests/house/client-bundle.test.ts.',
      })),
  );
});
