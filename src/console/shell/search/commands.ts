import { mayDoSomewhere, type Grant, type StaffRight } from '#rules/people/staff-rights.ts';
import { queryOf } from '../../calls/call.ts';

/** Something that can be done from anywhere. */
export interface Command {
  name: string;
  /** effect in words; '' where its name says it */
  note: string;
  /** address below /console, or of the site */
  to: string;
  isOnSite?: boolean;
}

interface Place {
  to: string;
  name: string;
}

/** Screens that begin something, and are no place to go to. */
const BEGINNINGS = new Set(['/new-channel']);

const REPLACE: Command = { name: '全部替换…', note: '合成一份稿件交审核', to: '/replace' };

/**
 * CS5: what a person may do, by the same rights as the menu. @param screens of the menu that this person sees @param
 * beginnings ways of features to begin content
 */
export const commandsOf = (
  grants: readonly Grant[],
  screens: readonly Place[],
  beginnings: readonly (Place & { act: StaffRight })[] = [],
): Command[] => [
  ...(mayDoSomewhere(grants, 'content.write') ? [{ name: '新建文章', note: '', to: '/content/new' }] : []),
  ...beginnings.flatMap(({ to, name, act }) => (mayDoSomewhere(grants, act) ? [{ name, note: '', to }] : [])),
  ...(mayDoSomewhere(grants, 'content.write') ? [REPLACE] : []),
  ...screens
    .toSorted((a, b) => Number(BEGINNINGS.has(b.to)) - Number(BEGINNINGS.has(a.to)))
    .map(({ to, name }) => ({ name: BEGINNINGS.has(to) ? name : `去 ${name}`, note: '', to })),
  { name: '去 我的账号', note: '', to: '/account' },
];

const folded = (text: string): string => text.replace(/\s+/g, '').toLowerCase();

/**
 * CS5: commands beside what was found, or alone behind >. Where none is called so, a new article may be what is wanted.
 * @param verifyPath of the site; '' where visitors verify nobody
 */
export function commandsFor(all: readonly Command[], typed: string, verifyPath: string): Command[] {
  const isCommand = typed.trimStart().startsWith('>');
  const words = isCommand ? typed.trimStart().slice(1).trim() : typed.trim();
  if (words === '') return [...all];
  const named = all.filter(({ name }) => folded(name).includes(folded(words)));
  if (isCommand) return named;
  const verify =
    verifyPath === '' || [...words].length < 2
      ? []
      : [
          {
            name: `查核验“${words}”`,
            note: '访客核验得到的回答',
            to: verifyPath + encodeURIComponent(words),
            isOnSite: true,
          },
        ];
  const others = named.length > 0 ? named : all.filter(({ to }) => to === '/content/new');
  const replace =
    all.includes(REPLACE) && [...words].length >= 2
      ? [{ ...REPLACE, name: `全部替换“${words}”…`, to: `/replace${queryOf({ words })}` }]
      : [];
  return [...replace, ...verify, ...others.filter((command) => command !== REPLACE)];
}
