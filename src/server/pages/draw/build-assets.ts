import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Files of the build that pages name: stylesheets, the entry, and the files of each widget view. */
export interface BuildAssets {
  /**
   * Styles that are inlined into a page with these views: those of every page, of the views, of further sheets, and the
   * firm's looks.
   */
  styleOf: (views: readonly string[], further: readonly FurtherSheet[], brandCss?: string) => InlinedStyle;
  /** address of the sheet that the elder-friendly version adds */
  elderSheet: string;
  /** address of the sheet that larger text adds */
  textSizeSheet: string;
  /** address of the sheet for paper */
  printSheet: string;
  entry: string;
  /**
   * attributes of the script that runs before anything of the page is drawn, so that a first visit's dialog is in
   * its first frame (AG7). It fetches the scripts of the page, the entry first.
   */
  start: string;
  /** address of the script of pages that do not hydrate */
  bare: string;
  /** files the entry imports statically */
  entryImports: string[];
  /** view name → its files */
  views: Map<string, string[]>;
  /** files that convert the script in the browser, without which a traditional page does not come alive */
  traditional: string[];
}

/** Sheets of src/site that some pages need: those without scripts, of a home page's composition, of a firm's own looks. */
const FURTHER = ['bare', 'compositions', 'own-looks'] as const;
type FurtherSheet = (typeof FURTHER)[number];

interface InlinedStyle {
  /** bytes, so that it is encoded once and not once a page */
  css: Buffer;
  /** base64 of SHA-256 of css, for the Content-Security-Policy */
  cssHash: string;
  /** addresses of the files that css was made of: the browser shall not fetch them again */
  files: string[];
}

interface ManifestEntry {
  file: string;
  imports?: string[];
  css?: string[];
}

/** address of the built files */
export const ASSET_BASE = '/assets/site/';

/** joined style sheets that are remembered, of some 40 kB each */
const MOST_STYLES = 300;

/**
 * @param dir dist/client
 * @throws when the build is missing
 */
export async function readBuild(dir: string): Promise<BuildAssets> {
  const manifest = JSON.parse(await readFile(join(dir, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    ManifestEntry
  >;
  const entry = manifest['entry-client.tsx'];
  const start = manifest['entry-start.ts'];
  const bare = manifest['entry-bare.ts'];
  if (!entry || !start || !bare) throw new Error('The build lacks an entry of the site; run the build again.');
  const closure = (name: string, seen = new Set<string>()): string[] => {
    const one = manifest[name];
    if (!one || seen.has(name)) return [];
    seen.add(name);
    return [one.file, ...(one.imports ?? []).flatMap((imported) => closure(imported, seen))];
  };
  const views = new Map<string, string[]>();
  for (const name of Object.keys(manifest)) {
    const view = /^widgets\/([a-z0-9-]+)\/View\.tsx$/.exec(name)?.[1];
    if (view) views.set(view, closure(name).map(assetAddress));
  }
  const cssOf = (name: string, seen = new Set<string>()): string[] => {
    const one = manifest[name];
    if (!one || seen.has(name)) return [];
    seen.add(name);
    // sheets that a file imports come before its own
    return [...(one.imports ?? []).flatMap((imported) => cssOf(imported, seen)), ...(one.css ?? [])];
  };
  const sheets = new Map<string, string>();
  const further = (name: FurtherSheet): string => manifest[`site/${name}.css`]!.file;
  for (const file of new Set([...FURTHER.map(further), ...Object.values(manifest).flatMap((one) => one.css ?? [])]))
    sheets.set(file, (await readFile(join(dir, file), 'utf8')).trim());
  const styles = new Map<string, InlinedStyle>();
  const styleOf: BuildAssets['styleOf'] = (names, more, brandCss = '') => {
    const named = ['entry-client.tsx', ...[...names].sort().map(viewFile)].flatMap((name) => cssOf(name));
    const files = [...new Set([...named, ...more.map(further)])];
    const key = files.join(' ') + brandCss;
    let style = styles.get(key);
    if (!style) {
      const css = files.map((file) => sheets.get(file)).join('') + brandCss;
      style = {
        css: Buffer.from(css),
        cssHash: createHash('sha256').update(css).digest('base64'),
        files: files.map(assetAddress),
      };
      // editors who try colours out make another with each of them
      if (styles.size >= MOST_STYLES) styles.clear();
      styles.set(key, style);
    }
    return style;
  };
  return {
    styleOf,
    elderSheet: assetAddress(manifest['site/elder.css']!.file),
    printSheet: assetAddress(manifest['site/print.css']!.file),
    textSizeSheet: assetAddress(manifest['site/text-size.css']!.file),
    entry: assetAddress(entry.file),
    start: `src="${assetAddress(start.file)}"`,
    bare: assetAddress(bare.file),
    entryImports: closure('entry-client.tsx').slice(1).map(assetAddress),
    views,
    traditional: closure('site/traditional.ts').map(assetAddress),
  };
}

const viewFile = (view: string) => `widgets/${view}/View.tsx`;

const assetAddress = (file: string) => ASSET_BASE + file;
