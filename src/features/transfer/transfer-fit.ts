/** What one edition holds of a file of another environment: changes and characters of its own, and articles beside them. */
export interface TransferLimits {
  changes: number;
  characters: number;
  articles: number;
}

interface Chosen {
  /** 'article:12' */
  subject: string;
  /** of its texts */
  characters: number;
}

export interface TransferFit<T> {
  /** changes of the edition itself */
  own: T[];
  /** articles that it names by their set, and that are published in steps */
  apart: T[];
}

/**
 * BE8: what of the chosen things comes with one edition. Where all of them do not fit as changes, articles come as a set beside
 * the others; where the others alone do not fit, only the first of these come, because articles need what is before them.
 */
export function fitTransfer<T extends Chosen>(chosen: readonly T[], limits: TransferLimits): TransferFit<T> {
  const all = fitting(chosen, limits);
  if (all.length === chosen.length) return { own: all, apart: [] };
  const isArticle = ({ subject }: T): boolean => subject.startsWith('article:');
  const others = chosen.filter((one) => !isArticle(one));
  const own = fitting(others, limits);
  return { own, apart: own.length < others.length ? [] : chosen.filter(isArticle).slice(0, limits.articles) };
}

function fitting<T extends Chosen>(things: readonly T[], { changes, characters }: TransferLimits): T[] {
  let sum = 0;
  const end = things.findIndex((thing, at) => (sum += thing.characters) > characters || at >= changes);
  return end === -1 ? [...things] : things.slice(0, end);
}
