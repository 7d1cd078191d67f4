import { shanghaiSecond } from '#rules/time/shanghai-date.ts';
import type { FoundGroup, FoundThing } from '#wire/search-answers.ts';
import { settingOf } from '../../editions/settings/setting-faults.ts';
import { cancelledWhenGone } from '../../db/cancelled-when-gone.ts';
import { textOfHtml } from '../../store/articles/text-of-html.ts';
import {
  findPastArticles,
  findPastDocuments,
  findPastRows,
  type PastArticle,
  type PastDocument,
} from '../../store/search/find-past-holding.ts';
import { excerptOf } from '../../store/search/mark-hits.ts';
import { holdTerms } from '../../store/search/typed-terms.ts';
import { channelNames, dayOf, fullText, groupOf, marked, placeOf, queryOf, type Looking } from './looking.ts';
import { rowAs, type ReadableRegister } from './row-group.ts';
import { textsOf } from './texts-of.ts';

/** milliseconds of one reading of everything that is past */
const LIMIT = 5_000;
/** milliseconds before its end in which a version is still seen */
const MINUTE = 60_000;

type Dated = FoundThing & { until: Date };

/** CS4: what was public with these words, and is not any more. */
export async function findPastGroup(looking: Looking, registers: readonly ReadableRegister[]): Promise<FoundGroup> {
  const { context, terms, reach } = looking;
  const known = new Map(registers.map(({ definition }) => [definition.register, definition]));
  const { articles, rows, documents } = await cancelledWhenGone(
    context.db,
    { gone: context.gone, limit: LIMIT },
    async (trx) => ({
      articles: await findPastArticles(trx, terms, reach),
      rows: await findPastRows(trx, terms, [...known.keys()]),
      documents: await findPastDocuments(trx, terms),
    }),
  );
  const list = [
    ...articles.flatMap((one) => articleAs(one, looking)),
    ...rows
      // the name of a field is none of its words
      .filter(({ data }) => holdTerms(Object.values(data).map(String), terms))
      .map((one): Dated => ({
        ...rowAs(known.get(one.register)!, one.key, one.data, looking),
        ...timesOf(one),
        sitePath: '',
      })),
    ...documents.flatMap((one) => documentAs(one, looking)),
  ].toSorted((a, b) => b.until.getTime() - a.until.getTime());
  return groupOf('past', looking, list, ({ until: _until, ...thing }) => thing);
}

/** Moment as the screen 历史页面 has it in its address. */
const clockOf = (moment: Date): string => shanghaiSecond(moment.toISOString()).slice(0, 16).replace(' ', 'T');

function timesOf({ from, to, isWithdrawn }: { from: Date; to: Date; isWithdrawn: boolean }) {
  return {
    state: isWithdrawn ? ('withdrawn' as const) : ('past' as const),
    place: placeOf(`${dayOf(from)} 至 ${dayOf(to)}`, isWithdrawn ? '' : '现在的版本中没有'),
    until: to,
  };
}

function articleAs(article: PastArticle, looking: Looking): Dated[] {
  const { articleId, channelId, title, content, to } = article;
  const { site } = looking.context;
  const text = textOfHtml(content);
  if (!holdTerms([title, text], looking.terms)) return [];
  const { place, ...times } = timesOf(article);
  return [
    {
      ...times,
      id: `article ${articleId}`,
      title: marked(title, looking),
      place: placeOf(channelNames(site, channelId), place),
      excerpt: excerptOf(text, looking.terms),
      details: fullText('当时的正文', text, looking),
      to: `/past${queryOf({ path: site.articlePath(channelId, articleId), at: clockOf(new Date(to.getTime() - MINUTE)) })}`,
      sitePath: '',
    },
  ];
}

function documentAs(past: PastDocument, looking: Looking): Dated[] {
  const { kind, name, document } = past;
  const texts = textsOf(document);
  const title = kind === 'setting' ? `设置“${settingOf(name)?.title ?? name}”` : `页面“${name}”`;
  if (!holdTerms(texts, looking.terms)) return [];
  const hits = texts.filter((text) => looking.terms.some((term) => holdTerms([text], [term])));
  return [
    {
      ...timesOf(past),
      id: `${kind} ${name}`,
      title: marked(title, looking),
      excerpt: excerptOf(hits[0] ?? '', looking.terms),
      details: hits.slice(0, 8).flatMap((text) => fullText('当时的内容', text, looking)),
      to: `/${kind}s/${encodeURIComponent(name)}`,
      sitePath: '',
    },
  ];
}
