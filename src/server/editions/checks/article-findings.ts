import { findPersonalNumbers, type PersonalNumber } from '#rules/people/personal-numbers.ts';
import { sources } from '#sources/index.ts';
import { widgets } from '#widgets/index.ts';
import type { ArticleDocument } from '#kinds/article/index.ts';
import { listPageEditions } from '../../store/documents/list-page-editions.ts';
import { wordsOfHtml } from '../../store/articles/text-of-html.ts';
import { loadPages } from '../../site/page-store.ts';
import { againstRegisters } from './against-registers.ts';
import { articleMarks, placeOfArticle } from './article-marks.ts';
import { findInFiles } from './files.ts';
import type { Look } from './find-findings.ts';
import type { Found } from './found.ts';
import { articleAgain, filesAgain } from './public-again.ts';
import { findInTexts, publicArticle } from './public-texts.ts';
import { readArticle } from './read-article.ts';

/** PV1, CK5 to CK10: findings in one article; what its public version has already is none. */
export async function articleFindings(look: Look, document: ArticleDocument): Promise<Found[]> {
  const { db, filesDir, pagesDir, advertWordsIn } = look;
  const attachments = document.attachments ?? [];
  const at = placeOfArticle(document);
  const now = await publicArticle(db, document);
  const known = new Set((now ? articleMarks(now, advertWordsIn) : []).map(({ same }) => same));
  const again = await articleAgain(db, document);
  const filepaths = [...attachments.map(({ filepath }) => filepath), document.image ?? ''].filter((one) => one !== '');
  const places = new Map(
    attachments.map(({ filepath, filename }) => [filepath, `${at}的附件“${filename.slice(0, 60)}”`]),
  );
  return [
    ...(await findInTexts(textsOf(document), placesOfNumbers(document), async () => wordsOf(now))),
    ...(filesDir === undefined ? [] : await findInFiles(db, filesDir, places)),
    ...articleMarks(document, advertWordsIn).flatMap(({ found, same }) => (known.has(same) ? [] : [found])),
    ...(pagesDir === undefined
      ? []
      : await againstRegisters(db, () => publicRegisters(look, pagesDir), passagesOf(document))),
    ...again,
    // its files come back with it
    ...(again.length > 0 ? [] : await filesAgain(db, filepaths)),
  ];
}

const CONTENT = '的正文';

function textsOf(document: ArticleDocument): { place: string; text: string }[] {
  const place = placeOfArticle(document);
  return [
    { place: `${place}的标题`, text: document.title },
    { place: `${place}的摘要`, text: document.summary ?? '' },
    { place: place + CONTENT, text: wordsOfHtml(document.content ?? '') },
    { place: `${place}的来源`, text: document.source ?? '' },
    {
      place: `${place}的附件名称`,
      text: (document.attachments ?? []).map(({ filename }) => filename).join('\n'),
    },
  ];
}

const passagesOf = (document: ArticleDocument): { place: string; text: string }[] =>
  readArticle(document.content ?? '').passages.map(({ place, text }) => ({
    place: `${placeOfArticle(document)}${CONTENT}${place}`,
    text,
  }));

/** Public text of an article, in which known numbers are looked for. */
const wordsOf = (article: Awaited<ReturnType<typeof publicArticle>>): string =>
  article
    ? [
        article.title,
        article.summary,
        wordsOfHtml(article.content ?? ''),
        article.source,
        ...(article.attachments ?? []).map(({ filename }) => filename),
      ].join('\n')
    : '';

/** CK3: places of numbers, those in the text by paragraph or cell; in what an attribute says they have none. */
function placesOfNumbers(document: ArticleDocument): (from: { place: string }, number: PersonalNumber) => string {
  const own = placeOfArticle(document) + CONTENT;
  let places: Map<string, string> | undefined;
  return ({ place }, { digits }) => {
    if (place !== own) return place;
    // the first passage with a number is its place
    places ??= new Map(
      passagesOf(document)
        .toReversed()
        .flatMap((passage) => findPersonalNumbers(passage.text).map((one) => [one.digits, passage.place] as const)),
    );
    return places.get(digits) ?? place;
  };
}

/** Registers as they are public, those of files among them. */
const publicRegisters = async ({ db }: Look, dir: string) =>
  Object.values(loadPages({ dir, editions: await listPageEditions(db, 'now'), widgets, sources }).registers);
