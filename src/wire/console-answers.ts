import type { LegalName } from '#kinds/article/server/legal-skeletons.ts';
import type { SettingGroup } from '#rules/editions/setting-groups.ts';
import type { RecordProblemCode } from '#rules/editions/record-problems.ts';
import type { RequestKind, RequestStep } from '#rules/people/staff-requests.ts';
import type { KindName } from '#kinds/index.ts';
import type { EditionState } from '#rules/editions/edition-steps.ts';
import type { Grant, Role } from '#rules/people/staff-rights.ts';

/** Answers of the console's calls (src/server/console-api), as both ends know them. */
export interface Me {
  account: string;
  name: string;
  /** own roles, and those of people for whom this one stands in now */
  grants: Grant[];
  ownGrants: Grant[];
  mustChange: boolean;
  hasSecondFactor: boolean;
  /** a role needs one and it is not set up: nothing else can be done before */
  needsSecondFactor: boolean;
  /** signed in by the identity provider, and a code of the own authenticator is asked for first (OI10) */
  needsCode: boolean;
  /** signed in by the identity provider */
  byProvider: boolean;
}

/** The firm in the console's header. */
export interface Firm {
  name: string;
  /** on a dark ground; absent: the name alone */
  logo?: { src: string; width: number; height: number; hasName: boolean };
}

/** Ways to sign in, as the screen of the sign-in offers them. */
export interface SignInWays {
  /** the button's words; '' where there is no identity provider */
  provider: string;
  /** false: by password only the emergency account signs in (OI9) */
  local: boolean;
}

/** A person of the identity provider. */
export interface ProviderIdentity {
  issuer: string;
  subject: string;
  /** words of the provider; '' where it gives none */
  account: string;
  name: string;
  /** moment of the refused sign-in */
  at: string;
}

/** A role that a group of the identity provider brings (OI3). */
export interface GroupRule {
  ruleId: number;
  group: string;
  role: Role;
  /** '' the whole site */
  channelId: string;
  begunAt: string;
  /** a name */
  begunBy: string;
}

export interface Person {
  staffId: number;
  account: string;
  name: string;
  grants: Grant[];
  state: 'active' | 'suspended';
  /** false: no password was ever set, and no person of the identity provider is bound to it */
  isReady: boolean;
  /** sub of the person of the identity provider that it is bound to; '' none (OI2) */
  subject: string;
  /** names of further accounts of the same human (OI4) */
  doubles: string[];
  /** roles that groups of the identity provider brought, of those in grants */
  byGroup: Grant[];
  hasSecondFactor: boolean;
  createdAt: string;
  /** '' never */
  signedInAt: string;
}

/** A role or a link that waits for a second administrator. */
export interface StaffRequest {
  requestId: number;
  kind: RequestKind;
  /** null for a rule */
  staffId: number | null;
  /** name of the person; of a rule, its group */
  name: string;
  account: string;
  /** sub of the person of the identity provider that is to be bound; '' for other kinds */
  subject: string;
  /** the absent person and the days of a stand-in; null for other kinds */
  standIn: { absent: string; from: string; until: string } | null;
  /** grants that are added, or the one that a rule brings */
  grants: Grant[];
  /** a name */
  askedBy: string;
  askedAt: string;
  /** nobody else could confirm it: from then on it needs nobody; '' otherwise */
  effectiveAt: string;
  /** undecided until then it has expired */
  endsAt: string;
  /** '' where the reader may, else why not */
  may: Record<RequestStep, string>;
}

/** A role or a link that takes effect without a second administrator, as everybody is told. */
export interface ComingRight extends Pick<
  StaffRequest,
  'requestId' | 'kind' | 'name' | 'askedBy' | 'grants' | 'effectiveAt' | 'standIn'
> {}

/** A person as colleagues know them. */
export interface Colleague {
  staffId: number;
  name: string;
  account: string;
}

/** Somebody stands in for a person who is away (SI4). */
export interface Substitution {
  substitutionId: number;
  absent: Colleague;
  substitute: Colleague;
  /** some of the roles of the absent person */
  grants: Grant[];
  /** days of Shanghai, both included, yyyy-mm-dd */
  from: string;
  until: string;
  hasBegun: boolean;
  /** a name */
  namedBy: string;
}

