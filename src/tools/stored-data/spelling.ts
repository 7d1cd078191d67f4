/**
 * How acts and drafts spell a change. The content of a stored store is written as it is spelled today
 * (docs/how-to/publish-an-act.md); a commit is told it as it spells it. Where the spelling changes, the one of before
 * gets its place here.
 */
export interface Change {
  kind: 'channel' | 'article' | 'register' | 'rows' | 'page' | 'setting';
  id?: string;
  document?: any;
  withdraw?: { reason: string; successor?: string };
}

export interface Spelling {
  change: (change: Change) => object;
  /** what a change is about, such as article:12 */
  subject: (subject: string) => string;
}

export const kindsSpelling: Spelling = { change: (change) => change, subject: (subject) => subject };

/** Before src/kinds: a name for each thing that can be done, and a register's rows were the register. */
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
