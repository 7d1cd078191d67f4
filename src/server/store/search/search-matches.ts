import { sql, type RawBuilder } from 'kysely';
import {
  RANK,
  allOf,
  choose,
  inTexts,
  isRead,
  narrowing,
  ofPieces,
  phraseInText,
  rankOf,
  shareOf,
  since,
  type Condition,
  type SearchQuestion,
} from './search-conditions.ts';

/** Counting ends here; more than so many are said to be more, and cannot be turned to. */
export const MOST_COUNTED = 1_000;
/** share of what is asked for, as far as it stands anywhere */
const TELLING = 0.5;
const atMost = (most: number | null): Condition => (most === null ? sql`` : sql` limit ${most + 1}`);

/** Matches as SQL: place, channel, time, title and rank. */
export interface Matches {
  rows: Condition;
  /** whether there are more than are looked at, of `found` */
  reached: Condition;
  /** added to the rank of few matches, which reads their texts */
  inTexts?: RawBuilder<number>;
}

/** One term of at most two characters: its pieces tell all that hold it. */
export const isSelective = ({ terms, enough }: SearchQuestion): boolean =>
  enough === undefined && terms.length === 1 && !terms.some(isRead);

/** Hits with all terms, or enough of them; `narrow`: only those that section and kind leave. */
export function matchesOf(question: SearchQuestion, narrow: boolean): Matches {
  const { terms, phrase, enough } = question;
  if (enough !== undefined) return choicesOf(question, enough, narrow);
  const most = isSelective(question) ? null : MOST_COUNTED;
  const inTexts = terms.length > 1 ? { inTexts: phraseInText(phrase) } : {};
  const columns = sql`${inTexts.inTexts ? sql`body, ` : sql``}${rankOf(question)} as rank`;
  return {
    rows: sql`${holding(question, { terms, columns, narrow })}${atMost(most)}`,
    reached: most === null ? sql`false` : sql`(select count(*) > ${most} from found)`,
    ...inTexts,
  };
}

/**
 * All terms, which few hold; fewer than enough that say most by themselves (鸿蒙 of 鸿蒙 系统 安装包); each choice of enough, the
 * rarest first.
 */
function choicesOf(question: SearchQuestion, enough: number, narrow: boolean): Matches {
  const { terms, phrase, first = 0 } = question;
  const places = terms.map((_term, at) => at);
  const fewer = Array.from({ length: enough - 1 }, (_, at) => choose(places, at + 1)).flat();
  const isTelling = (chosen: number[]): boolean => shareOf({ ...question, lostWeight: 0 }, chosen) > TELLING;
  const telling = fewer.filter(isTelling);
  const counts = [first, enough].filter(
    (count, at, all) => count > 0 && count < terms.length && all.indexOf(count) === at,
  );
  const some = enough < terms.length ? [...telling, ...counts.flatMap((count) => choose(places, count))] : [];
  const choices = [places, ...some].map((chosen) => {
    const share = RANK.terms * shareOf(question, chosen);
    const inText = chosen.length === terms.length ? sql` + ${phraseInText(phrase)}` : sql``;
    const follows = chosen.length < first && !isTelling(chosen) ? RANK.follows : 0;
    const columns = sql`${rankOf(question)} + ${sql.lit(share + follows)}${inText} as rank`;
    return sql`(${holding(question, { terms: chosen.map((at) => terms[at]!), columns, narrow })})`;
  });
  // a text that several choices hold stands there so often, and is one
  return {
    rows: sql`select row_id, filepath, channel_id, content_time, title, max(rank)::real as rank, sum(count(*)) over () as taken from (${sql.join(choices, sql` union all `)}${atMost(MOST_COUNTED)}) as chosen group by 1, 2, 3, 4, 5`,
    reached: sql`coalesce((select taken > ${MOST_COUNTED} from found limit 1), false)`,
  };
}

/** Texts are read last, of what all else leaves. */
function holding(
  question: SearchQuestion,
  { terms, columns, narrow }: { terms: SearchQuestion['terms']; columns: Condition; narrow: boolean },
): Condition {
  const byPieces = allOf([...terms.map(ofPieces), ...since(question), ...(narrow ? narrowing(question) : [])]);
  return sql`select row_id, filepath, channel_id, content_time, title, ${columns} from (select * from article_search where ${byPieces} offset 0) as apart where ${allOf(terms.filter(isRead).map(inTexts))}`;
}
