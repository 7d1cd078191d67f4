import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { FILE_BASE } from '#rules/filepath.ts';
import { oldAddressKey } from '#rules/old-addresses.ts';
import { endingOf, PICTURES } from '#rules/upload-rule.ts';
import { capDepth } from '../store/cap-depth.ts';
import { DomUtils, parseDocument } from 'htmlparser2';
import type { FolderFiles } from './folder-files.ts';
import { addressIn, type OldPlace } from './old-place.ts';
import type { ProblemKind } from './problems.ts';

/** What references of all articles may lead to. */
export interface Targets {
  files: FolderFiles;
  /** imported articles by the key of their old place */
  articles: ReadonlyMap<string, OldPlace>;
  /** the same by the path of their HTML file */
  htmlFiles: ReadonlyMap<string, OldPlace>;
  /** of the former site, beside that of each address */
  hosts: ReadonlySet<string>;
  /** why a file of the folder would not be accepted; '' where it would */
  problemOf: (file: string) => Promise<string>;
}

/** Where references stand. */
export interface From {
  place: OldPlace | null;
  htmlFile: string;
}

type Target =
  | { kind: 'file'; file: string }
  | { kind: 'article'; path: string }
  /** of the former site, and not in the folder; or of another site */
  | { kind: 'missing' | 'elsewhere'; address: string };

/** MI4: what a reference leads to; null for an anchor, a mail address and the like. */
export function targetOf(reference: string, from: From, targets: Targets): Target | null {
  const address = addressIn(from.place, reference, targets.hosts);
  if (!address) return null;
  if (!address.isOwn) return { kind: 'elsewhere', address: address.whole };
  const article = targets.articles.get(oldAddressKey(address.path));
  if (article) return { kind: 'article', path: article.path };
  const isPath = !/^\s*([a-z][a-z0-9+.-]*:|\/\/)/i.test(reference);
  const written = isPath ? [`${dirname(from.htmlFile || '.')}/${withoutQuery(reference)}`, reference] : [];
  for (const candidate of [written[0], address.path, withoutQuery(address.path), written[1]]) {
    const file = candidate === undefined ? null : targets.files.find(decoded(candidate.trim()));
    if (file === null) continue;
    const page = targets.htmlFiles.get(file);
    return page ? { kind: 'article', path: page.path } : { kind: 'file', file };
  }
  return { kind: 'missing', address: address.whole };
}

const withoutQuery = (reference: string): string => reference.replace(/[?#].*$/s, '');

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/**
 * The filepath that a file of the folder has in a text until it is stored: of the same form and length, of a year that
 * no file has.
 */
export const placeholderOf = (file: string): string =>
  `0000/01/${createHash('sha256').update(file).digest('hex')}.${endingOf(file)}`;

/** elements within each other; what is deeper loses its tags, here as where it is cleaned */
const MAX_DEPTH = 256;

export const parseHtml = (html: string): ReturnType<typeof parseDocument> => parseDocument(capDepth(html, MAX_DEPTH));

/** What stands in a node, characters as they are: as references they would count against an article's limits. */
export const innerHtml = (node: Parameters<typeof DomUtils.getInnerHTML>[0]): string =>
  DomUtils.getInnerHTML(node, { encodeEntities: 'utf8' });

/** A text whose references lead to what is imported. */
export interface Rewritten {
  html: string;
  /** of the folder, each once, that it shows by their placeholders */
  files: string[];
  /** to other imported articles, by their old addresses */
  links: number;
  problems: { kind: ProblemKind; message: string }[];
}

/** MI4: leads pictures to stored files, links to stored files and to the old addresses of imported articles. */
export async function rewrite(html: string, from: From, targets: Targets): Promise<Rewritten> {
  const document = parseHtml(html);
  const done: Rewritten = { html: '', files: [], links: 0, problems: [] };
  const take = (file: string): string => {
    if (!done.files.includes(file)) done.files.push(file);
    return FILE_BASE + placeholderOf(file);
  };
  for (const element of DomUtils.findAll(({ name }) => name === 'img' || name === 'a', document.children)) {
    const attribute = element.name === 'a' ? 'href' : 'src';
    const reference = element.attribs[attribute];
    if (reference === undefined) continue;
    if (element.name === 'a') element.attribs.href = await linkOf(reference);
    else element.attribs.src = await pictureOf(reference);
  }
  done.html = innerHtml(document);
  return done;

  async function linkOf(reference: string): Promise<string> {
    const target = targetOf(reference, from, targets);
    if (!target) return reference;
    if (target.kind === 'article') {
      done.links += 1;
      return target.path;
    }
    if (target.kind === 'elsewhere') return target.address;
    const problem = target.kind === 'file' ? await targets.problemOf(target.file) : 'it is not in the folder';
    if (target.kind === 'file' && problem === '') return take(target.file);
    done.problems.push({ kind: 'dead-link', message: `link to ${reference.slice(0, 200)}: ${problem}` });
    return target.kind === 'missing' ? target.address : reference;
  }

  async function pictureOf(reference: string): Promise<string> {
    const target = targetOf(reference, from, targets);
    const problem = await pictureProblem(target);
    if (target?.kind === 'file' && problem === '') return take(target.file);
    done.problems.push({ kind: 'lost-picture', message: `picture ${reference.slice(0, 100)}: ${problem}` });
    return '';
  }

  async function pictureProblem(target: Target | null): Promise<string> {
    if (!target) return 'it is held in the HTML itself; save it as a file';
    if (target.kind === 'elsewhere') return 'it is of another site; name its host in "hosts" of the map, and save it';
    if (target.kind !== 'file') return 'it is not in the folder';
    const ending = endingOf(target.file).replace('jpeg', 'jpg');
    return PICTURES.includes(ending)
      ? targets.problemOf(target.file)
      : `a text shows ${PICTURES.join(', ')} files, not .${ending}`;
  }
}
