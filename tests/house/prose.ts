import { parseSync, Visitor } from 'vite';
import { linesOf } from './repository.ts';

/** A piece of prose: a paragraph of a document, a cell of a table, or a paragraph of a comment. */
export interface Passage {
  line: number;
  text: string;
}

export interface Sentence extends Passage {
  /** letters of Latin words */
  words: number;
  /** Chinese characters */
  characters: number;
}

/** Latin words that one sentence may have. */
export const MOST_WORDS = 30;
/** Chinese characters that one sentence may have. */
export const MOST_CHARACTERS = 80;

const LIST_ITEM = /^\s*(?:[-*+]|\d+\.)\s+(?:\*\*[A-Z]{2}\d+\*\* (?:closed|open \(console\)): (?:\(ours\) )?)?/;

/** Paragraphs, list items (of a rule without its id and state), cells and headings of Markdown; code blocks and pictures are left out. */
export function passagesOfMarkdown(text: string): Passage[] {
  const passages: Passage[] = [];
  let open: Passage | null = null;
  let isCode = false;
  text.split('\n').forEach((raw, at) => {
    const line = raw.replace(/^\s*>\s?/, '');
    if (/^\s*(?:\d+\. )?(```|~~~)/.test(line)) {
      isCode = !isCode;
      open = null;
      return;
    }
    if (isCode) return;
    if (line.trim() === '' || /^\s*<!--/.test(line)) open = null;
    else if (/^\s*\|/.test(line)) {
      open = null;
      for (const cell of line.split(/(?<!\\)\|/)) passages.push({ line: at + 1, text: cell.trim() });
    } else if (open === null || LIST_ITEM.test(line) || line.startsWith('#')) {
      const begun = { line: at + 1, text: line.replace(LIST_ITEM, '').replace(/^#+ /, '') };
      passages.push(begun);
      open = line.startsWith('#') ? null : begun;
    } else open.text += ` ${line.trim()}`;
  });
  return passages;
}

/** Comments of a module or a style sheet, neighbouring line comments as one; directives for tools are left out. */
export function commentsIn(file: string, code: string): Passage[] {
  const found = file.endsWith('.css')
    ? [...code.matchAll(/\/\*([\s\S]*?)\*\//g)].map((one) => ({
        type: 'Block',
        value: one[1]!,
        start: one.index,
        end: one.index + one[0].length,
      }))
    : parseSync(file, code).comments;
  const lineAt = linesOf(code);
  const comments: (Passage & { end: number; isLineAlone: boolean })[] = [];
  for (const { type, value, start, end } of found) {
    if (/^[!/]|^\s*(?:eslint|oxlint|@ts-|@vite|[@#]__|v8 |c8 |istanbul|global\b)/.test(value)) continue;
    const last = comments.at(-1);
    const isAlone = code.slice(code.lastIndexOf('\n', start) + 1, start).trim() === '';
    if (type === 'Line' && isAlone && last?.isLineAlone && code.slice(last.end, start).trim() === '')
      last.text += `\n${value}`;
    else comments.push({ line: lineAt(start), text: value, end, isLineAlone: type === 'Line' && isAlone });
    comments.at(-1)!.end = end;
  }
  return comments.map(({ line, text }) => ({ line, text: text.replace(/^[ \t]*\*+ ?/gm, '').trimEnd() }));
}

const TAG =
  /^@(?:throws|returns|deprecated|see|example|(?:param|template|property)(?: \{[^}]*\})? \[?[\w.$]+\]?)(?: \{[^}]*\})?(?!\w)/;

/** Paragraphs of a comment: what stands behind a tag is one, and so is an item of a list. */
function paragraphsOf({ line, text }: Passage): Passage[] {
  const paragraphs: Passage[] = [];
  let open: Passage | null = null;
  let isCode = false;
  text.split('\n').forEach((raw, at) => {
    const written = raw.trim();
    if (written.startsWith('```')) {
      isCode = !isCode;
      open = null;
    } else if (isCode || written === '') open = null;
    else if (open === null || TAG.test(written) || LIST_ITEM.test(raw)) {
      open = { line: line + at, text: written.replace(TAG, '').replace(LIST_ITEM, '').trim() };
      paragraphs.push(open);
    } else open.text += ` ${written}`;
  });
  return paragraphs;
}

/** Sentences of a passage with their lengths: code and addresses count as one word, and a link as its words. */
function sentencesOf({ line, text }: Passage): Sentence[] {
  const plain = text
    .replace(/``[^`]+``|`[^`]*`/g, '§')
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<?https?:\/\/[^\s)>]+>?/g, '§')
    .replace(/\*\*|~~/g, '');
  return plain
    .split(/(?<=[.!?…][)\]”’"]*)\s+(?=[^a-z\s]|§)|(?<=[。！？][）”’」]*)/)
    .map((sentence) => ({
      line,
      text: sentence.trim(),
      words: sentence.split(/[\s/]+/).filter((word) => /[\p{Script=Latin}\d§]/u.test(word)).length,
      characters: (sentence.match(/\p{Script=Han}/gu) ?? []).length,
    }))
    .filter(({ words, characters }) => words + characters > 0);
}

const isLong = ({ words, characters }: Sentence): boolean => words > MOST_WORDS || characters > MOST_CHARACTERS;

export const longSentences = (passages: readonly Passage[]): Sentence[] => passages.flatMap(sentencesOf).filter(isLong);

export const longSentencesOfComments = (comments: readonly Passage[]): Sentence[] =>
  longSentences(comments.flatMap(paragraphsOf));

const OPENING =
  /^(?:what|of|who|whom|whose|whoever|whatever|whichever|which|those|that|it|how|where|as|so|also|such|by|for|with)\b/i;

/** Comments that begin neither with a noun nor with a verb. */
export const wrongOpenings = (comments: readonly Passage[]): (Passage & { opening: string })[] =>
  comments.flatMap((comment) => {
    const opening = OPENING.exec(comment.text.trim())?.[0];
    return opening === undefined ? [] : [{ ...comment, text: comment.text.trim(), opening }];
  });

/**
 * Names that a module declares: variables, parameters, functions, classes and types. Properties are left out, because
 * they may be columns, stored content, fields of the wire or metrics; so are parts that are taken under the name of their
 * property.
 */
export function namesDeclaredIn(file: string, code: string): { line: number; name: string }[] {
  const lineAt = linesOf(code);
  const names: { line: number; name: string }[] = [];
  const add = (node: Node | null): void => {
    if (node?.type === 'Identifier') names.push({ line: lineAt(node.start), name: node.name! });
    if (node?.type === 'AssignmentPattern') add(node.left!);
    if (node?.type === 'RestElement') add(node.argument!);
    if (node?.type === 'ArrayPattern') node.elements!.forEach(add);
    if (node?.type === 'ObjectPattern')
      for (const property of node.properties!) {
        if (property.type === 'RestElement') add(property);
        else if (property.shorthand !== true) add(property.value!);
      }
  };
  const addFunction = ({ id, params }: { id?: unknown; params: unknown[] }): void => {
    add((id ?? null) as Node | null);
    params.forEach((one) => add(one as Node));
  };
  new Visitor({
    VariableDeclarator: ({ id }) => add(id as Node),
    FunctionDeclaration: addFunction,
    FunctionExpression: addFunction,
    ArrowFunctionExpression: addFunction,
    ClassDeclaration: ({ id }) => add(id as Node | null),
    TSInterfaceDeclaration: ({ id }) => add(id as Node),
    TSTypeAliasDeclaration: ({ id }) => add(id as Node),
  }).visit(parseSync(file, code).program);
  return names;
}

/** A node of a declaration, as far as names are found in it. */
interface Node {
  type: string;
  start: number;
  name?: string;
  left?: Node;
  argument?: Node;
  value?: Node;
  shorthand?: boolean;
  elements?: (Node | null)[];
  properties?: Node[];
}

/** Parts of a name in lower case: keptPages and KEPT_PAGES are kept, pages. */
export const partsOfName = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_');
