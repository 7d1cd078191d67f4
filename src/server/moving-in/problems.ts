/** Where something stands: a file of the folder, by its path there, and a line of it or an item of a JSON list. */
export interface Place {
  file: string;
  /** from 1 */
  line?: number;
  /** from 1 */
  item?: number;
}

/** MI2: what can be wrong. An error keeps everything from being saved; anything else is told, and saved. */
const KINDS = {
  'empty-title': { title: 'articles without a title', isError: true },
  'unreadable-date': { title: 'dates that cannot be read', isError: true },
  'unknown-channel': { title: 'channels that articles cannot be in', isError: true },
  'unreadable-html': { title: 'HTML that cannot be read', isError: true },
  'missing-file': { title: 'files that are named and not there', isError: true },
  'refused-file': { title: 'attachments that are not accepted', isError: true },
  'unreadable-address': { title: 'old addresses that are none', isError: true },
  'same-address': { title: 'articles that cannot be told apart', isError: true },
  'refused-article': { title: 'articles that could not be published', isError: true },
  'empty-article': { title: 'articles that say nothing', isError: false },
  'changed-since': {
    title: 'articles that were changed after they were imported, and stay as they were',
    isError: false,
  },
  'lost-picture': { title: 'pictures that are lost', isError: false },
  'dead-link': { title: 'links that lead to nothing that is imported', isError: false },
  'lost-html': { title: 'texts of which cleaning takes something', isError: false },
} as const satisfies Record<string, { title: string; isError: boolean }>;

export type ProblemKind = keyof typeof KINDS;

/** of one kind; the rest is counted */
const MOST_LISTED = 20;

export const placeText = ({ file, line, item }: Place): string =>
  `${file}${line === undefined ? '' : `:${line}`}${item === undefined ? '' : `, item ${item}`}`;

/** All problems of one run, in the order in which they were found. */
export class Problems {
  readonly #found = new Map<ProblemKind, string[]>();

  /** @param message what is wrong and what would be right, without the place */
  add(kind: ProblemKind, place: Place, message: string): void {
    const list = this.#found.get(kind) ?? [];
    list.push(`${placeText(place)}: ${message}`);
    this.#found.set(kind, list);
  }

  get errors(): number {
    return [...this.#found].reduce((sum, [kind, { length }]) => sum + (KINDS[kind].isError ? length : 0), 0);
  }

  /** MI2: each kind with its count and its first places; errors before warnings. */
  lines(): string[] {
    const kinds = (Object.keys(KINDS) as ProblemKind[]).filter((kind) => this.#found.has(kind));
    return kinds.flatMap((kind) => {
      const list = this.#found.get(kind)!;
      const more = list.length - MOST_LISTED;
      return [
        `${KINDS[kind].isError ? 'Error' : 'Warning'}: ${list.length} ${KINDS[kind].title}`,
        ...list.slice(0, MOST_LISTED).map((line) => `  ${line}`),
        ...(more > 0 ? [`  and ${more} more`] : []),
      ];
    });
  }
}
