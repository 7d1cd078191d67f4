import { sql } from 'kysely';
import type { Cell, Hits } from '#page/data-shapes.ts';
import type { Link } from '#page/page-schema.ts';
import { rowPermalink } from '#rules/registers/row-permalink.ts';
import type { Understood } from '../search/understand.ts';
import { isQuestion } from '../search/segment.ts';
import { letsThrough } from '../site/register-places.ts';
import type { Site } from '../site/site.ts';
import { RANK } from '../store/search/search-conditions.ts';
import { excerptOf, markHits } from '../store/search/mark-hits.ts';
import { publicAt } from '../store/publication/moment.ts';
import { foldSearch } from '../store/search/search-pieces.ts';
import type { CallContext } from './define-call.ts';

/** A row of a register whose page unfolds answers below questions. */
interface Question {
  title: string;
  text: string;
  /** folded */
  named: string;
  /** title, text and the group that it stands in, folded */
  whole: string;
  /** site path, with the question as its target */
  path: string;
  channel: Link;
}

/** rows of one register that are looked at */
const MOST_ROWS = 2_000;
const MOST_SHOWN = 3;
/** share of what the terms weigh that a question holds at least, where it does not hold all */
const ENOUGH = 0.5;
/** addition to the rank of its content then: less than for an article that is named as all terms */
const HOLDS_SOME = 0.5;

/**
 * SE3, SE5: questions that hold all terms, the best first; without any, those that hold most of what is rare in them.
 * They are few and short, and are kept in memory from one publication to the next.
 */
export async function searchQuestions(
  { db, site }: Pick<CallContext, 'db' | 'site'>,
  { terms, phrase, words }: Understood,
): Promise<{ list: Hits['questions']; holdAll: boolean }> {
  const questions = await site.remember('questions of registers', () => readQuestions(db, site));
  const holds = (text: string) => terms.map((term) => term.some((word) => text.includes(word)));
  const held = questions.map((question) => ({ question, inAll: holds(question.whole) }));
  // the rarer the more; a term that no question holds weighs as a rare one
  const weights = terms.map((_term, at) => {
    const count = held.filter(({ inAll }) => inAll[at]).length;
    return 1 + Math.log2(questions.length / Math.max(count, Math.sqrt(questions.length)) + 1);
  });
  const shareOf = (which: readonly boolean[]): number =>
    weights.reduce((sum, weight, at) => sum + (which[at] ? weight : 0), 0) / weights.reduce((sum, one) => sum + one, 0);
  const whole = held.filter(({ inAll }) => inAll.every(Boolean));
  const found = whole.length > 0 ? whole : held.filter(({ inAll }) => shareOf(inAll) >= ENOUGH);
  const isSearched = isQuestion(phrase) || terms.some((term) => term.length > 1);
  const rankOf = ({ question, inAll }: (typeof held)[number]): number =>
    RANK.termsInTitle * shareOf(holds(question.named)) +
    RANK.terms * shareOf(inAll) +
    (whole.length === 0
      ? HOLDS_SOME
      : RANK.phraseInTitle * Number(question.named.includes(phrase)) +
        RANK.article +
        (isSearched ? RANK.preferred : 0));
  const marked = [...new Set([...words, ...terms.flat()])];
  return {
    holdAll: whole.length > 0,
    list: found
      .map((one) => ({ ...one, rank: rankOf(one) }))
      .toSorted((a, b) => b.rank - a.rank)
      .slice(0, MOST_SHOWN)
      .map(({ question: { title, text, path, channel }, rank }) => ({
        title: markHits(title, marked),
        excerpt: excerptOf(text, marked),
        path,
        channel,
        rank,
      })),
  };
}

async function readQuestions(db: CallContext['db'], site: Site): Promise<Question[]> {
  const places = site.channels.flatMap(({ channelId, name }) => {
    const path = site.channelPath(channelId);
    const page = site.resolve(path);
    const blocks = page && !('redirect' in page) ? page.blocks : [];
    return blocks.flatMap(({ widget, source, props }) => {
      const register = source?.params.register;
      const definition =
        widget === 'accordion' && register && 'value' in register
          ? site.registers.get(String(register.value))
          : undefined;
      return definition && source ? [{ definition, params: source.params, props, path, name }] : [];
    });
  });
  const read = await Promise.all(
    places.map(async ({ definition, params, props, path, name }) => {
      if ([props.title, props.text].some((field) => definition.fields[String(field)]?.restricted)) return [];
      const { rows } = await sql<{ data: Record<string, Cell> }>`select data from register_row
        where register = ${definition.register} and ${publicAt('register_row', 'now')}
        order by sort_no limit ${MOST_ROWS}`.execute(db);
      const isShown = (data: Record<string, Cell>) =>
        Object.entries(params).every(([param, value]) => letsThrough(definition, param, value, data));
      return rows
        .filter(({ data }) => isShown(data))
        .map(({ data }): Question => {
          // props of the accordion are names of fields
          const cell = (field: unknown): string => String(data[String(field)] ?? '');
          const [title, text] = [cell(props.title), cell(props.text)];
          return {
            title,
            text,
            named: foldSearch(title),
            whole: [title, text, cell(props.group)].map(foldSearch).join('\n'),
            path: `${path}#q-${rowPermalink(definition.key, data) ?? ''}`,
            channel: { title: name, path },
          };
        });
    }),
  );
  return read.flat();
}
