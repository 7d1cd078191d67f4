import type { ArticleDocument } from '#kinds/article/index.ts';
import type { CheckId } from '#rules/checks/checks.ts';
import { saysNothing } from '#rules/checks/file-names.ts';
import { linkFault } from '#rules/checks/links.ts';
import { foundAt, quoted, type Found } from './found.ts';
import { readArticle } from './read-article.ts';

type ArticleTexts = Pick<ArticleDocument, 'title' | 'summary' | 'content' | 'source' | 'attachments'>;

interface Mark {
  found: Found;
  /** the same in another version of the article, wherever it stands there */
  same: string;
}

/** rows and columns from which on a table needs a header: fewer lay something out */
const LEAST_OF_TABLE = 2;

export const placeOfArticle = ({ title }: Pick<ArticleDocument, 'title'>): string => `文章“${title.slice(0, 40)}”`;

/** CK6, CK8 to CK10: findings in an article alone, each with its paragraph or cell. */
export function articleMarks(document: ArticleTexts, advertWordsIn: (text: string) => string[]): Mark[] {
  const marks: Mark[] = [];
  const at = placeOfArticle(document);
  const mark = (check: CheckId, place: string, shown: string, same = shown): void => {
    marks.push({ found: foundAt(check, `${at}的${place}`, shown), same: `${check} ${same}` });
  };
  const { title, summary = '', content = '', source = '', attachments = [] } = document;
  const { passages, pictures, tables, links } = readArticle(content);
  const texts = [
    { place: '标题', text: title },
    { place: '摘要', text: summary },
    ...passages.map(({ place, text }) => ({ place: `正文${place}`, text })),
    { place: '来源', text: source },
    ...attachments.map(({ filename }) => ({ place: '附件名称', text: filename })),
  ];
  for (const { place, text } of texts) for (const word of advertWordsIn(text)) mark('advert-word', place, `“${word}”`);
  for (const { place, alt, src } of pictures) if (alt === '') mark('picture-alt', `正文${place}`, '图片', src);
  for (const { place, rows, columns, hasHeader, text } of tables)
    if (!hasHeader && rows >= LEAST_OF_TABLE && columns >= LEAST_OF_TABLE)
      mark('table-header', `正文${place}`, text === '' ? '空白的第一格' : `以${quoted(text)}开头`);
  for (const { place, href } of links) {
    const fault = linkFault(href);
    if (fault) mark('malformed-link', `正文${place}`, `${quoted(href)}${fault}`);
  }
  for (const { filename } of attachments) if (saysNothing(filename)) mark('file-name', '附件', quoted(filename));
  return marks;
}
