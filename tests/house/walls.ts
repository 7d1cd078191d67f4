/**
 * Imports that are allowed, as data. A crossing is written `file → target`, both below src/, e.g.
 * `wire/paths.ts → #page/resolve.ts` or `rules/addresses/paging.ts → react`; a wall forbids those that match.
 */
export interface Wall {
  name: string;
  crossing: RegExp;
  /** an import of types alone is erased and passes */
  types?: 'pass';
  /** printed with every violation */
  reason: string;
  /** example that the wall must catch: file below src/, and its code */
  violation: [file: string, code: string];
}

export const walls: readonly Wall[] = [
  {
    name: 'rules import nothing',
    crossing: /^rules\/.* → (?!#rules\/)/,
    reason:
      'rules are the brokerage’s rules as pure functions, read by browser, server and tests alike; they need no part of the product and no package',
    violation: ['rules/addresses/paging.ts', `import { paths } from '#wire/paths.ts';`],
  },
  {
    name: 'authored knows rules, and reads HTML',
    crossing: /^authored\/.* → (?!#(authored|rules)\/|htmlparser2$|css-select$)/,
    reason:
      'what is pasted in the browser and what the server stores is read by the same code: it needs a parser and what reads selectors, and nothing of either end',
    violation: ['authored/read-authored.ts', `import { cleanHtml } from '#server/store/articles/clean-html.ts';`],
  },
  {
    name: 'visitors read no authored HTML',
    crossing: /^(site|page|widgets|sources|ui|wire|rules)\/.* → #authored\//,
    reason: 'what visitors get was read and cleaned when it was stored; the parser weighs more than a page',
    violation: ['ui/RichHtml.tsx', `import { readAuthored } from '#authored/read-authored.ts';`],
  },
  {
    name: 'wire knows only rules, and types of page and kinds',
    crossing: /^wire\/(?!console-calls\.ts → #server\/console-api\/calls\.ts$).* → #(?!(wire|rules|page|kinds)\/)/,
    reason:
      'wire is how HTTP is spoken at both ends, and neither end: what is said over it is described there, not imported from whoever says it',
    violation: ['wire/console-calls.ts', `import type { Site } from '#server/site/site.ts';`],
  },
  {
    name: 'the console learns its calls as types alone',
    crossing: /^wire\/console-calls\.ts → #server\//,
    types: 'pass',
    reason:
      'a call is described once, beside its handler; the browser gets the types of params and answers, which are gone when code runs',
    violation: ['wire/console-calls.ts', `import { calls } from '#server/console-api/calls.ts';`],
  },
  {
    name: 'wire runs nothing of page and kinds',
    crossing: /^wire\/.* → #(page|kinds|features)\//,
    types: 'pass',
    reason:
      'an edition travels with definitions of registers; how they are read and drawn must be able to change without wire',
    violation: ['wire/paths.ts', `import { resolve } from '#page/resolve.ts';`],
  },
  {
    name: 'wire takes few packages',
    crossing: /^wire\/.* → (?!#|axios$|crypto-js\/|node:)/,
    reason:
      'wire runs in the browser and on the server: it takes axios and crypto-js at one end, Node at the other, and no React',
    violation: ['wire/outcomes.ts', `import { createElement } from 'react';`],
  },
  {
    name: 'wire keeps its browser end apart',
    crossing: /^wire\/(?!.*-browser\.ts →).* → (axios|crypto-js)/,
    reason:
      'paths, envelope and outcomes are part of every first download; axios and crypto-js come when first needed, so only *-browser.ts may import them',
    violation: ['wire/envelope.ts', `import axios from 'axios';`],
  },
  {
    name: 'wire keeps its server end apart',
    crossing: /^wire\/(?!.*-node\.ts →).* → node:/,
    reason: 'a browser has no Node modules; only *-node.ts may import them',
    violation: ['wire/cipher.ts', `import { createHmac } from 'node:crypto';`],
  },
  {
    name: 'page knows rules, ui and the types of wire',
    crossing: /^page\/.* → #(?!(page|rules|ui|wire)\/)/,
    reason: 'the engine knows no widget and no source by name and nothing of the site around it: lists are handed in',
    violation: ['page/load-page.ts', `import { sources } from '#sources/index.ts';`],
  },
  {
    name: 'page does not call',
    crossing: /^page\/.* → #wire\//,
    types: 'pass',
    reason: 'how a call is sent is handed in as `call`, so one engine runs in the browser, on the server and in tests',
    violation: ['page/load-page.ts', `import { callAddress } from '#wire/paths.ts';`],
  },
  {
    name: 'page has no Node modules and fetches nothing',
    crossing: /^page\/.* → (node:|axios|swr|fastify|kysely|pg)/,
    reason: 'the engine runs in the browser, too, and gets its data from sources',
    violation: ['page/find-page.ts', `import { readFileSync } from 'node:fs';`],
  },
  {
    name: 'tables of characters come by one file',
    crossing: /^(?!server\/|page\/to-traditional\.ts).* → opencc-js/,
    reason:
      'the table weighs 13 kB after brotli, the phrases beside it 313 kB; a browser gets the first with to-traditional.ts, by import() and only for the traditional script',
    violation: ['site/moves/navigation.ts', `import characters from 'opencc-js/dict/STCharacters';`],
  },
  {
    name: 'ui knows only rules',
    crossing: /^ui\/.* → #(?!(ui|rules)\/)/,
    reason: 'ui is parts without data: whoever uses one hands it what to show',
    violation: ['ui/Pager.tsx', `import type { ResolvedPage } from '#page/page-schema.ts';`],
  },
  {
    name: 'ui takes React only',
    crossing: /^ui\/.* → (?!#|react(\/jsx-(dev-)?runtime)?$)/,
    reason: 'every visitor pays for what a part imports; the platform has dialog, details and popover',
    violation: ['ui/Dialog.tsx', `import { Modal } from 'antd';`],
  },
  {
    name: 'sources know rules, wire and page',
    crossing: /^sources\/.* → #(?!(sources|rules|wire|page)\/)/,
    reason: 'a source gives a shape and does not know what draws it',
    violation: ['sources/info-list.ts', `import { articleList } from '#widgets/article-list/index.ts';`],
  },
  {
    name: 'sources take no package',
    crossing: /^sources\/.* → (?!#)/,
    reason: 'a source gets its `call` handed in and draws nothing: no React, no axios',
    violation: ['sources/info-list.ts', `import useSWR from 'swr';`],
  },
  {
    name: 'widgets know rules, ui and page',
    crossing: /^widgets\/.* → #(?!(widgets|rules|ui|page)\/)/,
    reason: 'a widget draws good data that it is given; it never calls and knows no source',
    violation: ['widgets/article-list/View.tsx', `import { infoList } from '#sources/info-list.ts';`],
  },
  {
    name: 'widgets do not know each other',
    crossing: /^widgets\/([a-z0-9-]+)\/.* → #widgets\/(?!\1\/)/,
    reason: 'a widget is one folder that can be taken out; what two share is a part in ui, or stands in the address',
    violation: ['widgets/article-list/View.tsx', `import { View } from '#widgets/rich-note/View.tsx';`],
  },
  {
    name: 'widgets take React only',
    crossing: /^widgets\/.* → (?!#|react$)/,
    reason: 'every visitor of the page pays for what its widgets import, and a view never fetches',
    violation: ['widgets/article-list/View.tsx', `import axios from 'axios';`],
  },
  {
    name: 'definitions load in plain Node',
    crossing: /^widgets\/[a-z0-9-]+\/(index|props)\.ts → (react|.*\.(tsx|css)$)/,
    types: 'pass',
    reason:
      'the server reads definitions by type stripping, which loads neither .tsx nor .css; the view is found by the folder’s name (decision 1)',
    violation: ['widgets/article-list/index.ts', `import { View } from './View.tsx';`],
  },
  {
    name: 'what runs on the server loads in plain Node',
    crossing:
      /^((rules|wire|page|sources|server|demo|cli|tools)|features\/[a-z-]+\/(server|cli))\/.*\.(ts|mjs) → .*\.(tsx|css)$/,
    types: 'pass',
    reason:
      'server and command line run TypeScript by type stripping, which loads neither .tsx nor .css; React lives in the built bundle',
    violation: ['page/resolve.ts', `import { PageView } from './PageView.tsx';`],
  },
  {
    name: 'site does not know the server',
    crossing: /^(site|console)\/.* → (#(server|demo|cli|tools)\/|node:|fastify|kysely|pg$)/,
    reason: 'what the server knows reaches a browser as the page’s state or by calls',
    violation: ['site/SiteApp.tsx', `import { errors } from '#server/errors.ts';`],
  },
  {
    name: 'site and console are apart',
    crossing: /^site\/.* → #console\/|^console\/.* → #site\//,
    reason: 'visitors must not download the console, and the console must not change with the site',
    violation: ['site/SiteApp.tsx', `import { SignIn } from '#console/SignIn.tsx';`],
  },
  {
    name: 'console knows rules, wire, kinds and authored',
    crossing: /^console\/.* → #(?!(console|rules|wire|docs|kinds|authored)\/|features\/(index|console)\.ts$)/,
    reason:
      'beside the documents for editors, what the console shows of pages, widgets and sources it is told by calls, so that it need not change with them, and editors do not download the site twice',
    violation: ['console/home/Home.tsx', `import { widgets } from '#widgets/index.ts';`],
  },
  {
    name: 'the browser gets no store of a kind',
    crossing:
      /^(console|site|entry-).* → #kinds\/(?!(index|changes|change-words|edition-parts|define-kind|shown|forms)\.ts$|[a-z-]+\/(index|words|[a-z]+-words|home-compositions)\.ts$|register\/(definition\/[A-Za-z-]+|register-parts|wizard-table|upgrade-wizard|effects)\.tsx?$|[a-z-]+\/console\/)/,
    reason:
      'of a kind the console reads the definition, its words and its form, of which that of registers draws the wizard, too; its store is the server’s half',
    violation: ['console/home/Home.tsx', `import { stores } from '#kinds/stores.ts';`],
  },
  {
    name: 'one editor is around every form',
    crossing:
      /^(?!console\/editor\/).* → #console\/editor\/(use-save-edition|use-undo|UndoButtons|SaveBar|Outdated|MergePanel)\.tsx?$/,
    reason:
      'steps back and forth, what was typed and not saved, newer editions, their merge and the save bar are the Editor’s, so that no form lacks one of them',
    violation: ['kinds/page/console/Form.tsx', `import { useSaveEdition } from '#console/editor/use-save-edition.ts';`],
  },
  {
    name: 'definitions of kinds load anywhere',
    crossing:
      /^kinds\/((index|changes|change-words|edition-parts|define-kind|field-titles|outer-words|shown)\.ts|[a-z-]+\/(index|words|[a-z]+-words|home-compositions)\.ts|register\/(definition\/.*|register-parts\.ts|wizard-table\.ts|upgrade-wizard\.ts|effects\.ts)|[a-z-]+\/console\/.*) → (#server\/|node:|kysely|pg$|#kinds\/(stores\.ts|define-store\.ts|[a-z-]+\/server\/))/,
    reason: 'the server and the console read the same definition; what needs the database stands in its folder server',
    violation: ['kinds/article/index.ts', `import { sql } from 'kysely';`],
  },
  {
    name: 'the server’s half of a kind draws nothing',
    crossing: /^(server|demo|cli|tools)\/.* → #kinds\/(shown\.ts|forms\.ts|[a-z-]+\/console\/)/,
    reason: 'the server loads by type stripping, which reads no .tsx; how a kind looks is the console’s half',
    violation: ['server/store/publication/publish.ts', `import { shownOf } from '#kinds/shown.ts';`],
  },
  {
    name: 'visitors need no kind and no feature',
    crossing: /^(site|page|widgets|sources|ui)\/.* → #(kinds|features)\//,
    reason:
      'kinds are what editors change; what visitors see is data of pages; a feature’s own page is drawn by the server',
    violation: ['site/SiteApp.tsx', `import { kinds } from '#kinds/index.ts';`],
  },
  {
    name: 'site names no widget',
    crossing: /^site\/.* → #widgets\/(?!\*\/View\.tsx$)/,
    reason:
      'views are collected by one glob, each a chunk of its own; definitions and props never enter a visitor’s download',
    violation: ['site/SiteApp.tsx', `import { widgets } from '#widgets/index.ts';`],
  },
  {
    name: 'antd stays in the console',
    crossing:
      /^(?!console\/|kinds\/.*\.tsx|features\/[a-z-]+\/(console|kinds)\/|entry-console\.tsx).* → (antd|@rjsf\/|@ant-design\/)/,
    reason: 'antd and @rjsf weigh more than the whole site; only editors download them',
    violation: ['site/shell/Menu.tsx', `import { Menu } from 'antd';`],
  },
  {
    name: 'one file has the library of traces',
    crossing: /^(?!server\/http\/open-traces\.ts).* → (@opentelemetry\/|@prometheus-io\/client$)/,
    reason:
      'nothing of OpenTelemetry is loaded without an endpoint (OP7): one file has it, which is loaded by import(); the index of the metrics’ client loads its interface, so files of the client are named one by one',
    violation: ['server/http/traces.ts', `import { trace } from '@opentelemetry/api';`],
  },
  {
    name: 'traces are loaded where they are sent',
    crossing: /^(?!server\/main\.ts).* → #server\/http\/open-traces\.ts/,
    reason: 'only the process loads the library of traces, and only where an endpoint is set (OP7)',
    violation: ['server/serve.ts', `import { openTraces } from './http/open-traces.ts';`],
  },
  {
    name: 'server knows no user interface',
    crossing: /^server\/.* → #((site|console|ui|cli|tools)\/|features\/console)/,
    reason: 'pages are drawn by the built bundle of entry-server, so that the server runs without a compiler',
    violation: ['server/pages/draw/render.ts', `import { SiteApp } from '#site/SiteApp.tsx';`],
  },
  {
    name: 'invented content is named by the start alone',
    crossing: /^(?!demo\/|cli\/|tools\/|server\/main\.ts).* → #demo\//,
    reason: 'a site of production holds nothing invented: what serves visitors and editors must work without it',
    violation: ['server/store/publication/publish.ts', `import { fillDemo } from '#demo/fill.ts';`],
  },
  {
    name: 'everything public goes by an edition',
    crossing:
      /^(?!server\/editions\/publish\/(commit-edition|try-publication|carry-out-article-ends)\.ts|demo\/fill\.ts).* → #server\/store\/publication\/publish\.ts/,
    reason:
      'what visitors see has been reviewed by a second person (SU1), also a day on which it ends (TP2); only the demonstration fills its store itself',
    violation: ['cli/import-register.ts', `import { publish } from '#server/store/publication/publish.ts';`],
  },
  {
    name: 'nothing needs a tool',
    crossing: /^(?!tools\/).* → #tools\//,
    reason: 'tools look at the product from outside; commands and server run without them',
    violation: ['cli/explain.ts', `import { crawlSite } from '#tools/crawl/crawl-site.ts';`],
  },
  {
    name: 'a feature is named by the lists alone',
    crossing:
      /^(?!features\/).* → #features\/(?!(index|define-feature|server|server-feature|console|calls|jobs|edition-hooks)\.ts$|\*\/)/,
    reason:
      'a feature is one folder that can be taken out: nothing else names one, so core works without it; the lists beside the folders have one line for each',
    violation: ['server/serve.ts', `import { startTelling } from '#features/alerts/server/tell.ts';`],
  },
  {
    name: 'features do not know each other',
    crossing: /^features\/([a-z-]+)\/.* → #features\/(?!\1\/|(define|server|console)-feature\.ts$)/,
    reason: 'each can be left out by itself; what two need is a part of core',
    violation: ['features/alerts/server/tell.ts', `import { feeds } from '#features/feeds/server/index.ts';`],
  },
  {
    name: 'halves of a feature are apart',
    crossing:
      /^features\/([a-z-]+\/server\/|server).* → #(site|console|ui)\/|^features\/[a-z-]+\/(console|kinds|site)\/.* → (#(server|demo|cli|tools)\/|#features\/[a-z-]+\/(server|cli)\/|node:|fastify|kysely)|^features\/[a-z-]+\/(server|cli)\/.* → #features\/[a-z-]+\/(console|kinds|site)\//,
    reason:
      'the server loads by type stripping, and a browser has no store: what both halves read lies in the folder itself',
    violation: ['features/alerts/site/Page.tsx', `import { tokenFor } from '../server/tokens.ts';`],
  },
  {
    name: 'server reads the list of widgets only',
    crossing: /^(server|demo|cli|tools|kinds)\/.* → #widgets\/(?!index\.ts$)/,
    reason: 'a widget is added by its folder and one line in the list; nothing else may name it',
    violation: ['server/site/site.ts', `import { articleList } from '#widgets/article-list/index.ts';`],
  },
  {
    name: 'server and command line have no React',
    crossing: /^(server|demo|cli|tools)\/.* → (react|swr|axios$|crypto-js)/,
    reason: 'React comes with the server bundle, one copy of it; the server ciphers by node:crypto',
    violation: ['server/pages/draw/render.ts', `import { renderToString } from 'react-dom/server';`],
  },
  {
    name: 'command line draws nothing',
    crossing: /^cli\/.* → #(site|console|ui)\//,
    reason: 'commands stand on the same parts as the server',
    violation: ['cli/explain.ts', `import { SiteApp } from '#site/SiteApp.tsx';`],
  },
  {
    name: 'entries do not know the server',
    crossing: /^entry-.* → #(server|demo|cli|tools)\//,
    reason: 'an entry is where a bundle begins: what it imports is sent to browsers or built into the renderer',
    violation: ['entry-client.tsx', `import { env } from '#server/env.ts';`],
  },
  {
    name: 'the product does not know its tests',
    crossing: /→ (#tests\/|\.\.\/)/,
    reason: 'tests are not shipped, and nothing outside src belongs to the product’s code',
    violation: ['server/app.ts', `import { buildChannel } from '#tests/world/site.ts';`],
  },
];

/** Names that the rules may not read: the answer would depend on time and place. Moments are handed in. */
export const ruleWall = {
  name: 'rules know no clock and no surroundings',
  reads:
    /^(new Date|Date\.now|performance(\..*)?|Math\.random|process(\..*)?|globalThis(\..*)?|window|document|navigator|localStorage|fetch|setTimeout|setInterval|crypto)$/,
  reason:
    'a rule that looks at the clock or around itself answers differently on server and browser; the moment is a parameter',
  violation: ['rules/time/time-ago.ts', 'export const now = () => new Date().getTime();'],
} as const;

/** The engine's built-in pages are the one place that may name a widget: without them a site could not start. */
export const nameWall = {
  name: 'page names no widget and no source',
  files: /^page\/(?!built-in-pages\.ts$)/,
  reason: 'the engine must not need changing when a widget or a source is added',
  violation: ['page/Block.tsx', `export const isTable = (name: string) => name === 'register-table';`],
} as const;

/** The rooms of the server from the ground up, each with what it is for: a room imports from those above it in this list. */
export const serverRooms: readonly (readonly [room: string, what: string])[] = [
  ['phrase.mjs', 'sentences for operators in two languages, and which is spoken'],
  ['exit-codes.mjs', 'the codes that commands and the process end with'],
  ['errors.ts', 'the catalogue of refusals'],
  ['operator-problem.ts', 'errors that an operator mends, in both languages'],
  [
    'http',
    'parts of speaking HTTP that know nothing of the site: limits, headers, upstreams, the log of failures, metrics, traces',
  ],
  ['background', 'how a server works by itself: parts as data with one loop, and threads'],
  ['wrong-settings.ts', 'what is wrong with the value of a setting'],
  ['setting-reader.ts', 'names of all settings, and how one is read with its problem'],
  ['sign-in-settings.ts', 'settings of the identity provider and of accounts with passwords'],
  ['env.ts', 'the settings'],
  ['db', 'PostgreSQL: embedded or named, its tables, migrations and locks'],
  ['files', 'stored files: bytes, kinds, what they say'],
  ['people', 'customers with their tokens and applications; staff with accounts, sessions and the audit log'],
  ['store', 'publish, the log, dated rows, and all questions to them'],
  [
    'site',
    "what is loaded once a publication: channels, pages, registers; what another system answers, read into this site's own form",
  ],
  ['search', 'what a search means: words, everyday words, corrections, and what answers it best'],
  ['api', 'the calls of the site, in the cipher'],
  ['editions', 'draft to public: versions, approval, schedule, comparison, and the worker for large ones'],
  ['registers', 'from a file to rows: sheets, import, proposal'],
  ['record', 'seals over what was done, their heads outside of the database, and the check of all of it'],
  ['pages', 'from an address to a document, with its cache, files, previews and past'],
  ['mail', 'the outbox of all mails'],
  ['edge', 'what stands in front: host, cached answers, health and metrics, the page of the console'],
  ['console-api', 'the calls of the console, in plain JSON'],
  ['app.ts', 'all plugins of one server'],
  ['background-parts.ts', 'what a server does by itself: when, by which node, and what is logged of a failure'],
  ['serve.ts', 'the parts of a site over a database'],
  ['development.ts', 'the same with hot reload'],
  ['stand-in.ts', 'what a start serves while the database is away'],
  ['start-warnings.ts', 'what a site of production should not be'],
  ['main.ts', 'the process'],
];

/** Imports that run upward in that list, each with its reason. */
export const upwardImports: readonly { from: string; to: string; reason: string }[] = [
  {
    from: 'editions/publish/carry-out-removal.ts',
    to: 'record/verify-seals.ts',
    reason: 'a removal keeps the hashes of lines that seals cover',
  },
  {
    from: 'db/free-space.ts',
    to: 'store/publication/publication-problems.ts',
    reason: 'a full disk refuses a publication in its words',
  },
  {
    from: 'files/text-process.ts',
    to: 'store/search/search-pieces.ts',
    reason: 'texts of files are cut as the search asks',
  },
  {
    from: 'files/file-numbers.ts',
    to: 'store/rows/recent-memory.ts',
    reason: 'numbers in a file are remembered as answers of the store are',
  },
  {
    from: 'files/accept-file.ts',
    to: 'registers/sheets/refusals.ts',
    reason: 'a text of no encoding is told as an import tells it',
  },
  { from: 'api/wire-plugin.ts', to: 'pages/pages.ts', reason: 'a type: calls in process draw pages' },
  {
    from: 'editions/worker/jobs.ts',
    to: 'record/check-record.ts',
    reason: 'a check of the record reads all rows, in the thread for that',
  },
  {
    from: 'editions/worker/jobs.ts',
    to: 'registers/editions/check-file.ts',
    reason: 'files are checked by the same worker',
  },
];

/** The rooms of the console from the ground up: a room imports from those above it in this list. */
export const consoleRooms: readonly (readonly [room: string, what: string])[] = [
  ['calls', 'how the server is asked, and what is read again'],
  ['merge', 'what two people wrote at once'],
  ['documents', 'forms made of schemas, and what differs between two documents'],
  ['theme.ts', 'colours and sizes'],
  ['parts', 'parts of screens that know no kind of content'],
  ['take-up', 'what is public, was public or is copied, as the beginning of a draft'],
  ['help', 'documents for editors, and which screen leads to which'],
  ['pages', 'forms of page schemas'],
  ['files', 'files on their way to the server'],
  ['settings', 'settings and legal texts'],
  ['editor', 'what is around every form'],
  ['wizard-frame', 'the frame of whatever is done step by step'],
  ['people', 'people and their rights'],
  ['preview', 'pages as a draft would make them'],
  ['channels', 'the tree of channels'],
  ['reference', 'words of the page language'],
  ['sign-in', 'who is not signed in yet'],
  ['gallery', 'widgets with their examples'],
  ['past', 'pages of a past moment'],
  ['registers', 'registers, their rows and imports'],
  ['content', 'articles'],
  ['account', 'what people change of their own account'],
  ['editions', 'drafts on their way to the public'],
  ['records', 'what was done, and what upstreams answer'],
  ['wizard', 'a new channel, step by step'],
  ['home', 'the first screen'],
  ['shell', 'the frame around every screen, and which screen has which address'],
  ['ConsoleApp.tsx', 'the app'],
];

/** Imports that run upward in that list, each with its reason. */
export const consoleUpwardImports: readonly { from: string; to: string; reason: string }[] = [
  {
    from: 'merge/merge-words.ts',
    to: 'documents/value-words.ts',
    reason: 'both sides of a clash are worded as differences are',
  },
  { from: 'parts/Screen.tsx', to: 'help/help-pages.ts', reason: 'every screen leads to its document' },
  { from: 'settings/LegalTexts.tsx', to: 'editions/StateTag.tsx', reason: 'a draft of a text says its state' },
  { from: 'files/MediaScreen.tsx', to: 'editions/StateTag.tsx', reason: 'an edition that uses a file says its state' },
  {
    from: 'editor/EditionParts.tsx',
    to: 'editions/edition-names.ts',
    reason: 'parts are called as differences call them',
  },
  { from: 'editor/Editor.tsx', to: 'preview/LivePreview.tsx', reason: 'the site stands beside every form' },
  {
    from: 'preview/Preview.tsx',
    to: 'editions/marks.ts',
    reason: 'marks in a preview lead to differences of the edition',
  },
];
