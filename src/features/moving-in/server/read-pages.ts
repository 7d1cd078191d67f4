import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { compile, selectAll } from 'css-select';
import { DomUtils } from 'htmlparser2';
import { CannotImport } from './cannot-import.ts';
import { countEncoding, type Entries, type Entry } from './entry.ts';
import type { FolderFiles } from './folder-files.ts';
import type { ImportMap } from './map.ts';
import type { Problems } from './problems.ts';
import { innerHtml, parseHtml } from './rewrite.ts';
import { readTextFile, UnreadableText } from './text-file.ts';

/**
 * MI1: articles of saved pages. A page's old address is its path in the folder.
 * @param pattern of file names, in any folder where it has no slash
 * @param problems get what single pages lack
 * @throws CannotImport where the map lacks selectors or folders, or a selector is none
 */
export function readPages(files: FolderFiles, pattern: string, map: ImportMap, problems: Problems): Entries {
  const found = globSync(pattern.includes('/') ? pattern : `**/${pattern}`, { cwd: files.root });
  return readPagesOf(files, found.sort(), map, problems);
}

/** The same of named files, in this order. */
export function readPagesOf(files: FolderFiles, paths: readonly string[], map: ImportMap, problems: Problems): Entries {
  const { selectors, folders } = map;
  if (!selectors)
    throw new CannotImport(
      'Saved pages need "selectors" in the map: CSS for title, date and body.',
      '请先填写标题、日期和正文的选择器',
      '导入保存的页面，--map 的对照表中要有 selectors：标题、日期和正文的 CSS 选择器。',
    );
  if (!folders)
    throw new CannotImport(
      'Saved pages need "folders" in the map, from a folder ("" for all) to the channel of its pages.',
      '请先为文件夹选定栏目',
      '导入保存的页面，--map 的对照表中要有 folders：每个文件夹（"" 为全部）对应的栏目。',
    );
  for (const [name, selector] of Object.entries(selectors)) assertSelector(name, selector);
  const read: Entries = { entries: [], encodings: new Map() };
  for (const file of paths.flatMap((path) => files.find(path) ?? [])) {
    try {
      const { text, encoding } = readTextFile(files.pathOf(file));
      countEncoding(read, `pages in ${encoding}`);
      read.entries.push(entryOf(file, text, { selectors, folders }, problems));
    } catch (error) {
      if (!(error instanceof UnreadableText)) throw error;
      problems.add('unreadable-html', { file }, error.reason);
    }
  }
  return read;
}

function assertSelector(name: string, selector: string): void {
  try {
    compile(selector);
  } catch (error) {
    throw new CannotImport(
      `The map's selector for "${name}" is no CSS selector: ${(error as Error).message}.`,
      `“${selector}”不是正确的 CSS 选择器`,
    );
  }
}

function entryOf(
  file: string,
  text: string,
  { selectors, folders }: Required<Pick<ImportMap, 'selectors' | 'folders'>>,
  problems: Problems,
): Entry {
  const page = parseHtml(text);
  const find = (selector: string) => selectAll(selector, page.children);
  const wordsOf = (selector: string): string =>
    find(selector)
      .slice(0, 1)
      .map((element) => DomUtils.textContent(element).replaceAll(/\s+/g, ' ').trim())
      .join('');
  const bodies = find(selectors.body);
  if (bodies.length === 0)
    problems.add(
      'unreadable-html',
      { file },
      {
        en: `nothing matches "${selectors.body}", the selector of the body`,
        zh: `正文的选择器“${selectors.body}”没有找到内容`,
      },
    );
  return {
    place: { file },
    title: wordsOf(selectors.title),
    channel: channelOf(file, folders),
    date: wordsOf(selectors.date),
    summary: '',
    source: '',
    html: bodies.length === 0 ? '' : `${styleOf(find('style'))}${bodies.map(innerHtml).join('\n')}`,
    htmlFile: file,
    address: '',
    attachments: (selectors.attachments === undefined ? [] : find(selectors.attachments)).flatMap((element) => {
      const reference = 'attribs' in element ? element.attribs.href : undefined;
      return reference ? [{ reference, name: DomUtils.textContent(element).replaceAll(/\s+/g, ' ').trim() }] : [];
    }),
  };
}

/** characters of a page's style sheets that count; a text has its own limit */
const MOST_CSS = 200_000;

/** AC1: styles of a page's text: what it hides and strikes out. */
function styleOf(sheets: Parameters<typeof DomUtils.textContent>[0] & unknown[]): string {
  const css = DomUtils.textContent(sheets).slice(0, MOST_CSS).replaceAll('<', ' ').trim();
  return css === '' ? '' : `<style>${css}</style>\n`;
}

/** Channel by the longest folder that the file is in; '' for none. */
function channelOf(file: string, folders: Readonly<Record<string, string>>): string {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const name = Object.keys(folders).find((one) => one.replace(/^\.?\/|\/$|^\.$/g, '') === folder.replace(/^\.$/, ''));
    if (name !== undefined) return folders[name]!;
    if (folder === '.') return '';
  }
}
