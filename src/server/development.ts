import { fileURLToPath } from 'node:url';
import type { BuildAssets } from './pages/draw/build-assets.ts';
import type { Renderer } from './pages/draw/renderer.ts';
import type { Front } from './serve.ts';

const SITE = '/entry-client.tsx';

/** Address of a module that starts one of both apps. */
const ENTRIES: Readonly<Record<string, string>> = {
  '/development-entry.js': SITE,
  '/development-console.js': '/entry-console.tsx',
};

/**
 * Code that Vite would put into a page as an inline script, which our policy forbids: hot reload first, then the app's
 * entry.
 */
const entryCode = (entry: string) => `
import { injectIntoGlobalHook } from '/@react-refresh';
injectIntoGlobalHook(window);
window.$RefreshReg$ = () => {};
window.$RefreshSig$ = () => (type) => type;
await import('${entry}');
${entry === SITE ? "await import('/site/own-looks.css');\nawait import('/site/compositions.css');" : ''}
`;

/** `npm run dev`: the same server; Vite gives modules, hot reload and the server bundle's sources as they are now. */
export async function developmentFront(): Promise<Front> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: fileURLToPath(new URL('../../vite.config.ts', import.meta.url)),
    server: { middlewareMode: true },
    appType: 'custom',
    plugins: [
      {
        name: 'development-entry',
        resolveId: (id) => (ENTRIES[id] ? id : null),
        load: (id) => (ENTRIES[id] ? entryCode(ENTRIES[id]) : null),
      },
    ],
  });
  const bundle = () => vite.ssrLoadModule('/entry-server.tsx') as Promise<unknown> as Promise<Renderer>;
  const build: BuildAssets = {
    // the style sheets are Vite's, which the browser asks it for
    styleOf: (_views, _further, css = '') => ({ css: Buffer.from(css), cssHash: '', files: [] }),
    elderSheet: '/assets/site/site/elder.css?direct',
    printSheet: '/assets/site/site/print.css?direct',
    textSizeSheet: '/assets/site/site/text-size.css?direct',
    entry: '/assets/site/development-entry.js',
    start: 'type="module" src="/assets/site/entry-start.ts"',
    bare: '/assets/site/entry-bare.ts',
    entryImports: [],
    views: new Map(),
    traditional: [],
  };
  return {
    renderer: {
      render: async (...given) => (await bundle()).render(...given),
      renderNotice: async (...given) => (await bundle()).renderNotice(...given),
      renderFormerText: async (...given) => (await bundle()).renderFormerText(...given),
      renderFilePage: async (...given) => (await bundle()).renderFilePage(...given),
      renderWidget: async (...given) => (await bundle()).renderWidget(...given),
      renderLogin: async (...given) => (await bundle()).renderLogin(...given),
      renderFeaturePage: async (...given) => (await bundle()).renderFeaturePage(...given),
      renderPreparing: async (...given) => (await bundle()).renderPreparing(...given),
    },
    build: async () => build,
    console: async () => ({ entry: '/assets/site/development-console.js', styles: [] }),
    development: (request, response, next) => vite.middlewares(request, response, next),
  };
}
