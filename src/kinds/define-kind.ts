import type { StaffRight } from '#rules/people/staff-rights.ts';
import type { Word } from '#page/schema-words.ts';

/**
 * The room `kinds` is the list of what can be changed, as `widgets` lists what data looks like and `sources` where it
 * comes from. A kind is one folder: its definition (index.ts), how people read it (words.ts), its server half
 * (server/store.ts), its fields in the console (console/Form.tsx) and an example.
 */

/** Why something is taken from the public, and where its visitors are led (RT9). */
export interface Withdrawal {
  reason: string;
  /** a path of the site, without its base */
  successor?: string;
}

/** When an edition is meant to become public, and after which other one (its number). */
export interface Plan {
  /** a time with zone; '' as soon as it is approved */
  at: string;
  after?: number;
}

/** A change that makes a document of a thing public. */
export interface Written<Name extends string = string, Document = unknown> {
  kind: Name;
  /** id of a thing whose document does not name it */
  id?: string;
  document: Document;
  plan?: Plan;
  withdraw?: never;
}

/** A change after which a thing is public no more. */
export interface Withdrawn<Name extends string = string> {
  kind: Name;
  id: string;
  withdraw: Withdrawal;
  document?: never;
  plan?: never;
}

/** A table of dated rows: a row is public from one publication to another, and the log proves both (PB3). */
export interface DatedColumns {
  /** columns that identify a thing over all its dated rows */
  identity: readonly string[];
  /** public content; hashed */
  content: readonly string[];
  /**
   * parts of `content` that later versions brought: hashed only where they hold something, so that earlier proofs stay
   * true
   */
  later?: readonly string[];
  /** true where a closed row keeps reason and successor */
  reasoned: boolean;
}

/** Names from elsewhere that words about changes need. */
export interface Names {
  /** name of a channel, also of one that the edition brings */
  nameOf: (channelId: string) => string;
  settingTitle: (name: string) => string;
  /** place of a setting for visitors; undefined: none in particular */
  settingPlace: (name: string) => string | undefined;
  /** a value that fits in a line, in words; null: a document, or none */
  settingText: (name: string, value: unknown) => string | null;
  /** name of a drafted page, by its title or channels; undefined: only its technical name is known */
  pageName: (document: unknown) => string | undefined;
  /** title of public content, by subject: 'page:complaint', 'register:ib-staff'; undefined: not known here */
  knownTitle: (subject: string) => string | undefined;
  /** title of content that the edition takes from the public: 'article:12' */
  endedTitle: (subject: string) => string | undefined;
}

/** Words of a kind for people, in Chinese. */
export interface KindWords<Document> {
  /** '文章《…》' */
  titleOf: (document: Document, id: string | null, names?: Pick<Names, 'settingTitle' | 'pageName'>) => string;
  /** name of a thing by its id alone, where that is not its name */
  nameOf?: (id: string, names: Pick<Names, 'nameOf' | 'settingTitle' | 'knownTitle'>) => string;
  /** its summary, in one line; '' where its title says it all */
  summaryOf: (document: Document, id: string | null, names: Names) => string;
  /** place where visitors see its effect */
  seenAt: (document: Document, id: string | null, names: Pick<Names, 'nameOf' | 'settingPlace'>) => string;
  /**
   * '附件 1 文件名' of ['attachments', '0', 'filename'], a place in its document.
   * @param document the later side, where it is known
   */
  fieldTitle: (path: readonly string[], document?: Document) => string;
  /** A value of a field as text for people; undefined: the default text. */
  valueText?: (path: readonly string[], value: unknown, names: Pick<Names, 'nameOf'>) => string | undefined;
  /** absent: it can be replaced, but never withdrawn */
  withdrawal?: {
    /** '撤下文章' */
    title: string;
    /** quotation marks around the name of what is withdrawn */
    quotes: readonly [open: string, close: string];
    /** content that visitors find instead */
    seenAt: string;
  };
}

export interface Kind<Name extends string, Document> {
  name: Name;
  /** Chinese */
  title: string;
  /** schema of its documents in drafts and files; the values of the fields are checked by the store */
  schema: Word<Document>;
  /** the id that a document contains; null: it is new. Absent: each change has the id in `id` */
  identity?: (document: Document) => string | null;
  /** a document that says which thing it is, and no more; absent: each change has the id in `id` */
  documentNaming?: (id: string) => unknown;
  /** form of ids in a subject */
  id: RegExp;
  /** its documents hold the rows of a register */
  hasRows?: boolean;
  /** right that a change needs besides `content.write` */
  right?: StaffRight;
  /** each of its things is published once, and never changed or brought back */
  isOnce?: boolean;
  /** editions of it may be parts of a plan */
  planned?: boolean;
  /** tables of its content */
  tables: Readonly<Record<string, DatedColumns>>;
  /** whether versions are compared field by field, or as whole documents that the console compares in the words of its form */
  comparedBy: 'field' | 'document';
  /** compared field by field, and what its difference does is told of the whole documents */
  hasEffects?: boolean;
  /** its text is shown in full in comparisons, also when it is new */
  isRead?: boolean;
  /** @param path below the document, RFC 6901 */
  saysNothing?: (value: unknown, path: string) => boolean;
  /**
   * its size; large changes are handled in the worker, and the console says that they take long. apart: characters of
   * texts that are stored separately
   */
  sizeOf?: (document: Document) => { rows?: number; characters?: number; apart?: number };
  words: KindWords<Document>;
  /** Its form in the console, console/Form.tsx in its folder; absent for a kind without a form. */
  form?: {
    right: StaffRight;
    /** absent: editions of one document of this kind and nothing else */
    holds?: (changes: readonly (Written | Withdrawn)[]) => boolean;
  };
}

export const defineKind = <const Name extends string, Document>(kind: Kind<Name, Document>): Kind<Name, Document> =>
  kind;
