import { allFindings, cleaningWords, cleaningWordsZh, type Findings } from '#authored/findings.ts';
import { MOST_ARTICLES } from '#kinds/article-import/index.ts';
import type { Entries } from '../../server/entry.ts';
import type { MadeArticle } from '../../server/make-articles.ts';
import { placeText, placeZh } from '../../server/problems.ts';
import { textOfHtml } from '#server/store/articles/text-of-html.ts';
import { phrase, type Sentence } from '#server/phrase.mjs';

/** MI3: what an article becomes, for --try. */
export function triedLines({ entry, document, files, findings, links, oldPlace }: MadeArticle): string[] {
  const length = textOfHtml(document.content ?? '').replaceAll(/\s+/g, '').length;
  return [
    phrase({
      zh: `${placeZh(entry.place)}：${document.title || '（没有标题）'}`,
      en: `${placeText(entry.place)}: ${document.title || '(no title)'}`,
    }),
    phrase({
      zh: `  栏目 ${document.channelId || '（不知道）'}，${document.contentTime || '（没有日期）'}，${length} 个字`,
      en: `  channel ${document.channelId || '(unknown)'}, ${document.contentTime || '(no date)'}, ${length} characters`,
    }),
    ...(oldPlace ? [phrase({ zh: `  旧地址 ${oldPlace.path}`, en: `  old address ${oldPlace.path}` })] : []),
    ...(files.length > 0 ? [phrase({ zh: `  文件：${files.join('、')}`, en: `  files: ${files.join(', ')}` })] : []),
    ...(links > 0
      ? [phrase({ zh: `  指向其他迁入文章的链接：${links}`, en: `  links to other imported articles: ${links}` })]
      : []),
    `  ${phrase(cleaning(findings))}`,
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
  const cleaned = cleaning(allFindings(made.map(({ findings }) => findings)));
  const sumOfLinks = sum(({ links }) => links);
  const read = [...encodings].map(([name, count]) => (count === 1 ? name : `${count} ${name}`));
  return [
    phrase({ zh: `已读取：${read.join('、') || '没有'}。`, en: `Read: ${read.join(', ') || 'nothing'}.` }),
    phrase({
      zh: `文章：${entries.length} 篇，其中 ${present} 篇已在稿件中；文件：${files}；文章之间的链接：${sumOfLinks}；${cleaned.zh}。`,
      en:
        `Articles: ${entries.length}, of which ${present} are in editions already; files: ${files}; ` +
        `links between articles: ${sumOfLinks}; ${cleaned.en}.`,
    }),
    groups.length > 1
      ? phrase({
          zh: `要生成的稿件：${groups.length} 个，因为一个最多可有 ${MOST_ARTICLES} 篇文章。`,
          en: `Editions to make: ${groups.length}, because one may have ${MOST_ARTICLES} articles.`,
        })
      : phrase({ zh: `要生成的稿件：${groups.length} 个。`, en: `Editions to make: ${groups.length}.` }),
  ];
}

const cleaning = (findings: Findings): Sentence => ({
  zh: `清理：${cleaningWordsZh(findings) || '没有去掉什么'}`,
  en: `cleaning ${cleaningWords(findings)}`,
});
