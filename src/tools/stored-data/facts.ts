/**
 * Facts about a stored store, kept with its dump: its staff, the pages of visitors when it was written, and the future
 * of its editions. Written by story.ts, they are verified on the server of that commit before they are saved.
 */
export interface StoredFacts {
  commit: string;
  /** the last migration that ran, such as 0010-customers */
  migration: string;
  /** the newest publication in the form of `npm run verify-log`, no:hash */
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

/** Answer to a visitor at an address. */
export interface Seen {
  path: string;
  status: number;
  /** texts that the response contains; of a redirect its target */
  says: string[];
  /** lines of a register's file */
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
  /** account of the author */
  writer: string;
  /** reason of a returned edition */
  reason?: string;
  /** true where it cannot be published before the edition before it in this list */
  waits?: true;
  /** pages for visitors once it is published; absent: tests only look at it and do not publish it */
  shows?: Seen[];
}

/** Requests a page like a visitor. Redirects are returned, not followed. */
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

/** Describes how the response of an address differs from what was seen there; '' where it does not. */
export async function differs(origin: string, { path, status, says, lines }: Seen): Promise<string> {
  const found = await visit(origin, path);
  if (found.status !== status) return `${path} answers ${found.status}, not ${status}`;
  const missing = says.filter((words) => !found.text.includes(words));
  if (missing.length > 0) return `${path} does not say ${missing.join(', ')}`;
  if (lines && linesOf(found.text).join('\n') !== lines.join('\n')) return `${path} has other lines:\n${found.text}`;
  return '';
}
