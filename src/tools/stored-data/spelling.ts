/**
 * Spells a change as the files and drafts of a commit do. The content of a stored store is written in today's form
 * (docs/how-to/import-changes.md) and converted into the form of the commit. When the form changes, add the former one
 * here.
 */
export interface Change {
  kind: 'channel' | 'article' | 'register' | 'rows' | 'page' | 'setting';
  id?: string;
  document?: any;
  withdraw?: { reason: string; successor?: string };
}

export interface Spelling {
  change: (change: Change) => object;
  /** the name of what a change is about, such as article:12 */
  subject: (subject: string) => string;
}

export const kindsSpelling: Spelling = { change: (change) => change, subject: (subject) => subject };

/**
 * The form before src/kinds: a kind for each action, 'page' for the definition of a register, and 'register' for its
 * rows.
 */
export const formerSpelling: Spelling = {
  change: ({ kind, id, document, withdraw }) => {
    if (withdraw && kind === 'channel') return { kind: 'channel-retired', channelId: id, ...withdraw };
    if (withdraw) return { kind: 'article-withdrawn', articleId: Number(id), ...withdraw };
    switch (kind) {
      case 'register':
        return { kind: 'page', page: document.register, document };
      case 'rows':
        return { kind: 'register', ...document };
      case 'page':
        return { kind, page: id, document };
      case 'setting':
        return { kind, name: id, value: document };
      default:
        return { kind, [kind]: document };
    }
  },
  subject: (subject) => subject.replace(/^register:/, 'page:').replace(/^rows:/, 'register:'),
};