/** A stand-in that waits for a second administrator. */
export interface WaitingSubstitution extends Pick<Substitution, 'absent' | 'substitute' | 'grants' | 'from' | 'until'> {
  requestId: number;
  /** whether the reader asked for it, and can take it back */
  isOwn: boolean;
}

export interface Channel {
  channelId: string;
  parentId: string;
  name: string;
  url: string;
  type: 1 | 2;
}

export interface AuditLine {
  no: number;
  at: string;
  account: string;
  /** '' when the person is unknown */
  name: string;
  act: string;
  subject: string;
  /** title of the edition, register or channel concerned; '' without one, or when the caller may not read it */
  title: string;
  outcome: 'done' | 'refused';
  facts: Record<string, unknown>;
  address: string;
}

export interface PublicationLine {
  no: number;
  at: string;
  title: string;
  writtenBy: string;
  approvedBy: string;
  /** the person who pressed the button, or set the time; '' where it was no edition */
  publishedBy: string;
  /** true: the clock did it */
  isScheduled: boolean;
  /** null without an edition, or when the caller may not read it */
  editionId: number | null;
  hash: string;
}

export interface Paged<T> {
  total: number;
  list: T[];
}

/** An article as an author finds it. */
export interface ListedArticle {
  articleId: number;
  title: string;
  channelId: string;
  contentTime: string;
  isTop: boolean;
  /** address for visitors */
  path: string;
  /** the newest edition that changes it and is neither public nor discarded */
  edition: { editionId: number; state: EditionState } | null;
}

/** Words that an article may be filed under. */
export interface ArticleWords {
  topics: { code: string; name: string }[];
  tags: { id: string; name: string }[];
}

export interface SecondFactor {
  secret: string;
  /** the picture that an app reads: path data, and the side of the square it fills with its quiet zone */
  picture: { path: string; size: number };
}

export interface EditionLine {
  editionId: number;
  title: string;
  state: EditionState;
  version: number;
  channelIds: string[];
  createdBy: string;
  changedAt: string;
  /** RV1: moment since when it waits for a review or a publication; '' for one that waits for neither */
  waitingSince: string;
  /** ED11: in review over content that others published since it was begun */
  isOutdated: boolean;
  /** RM4: of one in review, why it cannot be approved as it is, such as open remarks; '' otherwise */
  held: string;
  /** '' for none */
  publishAt: string;
  /** planned time of publication, perhaps not scheduled yet; '' without a plan */
  plannedAt: string;
  publishedIn: number | null;
  /** ED8: of one that is being published in steps */
  progress: { done: number; total: number; halted: string } | null;
  /** published in an emergency and not confirmed: until when it has to be; '' otherwise */
  reviewDue: string;
  isOverdue: boolean;
  /** return of an edition: by whom and why; null for others */
  returned: { name: string; reason: string } | null;
  /** ED12: why an approval of it ended, as long as nobody has gone on with it since; '' otherwise */
  approvalEnded: string;
}

/** A stored file whose bytes on the server are gone or are not those that were stored. */
interface DamagedFile {
  filepath: string;
  /** under which it is, or was last, public; '' for one that never was, or that a customer sent */
  filename: string;
  damage: 'missing' | 'changed';
  /** a customer sent it with an application */
  isMaterial: boolean;
}

/** State of this server's stored files. */
export interface FileCheck {
  damaged: DamagedFile[];
  /** ISO 8601, when all were read last; '' before the first time since the start */
  checkedAt: string;
  /** number of files that were read then */
  files: number;
}

