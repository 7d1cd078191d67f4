import { toTraditional } from '#page/to-traditional.ts';
import { scriptWords } from '#rules/script-words.ts';
import type { PageProblem } from './page-problems.ts';
import type { Element } from './read-html.ts';

const READ = ['title', 'alt', 'placeholder', 'label', 'aria-label', 'aria-description', 'data-label'];

/** Words of a page in traditional script that are still simplified (LG3), names apart (LG4). */
export function scriptProblems(elements: readonly Element[]): PageProblem[] {
  if (elements.find(({ name }) => name === 'html')?.attributes.lang !== 'zh-Hant') return [];
  // a name stands in labels, too, where no element can say that it is one
  const names = [...new Set(elements.filter(({ kept }) => kept).flatMap(({ own }) => own.trim() || []))].sort(
    (a, b) => b.length - a.length,
  );
  const withoutNames = (label: string) => names.reduce((left, name) => left.replaceAll(name, ''), label);
  const found = new Set<string>();
  for (const { name, attributes, own, kept } of elements) {
    if (kept) continue;
    const labels = [...READ, ...(name === 'meta' ? ['content'] : [])].flatMap(
      (attribute) => attributes[attribute] ?? [],
    );
    for (const words of [name === 'title' || name === 'desc' ? withoutNames(own) : own, ...labels.map(withoutNames)]) {
      if (SIMPLIFIED_ONLY.test(words)) found.add(words.trim());
    }
  }
  return [...found].map((what) => ({ code: 'simplified', what }));
}

/** Characters that the conversion changes and never gives: 后 is not one of them, because 皇后 keeps it. */
const SIMPLIFIED_ONLY = ((): RegExp => {
  const all = Array.from({ length: 0x9fff - 0x3400 + 1 }, (_, at) => String.fromCodePoint(0x3400 + at));
  const given = new Set([...all.map(toTraditional), ...Object.values(scriptWords).flatMap((word) => [...word])]);
  return new RegExp(
    `[${all.filter((character) => toTraditional(character) !== character && !given.has(character)).join('')}]`,
  );
})();
