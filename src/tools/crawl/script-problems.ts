import { toTraditional, writtenWords } from '#page/to-traditional.ts';
import type { PageProblem } from './page-problems.ts';
import type { Element } from '../walk/read-html.ts';

const READ = ['title', 'alt', 'placeholder', 'label', 'aria-label', 'aria-description', 'data-label'];

/** Words that are still simplified in a page in traditional script (LG3). Names are left out (LG4). */
export function scriptProblems(elements: readonly Element[]): PageProblem[] {
  if (elements.find(({ name }) => name === 'html')?.attributes.lang !== 'zh-Hant') return [];
  // names also occur in labels, which are attributes and cannot be marked as names
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

/** Not by itself, because 只 alone counts things. */
const isReplaced = (character: string): boolean => !toTraditional(`甲${character}`).endsWith(character);

/**
 * Characters that the conversion replaces and never produces. 后 is not among them, because the conversion keeps it in
 * 皇后.
 */
const SIMPLIFIED_ONLY = ((): RegExp => {
  const all = Array.from({ length: 0x9fff - 0x3400 + 1 }, (_, at) => String.fromCodePoint(0x3400 + at));
  const given = new Set([...all.map(toTraditional), ...writtenWords.flatMap((word) => [...word])]);
  return new RegExp(`[${all.filter((character) => isReplaced(character) && !given.has(character)).join('')}]`);
})();
