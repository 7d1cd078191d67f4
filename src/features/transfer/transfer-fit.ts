/**
 * Limits of one edition for a file of another environment: changes and characters of its own, and articles beside them.
 */
export interface TransferLimits {
  changes: number;
  characters: number;
  articles: number;
}

interface Chosen {
  /** 'article:12' */
  subject: string;
  /** characters of its texts */
  characters: number;
}

export interface TransferFit<T> {
  /** changes of the edition itself */
  own: T[];
  /** articles that it names by their set, and that are published in steps */
  separate: T[];
}

/**
 * BE8: the chosen things that one edition takes. Where all of them do not fit as changes, articles come as a set beside
 * the others. Where the others alone do not fit, only the first of these come, because articles need what is before
 * them.
 */
export function fitTransfer<T extends Chosen>(chosen: readonly T[], limits: TransferLimits): TransferFit<T> {
  const all = fitting(chosen, limits);
  if (all.length === chosen.length) return { own: all, separate: [] };
  const isArticle = ({ subject }: T): boolean => subject.startsWith('article:');
  const others = chosen.filter((one) => !isArticle(one));
  const own = fitting(others, limits);
  return { own, separate: own.length < others.length ? [] : chosen.filter(isArticle).slice(0, limits.articles) };
}

function fitting<T extends Chosen>(things: readonly T[], { changes, characters }: TransferLimits): T[] {
  let sum = 0;
  const end = things.findIndex((thing, at) => (sum += thing.characters) > characters || at >= changes);
  return end === -1 ? [...things] : things.slice(0, end);
}
