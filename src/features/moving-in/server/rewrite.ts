import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { capDepth } from '#authored/cap-depth.ts';
import { LATER_ADDRESSES } from '#authored/read-authored.ts';
import { FILE_BASE } from '#rules/files/filepath.ts';
import { oldAddressKey } from '#rules/addresses/old-addresses.ts';
import { endingOf, PICTURES } from '#rules/files/upload-rule.ts';
import { DomUtils, parseDocument } from 'htmlparser2';
import type { FolderFiles } from './folder-files.ts';
import { addressIn, type OldPlace } from './old-place.ts';
import type { Problem, BilingualText } from './problems.ts';

/** Targets that references of all articles may have. */
export interface Targets {
  files: FolderFiles;
  /** imported articles by the key of their old place */
  articles: ReadonlyMap<string, OldPlace>;
  /** imported articles by the path of their HTML file */
  htmlFiles: ReadonlyMap<string, OldPlace>;
  /** host names of the former site, beside that of each address */
  hosts: ReadonlySet<string>;
  /** why a file of the folder would not be accepted; '' where it would */
  problemOf: (file: string) => Promise<string>;
}

/** Place where references are. */
export interface From {
  place: OldPlace | null;
  htmlFile: string;
}

type Target =
  | { kind: 'file'; file: string }
  | { kind: 'article'; path: string }
  /** address of the former site whose file is not in the folder, or of another site */
  | { kind: 'missing' | 'elsewhere'; address: string };

/** MI4: target of a reference; null for an anchor, a mail address and the like. */
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

/** depth of elements; deeper ones lose their tags, here as in cleaning */
const MAX_DEPTH = 256;

export const parseHtml = (html: string): ReturnType<typeof parseDocument> => parseDocument(capDepth(html, MAX_DEPTH));

/** HTML inside a node, with characters as they are: as references they would count against an article's limits. */
export const innerHtml = (node: Parameters<typeof DomUtils.getInnerHTML>[0]): string =>
  DomUtils.getInnerHTML(node, { encodeEntities: 'utf8' });

/** A text whose references lead to what is imported. */
export interface Rewritten {
  html: string;
  /** files of the folder, each once, that it shows by their placeholders */
  files: string[];
  /** number of links to other imported articles, by their old addresses */
  links: number;
  problems: Pick<Problem, 'kind' | 'message'>[];
}

const NOT_THERE: BilingualText = { en: 'it is not in the folder', zh: '文件夹中没有' };

const about = (en: string, zh: string, reference: string, problem: BilingualText): BilingualText => ({
  en: `${en} ${reference}: ${problem.en}`,
  zh: `${zh} ${reference}：${problem.zh}`,
});

/** The address of a picture: the first that is in the folder, else the first that is one. */
function pictureReference(
  attribs: Record<string, string>,
  isThere: (reference: string) => boolean,
): string | undefined {
  const written = ['src', ...LATER_ADDRESSES]
    .map((name) => attribs[name])
    .filter((one): one is string => one !== undefined && one.trim() !== '');
  return written.find(isThere) ?? written.find((one) => !/^\s*data:/i.test(one)) ?? written[0] ?? attribs.src;
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
    const { attribs } = element;
    if (element.name === 'a') {
      if (attribs.href !== undefined) attribs.href = await linkOf(attribs.href);
    } else {
      const reference = pictureReference(attribs, (one) => targetOf(one, from, targets)?.kind === 'file');
      if (reference !== undefined) attribs.src = await pictureOf(reference);
      for (const name of LATER_ADDRESSES) delete attribs[name];
    }
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
    const problem = target.kind === 'file' ? await fileProblem(target.file) : NOT_THERE;
    if (target.kind === 'file' && !problem) return take(target.file);
    done.problems.push({ kind: 'dead-link', message: about('link to', '链接', reference.slice(0, 200), problem!) });
    return target.kind === 'missing' ? target.address : reference;
  }

  async function pictureOf(reference: string): Promise<string> {
    const target = targetOf(reference, from, targets);
    const problem = await pictureProblem(target, reference);
    if (target?.kind === 'file' && !problem) return take(target.file);
    done.problems.push({ kind: 'lost-picture', message: about('picture', '图片', reference.slice(0, 100), problem!) });
    return '';
  }

  async function fileProblem(file: string): Promise<BilingualText | null> {
    const problem = await targets.problemOf(file);
    return problem === '' ? null : { en: problem, zh: problem };
  }

  async function pictureProblem(target: Target | null, reference: string): Promise<BilingualText | null> {
    if (!target)
      return /^\s*data:/i.test(reference)
        ? { en: 'it is held in the HTML itself; save it as a file', zh: '图片写在网页代码里，请另存为文件' }
        : {
            en: 'it lies on the computer of its author; save it in the folder',
            zh: '图片在作者自己的电脑里，请找来放进文件夹',
          };
    if (target.kind === 'elsewhere')
      return {
        en: 'it is of another site; name its host in "hosts" of the map, and save it',
        zh: '属于其他网站；如是原网站的图片，请在“原网站的域名”中写上它的域名，并把图片放进文件夹',
      };
    if (target.kind !== 'file') return NOT_THERE;
    const ending = endingOf(target.file).replace('jpeg', 'jpg');
    return PICTURES.includes(ending)
      ? fileProblem(target.file)
      : {
          en: `a text shows ${PICTURES.join(', ')} files, not .${ending}`,
          zh: `正文只能显示 ${PICTURES.join('、')} 图片，不能显示 .${ending}`,
        };
  }
}
