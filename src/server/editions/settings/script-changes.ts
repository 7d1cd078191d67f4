import { toTraditionalBut } from '#page/to-traditional.ts';
import type { ProtectedTerm } from '#rules/script/script-converter.ts';
import type { ScriptChange } from '#wire/console-answers.ts';
import type { Db } from '../../db/tables.ts';
import type { Site } from '../../site/site.ts';
import { findMentions } from '../../store/search/find-mentions.ts';
import { textOfHtml } from '../../store/articles/text-of-html.ts';

/** articles that are read, and characters of a sentence that is shown */
const MOST = 20;
const LONGEST = 120;

/**
 * LG9: names of channels, and sentences of public articles, that hold a word, as traditional script writes them now and would with another
 * form of it. @param traditional its form; undefined: what the site's own table makes of it
 */
export async function scriptChanges(
  { db, site }: { db: Db; site: Pick<Site, 'channels' | 'protectedTerms'> },
  word: string,
  traditional: string | undefined,
): Promise<{ total: number; list: ScriptChange[] }> {
  const others = site.protectedTerms.filter((term) => (typeof term === 'string' ? term : term[0]) !== word);
  const terms: ProtectedTerm[] = traditional === undefined ? others : [...others, [word, traditional]];
  const [now, then] = [toTraditionalBut(site.protectedTerms), toTraditionalBut(terms)];
  const { total, list } = await findMentions(db, word, MOST);
  const ids = [...new Set(list.map(({ articleId }) => articleId))];
  const articles =
    ids.length === 0
      ? []
      : await db
          .selectFrom('article')
          .select(['article_id', 'title', 'content'])
          .where('public_to', 'is', null)
          .where('article_id', 'in', ids)
          .execute();
  const channels = site.channels.filter(({ name }) => name.includes(word));
  const changed = (title: string, articleId: number | null, text: string): ScriptChange[] => {
    const sentence = text.split(/(?<=[。；！？\n])/u).find((one) => one.includes(word) && now(one) !== then(one));
    if (sentence === undefined) return [];
    const from = Math.max(0, sentence.indexOf(word) - LONGEST / 2);
    const cut = (written: string): string => written.slice(from, from + LONGEST).trim();
    return [{ title, articleId, before: cut(now(sentence)), after: cut(then(sentence)) }];
  };
  return {
    total: total + channels.length,
    list: [
      ...channels.flatMap(({ name }) => changed(name, null, name)),
      ...articles.flatMap(({ article_id, title, content }) =>
        changed(title, article_id, `${title}\n${textOfHtml(content)}`),
      ),
    ],
  };
}
