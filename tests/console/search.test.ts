import { expect, test } from 'vitest';
import { commandsFor, commandsOf } from '#console/shell/search/commands.ts';
import { entryAfter, inOrder, sectionsOf } from '#console/shell/search/entries.ts';
import { countWords, foundWords } from '#console/shell/search/found-words.ts';
import type { FoundGroup, FoundThing } from '#wire/search-answers.ts';

const SCREENS = [
  { to: '/editions', name: '稿件' },
  { to: '/new-channel', name: '新建公示栏目' },
];
const editor = commandsOf([{ role: 'editor', channelId: '' }], SCREENS);
const namesOf = (commands: readonly { name: string }[]) => commands.map(({ name }) => name);

test('[CS5] commands are those of the menu that a person sees, and what they may begin', () => {
  expect(namesOf(editor)).toEqual(['新建文章', '全部替换…', '新建公示栏目', '去 稿件', '去 我的账号']);
  expect(namesOf(commandsOf([{ role: 'auditor', channelId: '' }], []))).toEqual(['去 我的账号']);
});

test('[CS5] commands stand beside what is found, behind > alone, and a person is verified as visitors do', () => {
  expect(commandsFor(editor, '', '/v?words=')).toEqual(editor);
  expect(namesOf(commandsFor(editor, '稿件', ''))).toEqual(['全部替换“稿件”…', '去 稿件']);
  expect(namesOf(commandsFor(editor, ' > 新建', '/v?words='))).toEqual(['新建文章', '新建公示栏目']);
  const [replace, verify, article] = commandsFor(editor, '王砚知', '/swhysc/verify?words=');
  expect(replace?.to).toBe(`/replace?words=${encodeURIComponent('王砚知')}`);
  expect([verify, article?.name]).toEqual([
    {
      name: '查核验“王砚知”',
      note: '访客核验得到的回答',
      to: `/swhysc/verify?words=${encodeURIComponent('王砚知')}`,
      isOnSite: true,
    },
    '新建文章',
  ]);
});

const thing = (id: string): FoundThing => ({
  id,
  state: 'public',
  title: [],
  place: '',
  excerpt: [],
  details: [],
  to: '/',
  sitePath: '',
});
const group = (name: FoundGroup['group'], total: number, ids: string[], more = false): FoundGroup => ({
  group: name,
  total,
  more,
  list: ids.map(thing),
});

test('[CS1] groups stand in their order, are narrowed by kind and state, and a line leads to the rest of one', () => {
  const groups = inOrder([group('rows', 9, ['a']), group('articles', 1, ['b'])], [group('past', 1, ['c'])], []);
  const named = (narrowing: Parameters<typeof sectionsOf>[2]) =>
    sectionsOf(groups, editor.slice(0, 1), narrowing, countWords).map(({ group: one, entries }) =>
      [one, ...entries.map(({ kind }) => kind)].join(' '),
    );
  expect(named({ only: null, hidden: new Set() })).toEqual([
    'articles thing',
    'rows thing more',
    'past thing',
    'commands command',
  ]);
  expect(named({ only: 'rows', hidden: new Set() })).toEqual(['rows thing']);
  expect(named({ only: null, hidden: new Set(['public']) })).toEqual(['past thing', 'commands command']);
  expect(inOrder(groups, [group('rows', 9, ['a', 'd'])])[1]!.list).toHaveLength(2);
  expect([foundWords(groups, 1), foundWords([], 0)]).toEqual(['11 处，另有 1 个命令', '没有找到']);
  expect(countWords({ total: 1_000, more: true })).toBe('1,000+');
});

test('[CS1] arrows go round all lines, and Tab to the first of the next group until there is none', () => {
  const sections = sectionsOf(
    [group('articles', 2, ['a', 'b']), group('rows', 1, ['c'])],
    [],
    { only: null, hidden: new Set() },
    countWords,
  );
  const after = (chosen: string, key: string, isBack = false) => entryAfter(sections, chosen, key, isBack)?.id;
  expect(['articles a', 'articles b', 'rows c'].map((id) => after(id, 'ArrowDown'))).toEqual([
    'articles b',
    'rows c',
    'articles a',
  ]);
  expect(['articles a', 'rows c'].map((id) => after(id, 'ArrowUp'))).toEqual(['rows c', 'articles b']);
  expect([after('articles b', 'Tab'), after('rows c', 'Tab'), after('rows c', 'Tab', true)]).toEqual([
    'rows c',
    undefined,
    'articles a',
  ]);
  expect([after('articles a', 'Tab', true), after('articles a', 'Home')]).toEqual([undefined, undefined]);
});
