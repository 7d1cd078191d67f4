import { allFindings, cleaningWords } from '#authored/findings.ts';
import { MOST_ARTICLES } from '#kinds/article-import/index.ts';
import type { Entries } from '../../server/entry.ts';
import type { MadeArticle } from '../../server/make-articles.ts';
import { placeText } from '../../server/problems.ts';
import { textOfHtml } from '#server/store/articles/text-of-html.ts';

/** MI3: what an article becomes, for --try. */
export function triedLines({ entry, document, files, findings, links, oldPlace }: MadeArticle): string[] {
  return [
    `${placeText(entry.place)}: ${document.title || '(no title)'}`,
    `  channel ${document.channelId || '(unknown)'}, ${document.contentTime || '(no date)'}, ${textOfHtml(document.content ?? '').replaceAll(/\s+/g, '').length} characters`,
    ...(oldPlace ? [`  old address ${oldPlace.path}`] : []),
    ...(files.length > 0 ? [`  files: ${files.join(', ')}`] : []),
    ...(links > 0 ? [`  links to other imported articles: ${links}`] : []),
    `  cleaning ${cleaningWords(findings)}`,
  ];
}

/** MI2: how much there is. @param groups articles that are not saved yet, by edition */
export function countLines(
  { entries, encodings }: Entries,
  made: readonly MadeArticle[],
  groups: readonly (readonly MadeArticle[])[],
): string[] {
  const sum = (of: (one: MadeArticle) => number) => made.reduce((total, one) => total + of(one), 0);
  const present = entries.length - groups.flat().length;
  const files = new Set(made.flatMap((one) => one.files)).size;
  const cleaning = cleaningWords(allFindings(made.map(({ findings }) => findings)));
  const read = [...encodings].map(([name, count]) => (count === 1 ? name : `${count} ${name}`));
  return [
    `Read: ${read.join(', ') || 'nothing'}.`,
    `Articles: ${entries.length}, of which ${present} are in editions already; files: ${files}; ` +
      `links between articles: ${sum(({ links }) => links)}; cleaning ${cleaning}.`,
    groups.length > 1
      ? `Editions to make: ${groups.length}, because one may have ${MOST_ARTICLES} articles.`
      : `Editions to make: ${groups.length}.`,
  ];
}
