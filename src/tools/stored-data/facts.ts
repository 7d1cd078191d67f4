/**
 * What is known of a stored store beside its dump: who works in it, what visitors saw of it when it was written, and
 * what becomes of its editions. Told by the story (story.ts), and seen on the server of that commit before it is kept.
 */
export interface StoredFacts {
  commit: string;
  /** the last one that ran, such as 0010-customers */
  migration: string;
  /** the newest publication as `npm run verify-log` prints it, no:hash */
  head: string;
  people: Account[];
  pages: Seen[];
  files: StoredFile[];
  editions: StoredEdition[];
}

export interface Account {
  account: string;
  password: string;
}

/** An address as a visitor finds it. */
export interface Seen {
  path: string;
  status: number;
  /** words that its answer holds; of a redirect its target */
  says: string[];
  /** a register as a file: its lines */
  lines?: string[];
}

export const seen = (path: string, says: string[], status = 200): Seen => ({ path, status, says });

interface StoredFile {
  path: string;
  sha256: string;
}

export interface StoredEdition {
  editionId: number;
  title: string;
  state: 'draft' | 'in-review' | 'returned' | 'approved' | 'published' | 'discarded';
  /** account of whoever writes it */
  writer: string;
  /** of a returned one, why */
  reason?: string;
  /** it cannot be published before the edition that stands before it here */
  waits?: true;
  /** what visitors see once it is public; absent: it is looked at only */
  shows?: Seen[];
}

/** Asks as a visitor does. Redirects are answered, not followed. */
export async function visit(origin: string, path: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(origin + path, { redirect: 'manual' });
  return { status: answer.status, text: `${answer.headers.get('location') ?? ''}\n${await answer.text()}` };
}

/** Lines of a register's CSV file, without its byte order mark. */
export const linesOf = (text: string): string[] =>
  text
    .trim()
    .replace(/^\uFEFF/, '')
    .split('\r\n');

/** In words how an address differs from what was seen there; '' where it does not. */
export async function differs(origin: string, { path, status, says, lines }: Seen): Promise<string> {
  const found = await visit(origin, path);
  if (found.status !== status) return `${path} answers ${found.status}, not ${status}`;
  const missing = says.filter((words) => !found.text.includes(words));
  if (missing.length > 0) return `${path} does not say ${missing.join(', ')}`;
  if (lines && linesOf(found.text).join('\n') !== lines.join('\n')) return `${path} has other lines:\n${found.text}`;
  return '';
}