/** The last time that the record was checked: log, seals, editions, searched columns, files and heads. */
export interface RecordCheck {
  /** ISO 8601 */
  at: string;
  /** number of all problems */
  found: number;
  /** the first of them; `no` is the publication concerned */
  problems: { no: number | null; code: RecordProblemCode; message: string }[];
  publications: number;
  /** stored files that were read */
  files: number;
  /** audit lines, steps, roles and publications that seals cover, and those that the next one will */
  sealed: number;
  unsealed: number;
  seals: number;
  /** heads that the seals were compared with, and the newest of them */
  heads: number;
  newestHead: number;
  /** RE5: removals by an approved edition: publication, things whose former hash is kept, files, and exports from before; absent in earlier checks */
  removals?: { no: number; at: string; items: number; files: number; exports: string[] }[];
  /** on the server */
  headsFile: string;
  /** words for operators: which part could not be checked, and what to do; '' or absent where all was */
  unfinished?: string;
}

/** US10: one group of calls that another system answers, as this server has found it since its start; '' for never. */
export interface UpstreamLine {
  /** name in UPSTREAMS */
  group: string;
  /** host of its address */
  host: string;
  /** ISO 8601 of the first answer since the last failure */
  reachableSince: string;
  lastAnswer: string;
  /** the last failure, its outcome in a word, as http 504 or unreadable */
  lastFailure: { at: string; path: string; what: string } | null;
  /** fields that were not understood, each with an example as JSON, and how often */
  misunderstood: { path: string; field: string; example: string; count: number; at: string }[];
  /** channels that are not shown, each with the reason */
  leftOut: { channelId: string; name: string; why: string }[];
  /** its page schemas: SHA-256, since when, which are refused, why the last answer was no good; null: not asked for */
  views: { hash: string; at: string; refused: readonly { name: string; why: string }[]; failed: string } | null;
}

/** An uploaded file in the store; it becomes public when something that uses it is published. */
export interface AcceptedFile {
  /** yyyy/mm/hash.ext */
  filepath: string;
  filename: string;
  bytes: number;
  /** detected from the content */
  mediaType: string;
  /** AC3: what of it its preview and the search leave out, in Chinese; '' for nothing */
  told: string;
}

/**
 * One thing that is wrong with what was typed: where (RFC 6901), which field is missing there, and what would be right.
 */
export interface FieldProblem {
  pointer: string;
  field?: string;
  message: string;
}

export interface SettingLine {
  name: string;
  group: SettingGroup;
  title: string;
  /** when the public version was published; '' when nothing is public */
  since: string;
  publication: number | null;
  /** editions under way that change it */
  editions: number;
}

/** An edition that changes a thing, and is neither public nor discarded. */
export interface OpenEdition {
  editionId: number;
  title: string;
  state: EditionState;
  changedAt: string;
  savedBy: string;
  /** '' for no plan */
  plannedAt: string;
  /** '' while it is not scheduled */
  publishAt: string;
}

/**
 * Publications of one subject since an edition was begun. `was`, `now`: as a change of an edition, null: nothing; mark:
 * for `rebase`
 */
export interface PublishedMeanwhile {
  subject: string;
  was: unknown;
  now: unknown;
  mark: string;
  publication: number | null;
  writtenBy: string;
  at: string;
}

/** A setting with what is public of it: `mark` goes along when a draft is begun from that. */
export interface Setting extends Omit<SettingLine, 'editions'> {
  /** JSON Schema (draft-07) of the value */
  schema: object;
  /** absent: nothing is public */
  value?: unknown;
  mark: string;
  editions: OpenEdition[];
}

/**
 * Places of a text in public content: an article, or an attachment of it; a page. total: also those not listed
 */
export interface Mentions {
  total: number;
  list: ({ title: string } & ({ articleId: number; channelId: string; filename: string } | { page: string }))[];
}

/** LG9: a public text that traditional script will write otherwise, as it is and as it will be. */
export interface ScriptChange {
  title: string;
  /** null: the name of a channel */
  articleId: number | null;
  before: string;
  after: string;
}

/**
 * Number of requests for an address of a former site; by its key (rules/addresses/old-addresses.ts). lastOn: yyyy-mm-dd
 */
export interface OldAddressHit {
  address: string;
  count: number;
  lastOn: string;
}

/** Words that visitors searched in vain. lastDay: yyyy-mm-dd */
export interface MissedSearch {
  words: string;
  count: number;
  days: number;
  lastDay: string;
}

