import { textOfHtml } from '../../store/articles/text-of-html.ts';

/** Something of an article with its place: 第 3 段, 第 1 个表格第 2 行第 3 列. */
interface Placed {
  place: string;
}

interface ReadArticle {
  /** paragraphs and cells with words, in reading order */
  passages: (Placed & { text: string })[];
  pictures: (Placed & { alt: string; src: string })[];
  tables: (Placed & { rows: number; columns: number; hasHeader: boolean; text: string })[];
  links: (Placed & { href: string })[];
}

const TOKEN = /<(\/?)([a-z][a-z0-9]*)\b([^>]*)>/gi;
const BLOCKS = new Set('p div li ul ol h1 h2 h3 h4 h5 h6 blockquote pre figure figcaption hr'.split(' '));

/** Value of an attribute, as it is meant; '' where it is empty or missing. */
function attributeOf(attributes: string, name: string): string {
  const match = new RegExp(`(?:^|\\s)${name}\\s*=\\s*("[^"]*"|'[^']*'|[^\\s"'>]+)`, 'i').exec(attributes);
  return match ? textOfHtml(match[1]!.replace(/^["']|["']$/g, '')) : '';
}

interface OpenTable {
  no: number;
  row: number;
  cell: number;
  columns: number;
  hasHeader: boolean;
  text: string;
}

/**
 * CK3: sanitised HTML of an article as people count it: paragraphs with words, tables with rows and cells, pictures and
 * links.
 */
export function readArticle(html: string): ReadArticle {
  const article: ReadArticle = { passages: [], pictures: [], tables: [], links: [] };
  const tables: OpenTable[] = [];
  // read, while it is not known yet whether the paragraph has words
  let waiting: { take: (place: string) => void }[] = [];
  let [paragraphs, tableCount, from, words] = [0, 0, 0, ''];
  const flush = (): void => {
    const text = textOfHtml(words);
    words = '';
    const table = tables.at(-1);
    if (text !== '' && !table) paragraphs += 1;
    const place = table
      ? `第 ${table.no} 个表格第 ${Math.max(1, table.row)} 行第 ${Math.max(1, table.cell)} 列`
      : text === '' && paragraphs === 0
        ? '开头'
        : `第 ${paragraphs} 段${text === '' ? '之后' : ''}`;
    if (text !== '') article.passages.push({ place, text });
    if (table && table.text === '') table.text = text;
    for (const { take } of waiting) take(place);
    waiting = [];
  };
  for (const { 0: token, 1: slash, 2: name, 3: attributes, index } of html.matchAll(TOKEN)) {
    words += html.slice(from, index);
    from = index + token.length;
    const tag = name!.toLowerCase();
    const opens = slash === '';
    const table = tables.at(-1);
    if (tag === 'table') {
      flush();
      if (opens) tables.push({ no: (tableCount += 1), row: 0, cell: 0, columns: 0, hasHeader: false, text: '' });
      else if (tables.pop() && table) {
        const { no, row: rows, columns, hasHeader, text } = table;
        article.tables.push({ place: `第 ${no} 个表格`, rows, columns, hasHeader, text });
      }
    } else if (tag === 'tr' || tag === 'td' || tag === 'th') {
      flush();
      if (!table || !opens) continue;
      if (tag === 'tr') [table.row, table.cell] = [table.row + 1, 0];
      else table.columns = Math.max(table.columns, (table.cell += 1));
      if (tag === 'th') table.hasHeader = true;
    } else if (BLOCKS.has(tag)) flush();
    else if (tag === 'img') {
      const picture = { alt: attributeOf(attributes!, 'alt'), src: attributeOf(attributes!, 'src') };
      waiting.push({ take: (place) => article.pictures.push({ place, ...picture }) });
    } else if (tag === 'a' && opens) {
      const href = attributeOf(attributes!, 'href');
      if (href !== '') waiting.push({ take: (place) => article.links.push({ place, href }) });
    } else words += token;
  }
  words += html.slice(from);
  flush();
  return article;
}
