/**
 * Problems of a page or register document: a closed list, each with its meaning (docs/errors.md equals it).
 */
export const PROBLEMS = {
  'unreadable-file': 'The file cannot be read or is not JSON.',
  'doubled-name': 'A name that stands twice in one object.',
  'too-large': 'The document is larger than 256 KB.',
  'too-deep': 'The document is nested deeper than 32 levels.',
  'too-many-nodes': 'The document holds more than 5,000 values.',
  'newer-version': 'The document was written by a newer version of this program.',
  'missing-field': 'A required field is missing.',
  'unknown-field': 'A field that the schema does not know.',
  'wrong-type': 'A value of the wrong type.',
  'not-a-choice': 'A value that is not one of those allowed.',
  'out-of-range': 'A number, text or list beyond its limits.',
  'bad-format': 'A text that does not have the form it should have.',
  'unknown-claim': 'A claim that says no known thing a page can be for.',
  'repeated-claim': 'The same claim twice in one page.',
  'unreachable-claim': 'A claim that no address or channel can ever reach.',
  'equal-claims': 'Two pages claim the same with equal strength.',
  'no-default': 'No page claims the default, so channels without a page of their own have none.',
  'unknown-layout': 'A layout that does not exist.',
  'unknown-place': 'A place that the layout does not have.',
  'unknown-widget': 'A widget that is not registered.',
  'unknown-source': 'A source that is not registered.',
  'unknown-param': 'A param that the source does not take.',
  'missing-param': 'A param that the source needs and nothing gives.',
  'unknown-path-name': 'A name that the page’s address does not have.',
  'unknown-register': 'A register that does not exist.',
  'shapes-differ': 'The source gives another shape than the widget accepts.',
  'no-lists': 'The block cannot be shown for each list of a channel.',
  'missing-source': 'The widget draws data, but the block has no source.',
  'duplicate-block': 'Two blocks of one page with the same id.',
  'lone-tab': 'A tab alone in its place: there is nothing to change to.',
  'address-clash': 'Two blocks shown at once read the same address parameter.',
  'unknown-register-field': 'A field that the register does not have.',
  'duplicate-filter': 'Two filters of one register with the same parameter name, or one that paging uses.',
  'restricted-filter':
    'A filter, order, key, comparison or check that uses a restricted field would tell what the field hides.',
  'equal-endpoints': 'Two registers answer the same call and no parameter tells them apart.',
  'unknown-choice': 'A value that is not among the field’s choices.',
  'bad-pattern': 'A pattern that is not a regular expression.',
  'unanchored-pattern': 'A pattern that does not start with ^ and end with $.',
  'slow-pattern': 'A pattern that could take very long on some texts.',
  'misnamed-file': 'The file’s name is not the name that the document states.',
  'duplicate-document': 'Two files for the same page or register.',
} as const;

export type ProblemCode = keyof typeof PROBLEMS;

/** One thing wrong with one document. */
export interface Problem {
  /** path below page-schemas/, or `edition:{name}` for a published one */
  file?: string;
  /** RFC 6901; '' is the whole document */
  pointer: string;
  code: ProblemCode;
  /** one sentence: the problem and its remedy */
  message: string;
  /** size of a text that is too long: its characters, and how many there may be */
  text?: { length: number; most: number };
  /** the field that is missing */
  field?: string;
  /** the name of another page that is part of it */
  other?: string;
  /** the name that was probably meant */
  suggestion?: string;
}

/** One line for a terminal or a log. */
export function formatProblem({ file, pointer, code, message, suggestion }: Problem): string {
  const where = [file, pointer && `#${pointer}`].filter(Boolean).join('');
  return `${where ? `${where}: ` : ''}${code}: ${message}${suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`}`;
}

/** The known name nearest to a mistyped one, or undefined when none is near. */
export function nearest(given: unknown, known: Iterable<string>): string | undefined {
  if (typeof given !== 'string' || given.length > 100) return undefined;
  const limit = Math.max(1, Math.floor(given.length / 3));
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const name of known) {
    const distance = editDistance(given.toLowerCase(), name.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [name, distance];
  }
  return best;
}

/** Letters to add, leave out, replace, or two neighbours to exchange, until one is the other. */
function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      const exchanged =
        a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1] ? rows[row - 2]![column - 2]! + 1 : Infinity;
      current.push(
        Math.min(
          rows[row - 1]![column - 1]! + (same ? 0 : 1),
          rows[row - 1]![column]! + 1,
          current[column - 1]! + 1,
          exchanged,
        ),
      );
    }
    rows.push(current);
  }
  return rows[a.length]![b.length]!;
}
