import { text } from '#page/schema-words.ts';
import type { Suggestion } from '#rules/search/suggestion.ts';
import { paths } from '#wire/paths.ts';
import { vocabularyOf } from '../search/vocabulary.ts';
import { findInRegisters } from '../store/rows/find-in-register.ts';
import { shownFields } from '../store/rows/list-register-rows.ts';
import { foldSearch, foldTyped } from '../store/search/search-pieces.ts';
import { pathOfRow } from '../site/register-places.ts';
import { defineCall, type CallContext } from './define-call.ts';
import { isFound } from './search-all.ts';
import { kindsOfChannels, placesOf, wordsOfSite } from './search-places.ts';
import { ownRegisters } from './search-rows.ts';

const MOST_PLACES = 3;
const MOST_QUESTIONS = 3;
const MOST_CODES = 4;
const MOST_IN_ALL = 8;
/** titles of the help centre that are looked at */
const MOST_HELP = 1_000;

/** SE6: what somebody who has typed so far probably looks for. */
export const suggest = defineCall({
  path: paths.suggest,
  ours: true,
  summary: '全站搜索的建议：输入一部分文字、拼音或拼音首字母时',
  params: { words: text({ minLength: 1, maxLength: 30, description: '已输入的文字' }) },
  answers: `list（至多 ${MOST_IN_ALL} 条：kind 为 channel 栏目、question 问答、code 产品或证券、word 词语，text，path；词语的 path 为空）`,
  handle: async ({ words }, context): Promise<{ list: Suggestion[] }> => {
    const typed = foldTyped(words);
    if (typed === '') return { list: [] };
    const { db, site } = context;
    // US5: titles of this store are none of a site whose content is another system's
    const { words: known } = site.contentElsewhere
      ? { words: [] }
      : await vocabularyOf(db, site, (await wordsOfSite(context)).setting);
    const spelt = /^[a-z']{2,}$/.test(typed) ? typed.replaceAll("'", '') : null;
    const begun = known.filter(
      ({ word, pinyin, initials, isWhole }) =>
        isWhole &&
        word !== typed &&
        (word.startsWith(typed) ||
          (spelt !== null && pinyin !== '' && (pinyin.startsWith(spelt) || initials.startsWith(spelt)))),
    );
    // letters stand for the words that they spell
    const meant = spelt === null ? [typed] : [typed, ...begun.slice(0, MOST_PLACES).map(({ word }) => word)];
    const holds = (title: string): boolean => {
      const folded = foldTyped(title);
      return meant.some((one) => folded.includes(one));
    };
    const places = placesOf(site)
      .filter(({ title }) => holds(title))
      .slice(0, MOST_PLACES)
      .map(({ title, path }): Suggestion => ({ kind: 'channel', text: title, path }));
    const questions = (await helpTitles(context))
      .filter(({ title }) => holds(title))
      .slice(0, MOST_QUESTIONS)
      .map(({ title, path }): Suggestion => ({ kind: 'question', text: title, path }));
    const listed = new Set([...places, ...questions].map(({ text }) => foldTyped(text)));
    const codes = CODE.test(typed) ? await codesFrom(context, typed) : [];
    const list = [...codes, ...places, ...questions];
    for (const { word, isEveryday } of begun) {
      if (list.length >= MOST_IN_ALL) break;
      if (listed.has(word)) continue;
      // SU20: what only everybody says may find nothing here
      const isKnown = !isEveryday || (await site.remember(`found ${word}`, () => isFound(context, word)));
      if (isKnown) list.push({ kind: 'word', text: word, path: '' });
    }
    return { list: list.slice(0, MOST_IN_ALL) };
  },
});

/** Letters and figures, a figure among them. */
const CODE = /^(?=.*[0-9])[a-z0-9]{3,}$/;

/** Things whose code begins so, each with its whole code and name; no person is suggested by a number. */
async function codesFrom({ db, site }: CallContext, typed: string): Promise<Suggestion[]> {
  const registers = ownRegisters(site).filter(({ onDemand, verify }) => !onDemand && verify?.kind !== 'staff');
  const searched = registers.map((definition) => ({ definition, onlyExact: false }));
  const found = await findInRegisters(db, searched, [typed], MOST_CODES);
  const all = found.flatMap(({ register, data }): Suggestion[] => {
    const definition = site.registers.get(register)!;
    const cells = shownFields(definition).map((field) => String(data[field] ?? ''));
    const code = cells.find((cell) => foldSearch(cell).startsWith(typed));
    const name = cells.find((cell) => /\p{Script=Han}/u.test(cell) && cell.length > 2);
    const path = pathOfRow(site, definition, data);
    return code && name && path ? [{ kind: 'code', text: `${code} ${name}`, path }] : [];
  });
  const listed = new Set<string>();
  return all.filter(({ text }) => !listed.has(text) && listed.add(text)).slice(0, MOST_CODES);
}

const helpTitles = ({ db, site }: CallContext): Promise<{ title: string; path: string }[]> =>
  site.remember('titles of the help centre', async () => {
    const help = [...kindsOfChannels(site).help];
    if (help.length === 0 || site.contentElsewhere) return [];
    const rows = await db
      .selectFrom('article')
      .select(['title', 'article_id', 'channel_id'])
      .where('public_to', 'is', null)
      .where('channel_id', 'in', help)
      .orderBy('content_time', 'desc')
      .limit(MOST_HELP)
      .execute();
    return rows.map(({ title, article_id, channel_id }) => ({
      title,
      path: site.articlePath(channel_id, article_id),
    }));
  });
