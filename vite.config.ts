import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { buildOutput } from './src/cli/build-output.ts';

/**
 * One file of what at least three others share, instead of many small ones; it comes with the first load (WG6). A module with styles stays
 * with the views that draw it, so that no other page carries them. All else is split by the bundler itself.
 */
const sharedFile = {
  name: (id: string, context: Rolldown.ChunkingContext) =>
    [id, ...(context.getModuleInfo(id)?.importedIds ?? [])].some((file) => file.endsWith('.css')) ? null : 'shared',
  minShareCount: 3,
};

/** A view overrides what it shares with others; without this its own styles would come first. */
const sharedStylesFirst: Plugin = {
  name: 'shared-styles-first',
  apply: 'build',
  enforce: 'post',
  generateBundle: (_options, bundle) => {
    for (const output of Object.values(bundle)) {
      const styles = output.type === 'chunk' ? output.viteMetadata?.importedCss : undefined;
      if (!styles) continue;
      const own = [...styles].filter((file) => file.startsWith('View-'));
      for (const file of own) {
        styles.delete(file);
        styles.add(file);
      }
    }
  },
};

interface Declaration {
  value: string;
  source?: { input: { file?: string } };
}

/** The elder-friendly version's own rules are of sizes as they are. */
function inRem(declaration: Declaration) {
  if (declaration.source?.input.file?.endsWith('elder.css')) return;
  const value = declaration.value.replace(/([\d.]+)px/g, (_, size: string) => `${Number(size) / 16}rem`);
  if (value !== declaration.value) declaration.value = value;
}

/** Sizes of text and lines are written in pixels and built as rem: they follow the size that a visitor has set, and the elder-friendly version. */
const textInRem = {
  postcssPlugin: 'text-in-rem',
  Declaration: { 'font-size': inRem, 'line-height': inRem },
};

/**
 * The console's library of parts puts styles into the page that measure and lock scrolling, and gives them no nonce; the
 * page's own is theirs, too, without which its Content-Security-Policy refuses them.
 */
const nonceForAllStyles: Plugin = {
  name: 'nonce-for-all-styles',
  transform: {
    filter: { id: /@rc-component\/util\/es\/Dom\/dynamicCSS\.js/ },
    handler: (code) => {
      const given = /if \(csp\?\.nonce\) \{\s*styleNode\.nonce = csp\?\.nonce;\s*\}/;
      if (!given.test(code))
        throw new Error('@rc-component/util gives nonces in another way than it did; see nonceForAllStyles.');
      return code.replace(
        given,
        `styleNode.nonce = csp?.nonce ?? document.querySelector('meta[name=csp-nonce]')?.nonce ?? '';`,
      );
    },
  },
};

/** The library of forms names a validator for its own tests, which compiles code and is not installed: checks are the server's. */
const noTestValidator: Plugin = {
  name: 'no-test-validator',
  resolveId: (id) => (id === '@rjsf/validator-ajv8' ? '\0no-validator' : null),
  load: (id) => (id === '\0no-validator' ? 'export default {}' : null),
};

/** The console is a bundle of its own: no visitor downloads a part of it, and it is made of other parts than the site. */
const console = {
  root: fileURLToPath(new URL('./src', import.meta.url)),
  publicDir: false as const,
  base: '/assets/console/',
  // what editors read is in the console, too
  resolve: { alias: { '#docs': fileURLToPath(new URL('./docs', import.meta.url)) } },
  plugins: [
    react({ jsxImportSource: 'react' }),
    nonceForAllStyles,
    noTestValidator,
    buildOutput({ entry: 'entry-console.tsx', name: 'console', limit: 500 }),
  ],
  build: {
    target: ['chrome109', 'safari16.4', 'firefox115'],
    outDir: fileURLToPath(new URL('./dist/console', import.meta.url)),
    emptyOutDir: true,
    assetsDir: '',
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2_000,
    rollupOptions: { input: fileURLToPath(new URL('./src/entry-console.tsx', import.meta.url)) },
  },
};

/** The server bundle names its entry on the command line: a bare `--ssr` would override it. */
export default defineConfig(({ command, isSsrBuild, mode }) =>
  mode === 'console'
    ? console
    : {
        root: fileURLToPath(new URL('./src', import.meta.url)),
        publicDir: isSsrBuild ? false : fileURLToPath(new URL('./public', import.meta.url)),
        base: '/assets/site/',
        plugins: [
          react({ jsxImportSource: '#script' }),
          sharedStylesFirst,
          buildOutput({ entry: 'entry-client.tsx', name: 'first load', limit: 105 }),
        ],
        // Vite leaves this to run time in server bundles, which would bring React's slow development build along
        define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
        // a shim for Reacts without this hook, which ours has; the console's text editor needs the files beside it
        resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
        css: { postcss: { plugins: [textInRem] } },
        build: {
          target: ['chrome109', 'safari16.4', 'firefox115'],
          outDir: fileURLToPath(new URL(isSsrBuild ? './dist/ssr' : './dist/client', import.meta.url)),
          emptyOutDir: true,
          assetsDir: '',
          assetsInlineLimit: 0,
          manifest: !isSsrBuild,
          modulePreload: { polyfill: false },
          rollupOptions: isSsrBuild
            ? {}
            : {
                // sheets apart: the elder version, larger text, paper, pages without scripts, a firm’s own looks
                input: [
                  'entry-client.tsx',
                  'entry-start.ts',
                  'entry-bare.ts',
                  'site/elder.css',
                  'site/text-size.css',
                  'site/print.css',
                  'site/bare.css',
                  'site/own-looks.css',
                ].map((file) => fileURLToPath(new URL(`./src/${file}`, import.meta.url))),
                output: {
                  banner: ({ name }) => (name === 'entry-start' ? '(()=>{' : ''),
                  footer: ({ name }) => (name === 'entry-start' ? '})();' : ''),
                  // names stand in every first load: seven characters tell chunks apart, five the sheets
                  entryFileNames: '[name]-[hash:7].js',
                  chunkFileNames: '[name]-[hash:7].js',
                  assetFileNames: '[name]-[hash:5][extname]',
                  codeSplitting: { groups: [sharedFile] },
                },
              },
        },
        // one bundle that needs no packages; in development Node loads them, CommonJS ones among them
        ssr: command === 'build' ? { noExternal: true } : {},
      },
);