export interface LegalText {
  name: LegalName;
  title: string;
  /** '' where the site has no such channel */
  channelId: string;
  path: string;
  /** newest first; version: yyyy-mm-dd that it is dated; to: '' while it is public */
  versions: {
    articleId: number;
    title: string;
    version: string;
    from: string;
    to: string;
    publication: number;
    writtenBy: string;
    approvedBy: string;
  }[];
  /** editions that are neither public nor discarded, as far as the reader may read them */
  editions: OpenEdition[];
}

/** A page schema in the list: claims with the channel's name and the address where it is read ('' for none). */
export interface PageLine {
  page: string;
  title: string;
  layout: string;
  blocks: number;
  /** a published edition, a file of page-schemas/, or one that the program cannot be without */
  from: 'edition' | 'file' | 'built-in';
  since: string;
  claims: { kind: string; value: string; name: string; path: string }[];
  problems: number;
  editions: number;
}

/** A page schema as it was written; `file`: what ships under its name. */
export interface PageSchemaAnswer {
  page: string;
  from: PageLine['from'];
  since: string;
  document: unknown;
  file?: unknown;
  mark: string;
  editions: OpenEdition[];
  problems: { pointer: string; code: string; message: string }[];
  /** site path, without base, where it is read; '' for none */
  path: string;
}

/** Parts that a page can be made of. */
export interface PageFacts {
  /** places by layout, in reading order */
  layouts: Readonly<Record<string, readonly string[]>>;
  claims: { kind: string; title: string }[];
  /** schema: JSON Schema (draft-07) of the props, at this version (PS6) */
  widgets: { name: string; title: string; accepts: string; schema: object; propsVersion: number }[];
  sources: {
    name: string;
    title: string;
    gives: string;
    params: Record<string, PageParam>;
    takesRegisterFilters: boolean;
  }[];
  /** filters: params that a source of its rows takes, too */
  registers: { register: string; title: string; filters: string[] }[];
}

/** A param of a source: a JSON Schema and where its value comes from when a page names none. */
export interface PageParam {
  title?: string;
  type?: string;
  enum?: readonly string[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  from?: 'channel' | 'path' | 'address';
  /** set where it names a register, or channels */
  shows?: 'articles' | 'channels' | 'content' | 'rows';
  optional?: boolean;
}

/** One thing that a page of the past was made of, and the publication that made it what it was. */
export interface PastSource {
  /** 'article:12' */
  subject: string;
  kind: KindName;
  /** its title, or its name */
  title: string;
  /** number of the publication */
  no: number;
  at: string;
  writtenBy: string;
  approvedBy: string;
  publication: string;
}

/** A widget as the gallery shows it (WG4). */
export interface ShownWidget {
  name: string;
  title: string;
  accepts: string;
  /** JSON Schema (draft-07) of the props */
  schema: object;
  example: { props: unknown; data: unknown };
}

/** One thing that is wrong with props. */
export interface PropsProblem {
  /** JSON pointer */
  pointer: string;
  /** name of the missing field */
  field?: string;
  message: string;
}

/** One thing of the reference. id: its anchor */
export interface ReferencePart {
  id: string;
  name: string;
  title: string;
  /** shape of the data that it draws or gives */
  shape?: string;
  /** JSON Schema (draft-07) */
  schema: object;
}

/** Words that may be written in pages and registers, from the code. */
export interface Reference {
  page: ReferencePart[];
  layouts: { name: string; places: string[] }[];
  register: ReferencePart[];
  widgets: ReferencePart[];
  sources: ReferencePart[];
  /** shapes, with the sources that give each and the widgets that draw it */
  shapes: { name: string; sources: string[]; widgets: string[] }[];
}

/** A stored file that an edition names. */
export interface EditionFile {
  bytes: number;
  mediaType: string;
}

/** An answer that is a page to be looked at, in a frame. */
export interface AnsweredPage {
  readonly answers: 'page';
}
/** An answer that is a file, to be linked to. */
export interface AnsweredFile {
  readonly answers: 'file';
}
