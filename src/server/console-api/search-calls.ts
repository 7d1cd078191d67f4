import { as, choice, list, optional, text } from '#page/schema-words.ts';
import { verifiedKinds } from '#page/public-content.ts';
import { mayDo, mayDoSomewhere, WHOLE_SITE } from '#rules/people/staff-rights.ts';
import { SITE_BASE } from '#wire/paths.ts';
import type { MadeEdition } from '#wire/edition-answers.ts';
import { SEARCH_GROUPS, type Found, type FoundGroup, type SearchGroup, type WordsPlan } from '#wire/search-answers.ts';
import { FairQueue } from '../http/fair-queue.ts';
import { foldTyped } from '../store/search/search-pieces.ts';
import { typedTerms } from '../store/search/typed-terms.ts';
import { reachOf } from './authorize.ts';
import { consoleCall, type SignedIn } from './define-console-call.ts';
import { marks } from './edition-rights.ts';
import { findArticleGroups } from './search/article-groups.ts';
import { findEditionGroup } from './search/edition-group.ts';
import type { Looking } from './search/looking.ts';
import {
  findChannelGroup,
  findFileGroup,
  findPageGroup,
  findPeopleGroup,
  findSettingGroup,
} from './search/named-groups.ts';
import { findPastGroup } from './search/past-group.ts';
import { createReplacement } from './search/replacement-edition.ts';
import { findTouched } from './search/replacement.ts';
import { findRowGroup, readableRegisters } from './search/row-group.ts';

/** hits of each group beside the others, and of one alone */
const MOST = 6;
const MOST_OF_ONE = 50;

/** Queue in which the newer of two questions of one person takes the place of the older. */
const searching = new FairQueue({ most: 3, ofOne: 4 });
/** Queue of searches that read everything that is past. */
const lookingBack = new FairQueue({ most: 1, ofOne: 2 });

/** Queue of replacements: each reads all that it changes. */
const replacing = new FairQueue({ most: 1, ofOne: 2 });

const replaced = {
  from: text({ minLength: 2, maxLength: 100, description: '原来的文字' }),
  to: text({ maxLength: 100, description: '新的文字' }),
};

const VERIFY = '/verify';

/** One search for all that a person may read. */
export const searchCalls = {
  /**
   * CS1: each group by the right that its own screen asks for. Past versions take longer, and are answered alone, as
   * group `past`
   */
  'GET /search': consoleCall({
    summary: '在有权查看的内容中查找',
    answer: as<Found>(),
    params: {
      words: text({ maxLength: 100, description: '文字，至少两个字' }),
      group: optional(choice(SEARCH_GROUPS, { description: '只查这一类' })),
    },
    policy: 'signed-in',
    handle: async ({ words, group }, context) => {
      const terms = typedTerms(words);
      const groups =
        terms.length === 0
          ? []
          : await (group === 'past' ? lookingBack : searching).run(
              context.user.staffId,
              () => findGroups({ words, terms, group }, context),
              { what: group ?? 'all', gone: context.gone },
            );
      return { groups: groups.filter((one) => one.list.length > 0), verifyPath: verifyPathOf(context) };
    },
  }),
  /** CS6: each place of public content where the words stand that the person may change; nothing is kept */
  'GET /replacement': consoleCall({
    summary: '全部替换：有哪些地方，替换以后怎样',
    answer: as<WordsPlan>(),
    params: replaced,
    policy: { anywhere: 'content.write' },
    handle: async (words, context) =>
      replacing.run(
        context.user.staffId,
        async () => {
          const touched = await findTouched(words, context);
          return {
            places: touched.flatMap(({ places }) => places),
            marks: Object.fromEntries(
              touched.flatMap(({ subject, mark, places }) => (places.length > 0 ? [[subject, mark]] : [])),
            ),
            remaining: touched.flatMap(({ remaining }) => remaining),
          };
        },
        { what: 'replacement', gone: context.gone },
      ),
  }),
  /** CS6: the chosen places as one edition, which goes the way of every other one */
  'POST /replacement': consoleCall({
    summary: '全部替换：选中的地方成为一份稿件',
    answer: as<MadeEdition>(),
    params: {
      ...replaced,
      places: list(text({ maxLength: 1_000 }), { minItems: 1, maxItems: 2_000, description: '要替换的地方' }),
      base: { ...marks, description: '看到的公开内容的标记' },
    },
    policy: { anywhere: 'content.write' },
    handle: ({ places, base, ...words }, context) =>
      replacing.run(context.user.staffId, async () => {
        const title = `全部替换“${words.from}”为“${words.to}”`;
        const touched = await findTouched(words, context);
        return createReplacement({ title, touched, places: new Set(places), base, field: 'from' }, context);
      }),
  }),
};

async function findGroups(
  { words, terms, group }: { words: string; terms: readonly string[]; group: SearchGroup | undefined },
  context: SignedIn,
): Promise<FoundGroup[]> {
  const { grants } = context.user;
  const mayRead = mayDoSomewhere(grants, 'content.read');
  const mayReadPeople = mayDo(grants, 'people.read', [WHOLE_SITE]);
  const wanted = (one: SearchGroup): boolean =>
    (group ? group === one : one !== 'past') && (one === 'people' ? mayReadPeople : mayRead);
  const looking: Looking = {
    context,
    terms,
    phrase: foldTyped(words),
    reach: reachOf(context, 'content.read'),
    most: group ? MOST_OF_ONE : MOST,
  };
  const registers = mayRead ? await readableRegisters(context) : [];
  const found = await Promise.all([
    findArticleGroups(looking, wanted),
    wanted('rows') ? findRowGroup(looking, registers) : [],
    wanted('editions') ? findEditionGroup(looking) : [],
    wanted('past') ? findPastGroup(looking, registers) : [],
    wanted('channels') ? findChannelGroup(looking) : [],
    wanted('pages') ? findPageGroup(looking) : [],
    wanted('settings') ? findSettingGroup(looking) : [],
    wanted('files') ? findFileGroup(looking, registers) : [],
    wanted('people') ? findPeopleGroup(looking) : [],
  ]);
  return found.flat().toSorted((a, b) => SEARCH_GROUPS.indexOf(a.group) - SEARCH_GROUPS.indexOf(b.group));
}

/** Address at which visitors have a person verified, for a name behind it. */
const verifyPathOf = ({ site }: SignedIn): string =>
  verifiedKinds(site.map).includes('staff') && site.resolve(VERIFY) !== null ? `${SITE_BASE}${VERIFY}?words=` : '';
