import type { FeatureCalls } from '#features/calls.ts';
import type { ArticleDocument } from '#kinds/article/index.ts';
import type { EditionState } from '#rules/edition-steps.ts';
import type { RedLines } from '#rules/red-lines.ts';
import type { SetUpStageName } from '#rules/set-up.ts';
import type { Grant, Role } from '#rules/staff-rights.ts';
import type { ChannelPlan, ChannelTreeAnswer, DueChannel } from './channel-answers.ts';
import type {
  AcceptedFile,
  ArticleWords,
  AuditLine,
  Channel,
  ComingRight,
  EditionFile,
  EditionLine,
  FieldProblem,
  FileCheck,
  LegalText,
  ListedArticle,
  Me,
  Mentions,
  MissedSearch,
  ScriptChange,
  OldAddressHit,
  Paged,
  PageFacts,
  PageLine,
  PageSchemaAnswer,
  PastSource,
  Person,
  PropsProblem,
  PublicationLine,
  PublishedMeanwhile,
  Reference,
  SecondFactor,
  Setting,
  SettingLine,
  ShownWidget,
  SetUpAnswer,
  StaffRequest,
  UpstreamLine,
} from './console-answers.ts';
import type {
  Comparison,
  DrawnPreview,
  EditionCounts,
  EditionProblem,
  PersonalFinding,
  EditionView,
  FoundEdition,
  MadeEdition,
  PublicContent,
  PublishedEdition,
  VerifyExamples,
  ImportedArticle,
  SubjectDifference,
} from './edition-answers.ts';
import type {
  Amendment,
  DefinitionFacts,
  DefinitionPlan,
  FoundImport,
  ListedRow,
  RegisterFacts,
  RegisterLine,
  RegisterRow,
  RewriteRules,
  RowHistory,
  RowChange,
  RowCheck,
} from './register-answers.ts';
import type { CopyProposal, EndedThing, RegisterPublication } from './take-up-answers.ts';
import type {
  Copyable,
  TableCheck,
  DoubledRegister,
  TableProposal,
  WizardFile,
  WizardPlan,
  WizardReview,
  WizardTable,
} from './wizard.ts';

/**
 * The calls of the console, by method and path: what each takes and answers. Both ends follow this one description:
 * the server's handlers by `Answers` (server/console-api/define-console-call.ts), the console by `useRead` and
 * `useSend` (console/calls/use-calls.ts). `:name` in a path are params, too; `?`: may be left out.
 */
export interface Described<Answer = unknown, Params extends object = object> {
  params: Params;
  answer: Answer;
}

export interface Call<Answer, Params extends object = {}> extends Described<Answer, Params> {}

/** An answer that is a page to be looked at, in a frame. */
export interface AnsweredPage {
  readonly answers: 'page';
}
/** An answer that is a file, to be linked to. */
export interface AnsweredFile {
  readonly answers: 'file';
}

export interface Paging {
  pageNum?: number;
  /** at most 100 */
  pageSize?: number;
}

/** Of some edition that a person has before them. */
interface Version {
  editionId: number;
  version: number;
}

/** By subject the revision of its public version. */
type Marks = Readonly<Record<string, string>>;

/** As a draft has them; they are read and checked by the server (editions/draft-changes.ts). */
type SentChanges = readonly unknown[];

export interface AccountCalls {
  'POST /session': Call<Me, { account: string; password: string; code?: string }>;
  'DELETE /session': Call<void>;
  'GET /me': Call<Me | null>;
  'POST /me/password': Call<void, { current: string; next: string }>;
  /** offered to this session: only what was offered last is set */
  'POST /me/second-factor/new': Call<SecondFactor>;
  'POST /me/second-factor': Call<void, { code: string; password: string }>;
  'DELETE /me/second-factor': Call<void, { password: string }>;
  'POST /link': Call<{ account: string; name: string }, { link: string }>;
  /** signed in by it (ST9) */
  'POST /link/password': Call<Me, { link: string; password: string }>;
  /** SU2: of the link that a start prints while nobody can manage the console */
  'POST /setup-link': Call<void, { link: string }>;
  'POST /first-administrator': Call<Me, { link: string; account: string; name: string; password: string }>;
}

export interface ChannelCalls {
  /** every public channel, hidden ones too, and the editions on their way that change channels */
  'GET /channel-tree': Call<ChannelTreeAnswer>;
  /** whose content is older than the duty of freshness allows, of the channels that one may read */
  'GET /channels-due': Call<DueChannel[]>;
  /**
   * What `changes` would do if they were published now. base: as for editions; of a channel that is meant to be new ''.
   * propose: of a new channel, for which `proposal` answers id, address and order that are free besides those of
   * `changes`. filled: ids of new channels whose content is published with them, though it is not among the changes yet.
   */
  'POST /channel-plan': Call<
    ChannelPlan,
    {
      changes: SentChanges;
      base?: Marks;
      propose?: { parentId: string; name: string };
      filled?: readonly string[];
    }
  >;
  /** the same of an edition of any kind, as the server holds it: nothing of it travels (ED1) */
  'GET /editions/:editionId/channel-plan': Call<ChannelPlan, { editionId: number; version?: number }>;
}

export interface ContentCalls {
  /** of the channels for which the person has a role */
  'GET /articles': Call<Paged<ListedArticle>, { channelId?: string; words?: string } & Paging>;
  'GET /article-words': Call<ArticleWords>;
}

export interface EditionCalls {
  /** Somebody with a role for some channels sees the editions that concern only those. */
  'GET /editions': Call<
    Paged<EditionLine>,
    { view?: EditionView; state?: EditionState; words?: string; channelId?: string } & Paging
  >;
  /** how many wait; only views for which the person has a role */
  'GET /editions/counts': Call<EditionCounts>;
  /**
   * What a draft is begun from. Send {subject: mark} as `base` when the draft is created, so that what somebody else
   * publishes in between is noticed.
   */
  'GET /public-content': Call<PublicContent, { subject: string }>;
  'POST /editions': Call<MadeEdition & { hash: string }, { title: string; changes: SentChanges; base?: Marks }>;
  /** creates a draft that restores the public versions of these subjects after publication `no` */
  'POST /editions/roll-back': Call<MadeEdition & { hash: string }, { no: number; subjects: readonly string[] }>;
  /** with the content of the newest version, or of `version` */
  'GET /editions/:editionId': Call<FoundEdition, { editionId: number; version?: number }>;
  /**
   * A new version begun from `version`. rebase: of what it was compared with; what is published after that is noticed.
   */
  'POST /editions/:editionId': Call<
    { version: number; hash: string },
    Version & { title: string; changes: SentChanges; rebase?: Marks }
  >;
  /** public versions that changed since the edition was started, each with the former version */
  'GET /editions/:editionId/meanwhile': Call<PublishedMeanwhile[], { editionId: number }>;
  /** everything that keeps the newest version from being published now; [] where nothing does */
  'GET /editions/:editionId/check': Call<{ problems: EditionProblem[]; redLines: RedLines }, { editionId: number }>;
  /** PV1: numbers of persons that the newest version would make public */
  'GET /editions/:editionId/personal-numbers': Call<PersonalFinding[], { editionId: number }>;
  /** what 人员核验 and 产品核验 will say of rows of this version, one for each register that takes part (RG9) */
  'GET /editions/:editionId/verify-examples': Call<VerifyExamples[], { editionId: number; version?: number }>;
  /**
   * from and to are versions or 'public'; from may be 'before': what was public before this edition was published;
   * fromEdition: `from` is a version of that edition
   */
  'GET /editions/:editionId/compare': Call<
    Comparison,
    { editionId: number; from: string; to: string; fromEdition?: number }
  >;
}

/** note: a message for the next person; the reason, when the step needs one */
type Step = Version & { note?: string };

export interface EditionStepCalls {
  /** 2024 where it could not be published; reasons: of each finding by its key, 2033 where one lacks (PV2) */
  'POST /editions/:editionId/submit': Call<void, Step & { reasons?: Record<string, string> }>;
  /** consents: keys of all findings, 2033 where one lacks (PV2); rowsGone: how many public rows go, where any do, else 2028 (RD6) */
  'POST /editions/:editionId/approve': Call<void, Step & { consents?: string[]; rowsGone?: number }>;
  /** needs a note */
  'POST /editions/:editionId/return': Call<void, Step>;
  'POST /editions/:editionId/publish': Call<PublishedEdition, Step>;
  /** publishAt: a time with zone, later than now and within a year */
  'POST /editions/:editionId/schedule': Call<void, Step & { publishAt: string }>;
  'POST /editions/:editionId/unschedule': Call<void, Step>;
  'POST /editions/:editionId/discard': Call<void, Step>;
  /** needs a note; a second person has to confirm within 24 hours */
  'POST /editions/:editionId/emergency': Call<
    PublishedEdition,
    Step & { reasons?: Record<string, string>; rowsGone?: number }
  >;
  /** needs a note: what the second person found */
  'POST /editions/:editionId/confirm': Call<void, Step>;
  /** ED8: goes on with an import of which a step failed */
  'POST /editions/:editionId/resume': Call<void, Step>;
  /** ED8: ends one of which a step failed: what is left of it is not published */
  'POST /editions/:editionId/end': Call<void, Step>;
}

/** ED7: articles of an edition that stand apart from it. */
export interface ImportCalls {
  'GET /editions/:editionId/articles': Call<Paged<ImportedArticle>, { editionId: number; version?: number } & Paging>;
  /** at: its place, from 0 */
  'GET /editions/:editionId/articles/:at': Call<
    {
      document: ArticleDocument;
      files: Record<string, EditionFile>;
      /** how it differs from what is public of it; null: it is new */
      difference: SubjectDifference | null;
    },
    { editionId: number; at: number; version?: number }
  >;
}

/** ED5, ED6: drafts of what there was or is; each is reviewed and published as any other. */
export interface TakeUpCalls {
  /** a new draft with what a version of an edition said */
  'POST /editions/:editionId/take-up': Call<MadeEdition, Version>;
  /** what was withdrawn or ended and is not back, of the channels that one may read */
  'GET /ended': Call<Paged<EndedThing>, { words?: string } & Paging>;
  /** a new draft with it as it was last public: a channel with its articles and its own page */
  'POST /ended/restore': Call<MadeEdition, { subject: string }>;
  /** publications that changed a register */
  'GET /registers/:register/publications': Call<Paged<RegisterPublication>, { register: string } & Paging>;
  'GET /copy': Call<CopyProposal, { subject: string }>;
  /** 2015 with data.field where something is missing or taken */
  'POST /copy': Call<
    MadeEdition,
    { subject: string; title?: string; channelId: string; name?: string; withRows?: boolean }
  >;
}

export interface FileCalls {
  /** the body is the file's bytes; on error 2041, 2042 or 2043 nothing is stored */
  'POST /files': Call<AcceptedFile, { filename: string }>;
  /** also while no draft with it is public. filename: what it is saved as */
  'GET /files/:year/:month/:name': Call<AnsweredFile, { year: string; month: string; name: string; filename?: string }>;
  'GET /file-check': Call<FileCheck>;
  /** reads the damaged ones again, when they have been put back */
  'POST /file-check': Call<FileCheck>;
}

/** confirmRemoved: how many rows are known to leave; target: the edition that it becomes part of, absent: a new one */
type Stated = { dataDate: string; department: string; target?: Version };

/** editionId: an edition that brings the register, which may not be public yet */
type OfRegister = { register: string; editionId?: number };

export interface RegisterCalls {
  /** of the channels for which the person has a role */
  'GET /registers': Call<RegisterLine[]>;
  'GET /registers/:register': Call<RegisterFacts, OfRegister>;
  /**
   * public rows with all fields; filters: JSON of the register's own filters by name; words: in any field, or in `field`
   * alone; sort: a field, '-' before it for descending; misfit: only what no longer fits the definition; since:
   * yyyy-mm-dd, or 'last' for the last publication that changed a row
   */
  'GET /registers/:register/rows': Call<
    Paged<ListedRow>,
    {
      register: string;
      filters?: string;
      words?: string;
      field?: string;
      sort?: string;
      misfit?: boolean;
      since?: string;
    } & Paging
  >;
  /** what publications did to a row, newest first; key: JSON of the key's values */
  'GET /registers/:register/row-history': Call<RowHistory, { register: string; key: string }>;
  /** a workbook to fill in */
  'GET /registers/:register/template.xlsx': Call<AnsweredFile, OfRegister>;
  /** the same with all public rows in it, columns that visitors do not see included */
  'GET /registers/:register/rows.xlsx': Call<AnsweredFile, { register: string }>;
  /** begins to check a stored file; how far it is: GET /imports/:importId */
  'POST /registers/:register/imports': Call<
    { importId: number },
    // `editionId`: whose rows the file shall replace
    { register: string; filepath: string; filename: string; editionId?: number }
  >;
  /** checks the file of an import once more, as if its definition had more choices or columns */
  'POST /imports/:importId/amendment': Call<{ importId: number }, { importId: number; amendment: Amendment }>;
  'GET /imports/:importId': Call<FoundImport, { importId: number }>;
  'GET /imports/:importId/errors.xlsx': Call<AnsweredFile, { importId: number }>;
  /** the rows of a checked file as an edition; 2015 with data.field where something is missing */
  'POST /imports/:importId/edition': Call<MadeEdition, { importId: number; confirmRemoved?: number } & Stated>;
}

/** The definition of a register, changed together with its rows. */
export interface DefinitionCalls {
  'GET /registers/:register/definition': Call<DefinitionFacts, OfRegister>;
  /** what a new definition would do; nothing is kept */
  'POST /registers/:register/definition-plan': Call<
    DefinitionPlan,
    OfRegister & { document: object } & Partial<RewriteRules>
  >;
  /**
   * a new definition with the rows as it makes them, as one edition; 2015 with data.problems. freshness: duties of
   * channels that show the register, by channel
   */
  'POST /registers/:register/definition-edition': Call<
    MadeEdition,
    OfRegister & {
      document: object;
      base?: Record<string, string>;
      freshness?: Readonly<Record<string, string>>;
    } & Partial<RewriteRules> &
      Stated
  >;
}

export interface RegisterRowCalls {
  /** nothing is kept */
  'POST /registers/:register/row-check': Call<RowCheck, { register: string; changes: readonly RowChange[] }>;
  /**
   * rows added, changed and removed, as one edition; 2015 with data.problems: RowProblemView[]. fromPublic: they take the
   * place of what the edition named by `target` changes, instead of coming on top of it. dataDate absent: as it is in the
   * edition, else as it is public
   */
  'POST /registers/:register/row-changes': Call<
    MadeEdition,
    { register: string; changes: readonly RowChange[]; mark?: string; fromPublic?: boolean } & Omit<
      Stated,
      'dataDate'
    > &
      Partial<Pick<Stated, 'dataDate'>>
  >;
  /** rows of the register's change at place `change` of an edition */
  'GET /editions/:editionId/rows': Call<
    Paged<RegisterRow>,
    { editionId: number; change: number; version?: number } & Paging
  >;
}

export interface PageCalls {
  'GET /page-schemas': Call<PageLine[]>;
  'GET /page-facts': Call<PageFacts>;
  'GET /page-schemas/:page': Call<PageSchemaAnswer, { page: string }>;
  'POST /page-upgrades': Call<{ documents: unknown[] }, { documents: readonly unknown[] }>;
}

export interface PeopleCalls {
  'GET /people': Call<Person[]>;
  'GET /people/:staffId': Call<Person, { staffId: number }>;
  /** link: a one-time link by which the owner sets the password */
  'POST /people': Call<
    { staffId: number; link: string; isWaiting: boolean },
    { account: string; name: string; grants: Grant[] }
  >;
  /** isWaiting: some of the roles wait for a second administrator */
  'POST /people/:staffId/grants': Call<{ isWaiting: boolean }, { staffId: number; grants: Grant[] }>;
  'POST /people/:staffId/state': Call<void, { staffId: number; state: Person['state'] }>;
  /** link: '' where it waits for a second administrator */
  'POST /people/:staffId/link': Call<{ link: string }, { staffId: number }>;
  /** roles and links that wait for a second administrator */
  'GET /staff-requests': Call<StaffRequest[]>;
  /** those that take effect without one, for everybody */
  'GET /coming-rights': Call<ComingRight[]>;
  /** link: of a password that is reset; '' of roles */
  'POST /staff-requests/:requestId/confirm': Call<{ link: string }, { requestId: number }>;
  'POST /staff-requests/:requestId/refuse': Call<void, { requestId: number; note: string }>;
  'POST /staff-requests/:requestId/withdraw': Call<void, { requestId: number }>;
  /**
   * whether setting up has ended; whyNot: '' where the reader may end it; isShown: whether visitors see what is
   * published
   */
  /** lacking: what makes it unwise to end setting up now, in words; [] once it has ended */
  'GET /opening': Call<{ isOpened: boolean; whyNot: string; lacking: string[]; isShown: boolean }>;
  'POST /opening': Call<void>;
  /** roles whose holders need a second factor */
  'GET /second-factor-roles': Call<Role[]>;
  'POST /second-factor-roles': Call<void, { roles: Role[] }>;
}

export interface SetUpCalls {
  'GET /set-up': Call<SetUpAnswer>;
  /** a stage is left out for now, or is not any more; for everybody */
  'POST /set-up/skipped': Call<void, { stage: SetUpStageName; isSkipped: boolean }>;
  'POST /starters/:starter': Call<{ editionId: number; version: number }, { starter: string }>;
  'POST /legal-skeletons/:name': Call<{ editionId: number; version: number }, { name: string }>;
}

export interface PastCalls {
  'GET /past/page': Call<AnsweredPage, { path: string; at: string }>;
  'GET /past/sources': Call<PastSource[], { path: string; at: string }>;
}

/** props: JSON; absent: those of the example */
type WidgetWithProps = { widget: string; props?: string };

export interface GalleryCalls {
  'GET /widgets': Call<ShownWidget[]>;
  'GET /widgets/:widget/page': Call<AnsweredPage, WidgetWithProps>;
  'GET /widgets/:widget/check': Call<{ problems: PropsProblem[] }, WidgetWithProps>;
}

/** path: below the site's base, with its query */
type Look = { path?: string; traditional?: boolean; elder?: boolean };

export interface PreviewCalls {
  'POST /previews': Call<DrawnPreview, { changes: SentChanges } & Look>;
  'GET /previews/:previewId/page': Call<AnsweredPage, { previewId: string } & Look>;
  'GET /editions/:editionId/page': Call<AnsweredPage, { editionId: number; version?: number } & Look>;
}

/** yyyy-mm-dd in Shanghai, both included */
type Days = { from?: string; to?: string };
type AuditAsked = { account?: string; act?: string; subject?: string; outcome?: AuditLine['outcome'] } & Days;
/** words: part of the title, or a name of who wrote or approved */
type LogAsked = { words?: string } & Days;

export interface RecordCalls {
  'GET /audit': Call<Paged<AuditLine>, AuditAsked & Paging>;
  'GET /audit.csv': Call<AnsweredFile, AuditAsked>;
  /** of this server: the groups of calls that other systems answer */
  'GET /upstreams': Call<UpstreamLine[]>;
  'GET /publications': Call<Paged<PublicationLine>, LogAsked & Paging>;
  'GET /publications.csv': Call<AnsweredFile, LogAsked>;
}

export interface ReferenceCalls {
  'GET /reference': Call<Reference>;
}

export interface SettingCalls {
  'GET /settings': Call<SettingLine[]>;
  'GET /settings/:name': Call<Setting, { name: string }>;
  /** json: the value as a text, because a list alone would be taken for a repeated parameter */
  'POST /settings/:name/check': Call<{ problems: FieldProblem[] }, { name: string; json: string }>;
  /**
   * One edition for each step, in order, made together; each is approved and published by itself. at: a time with zone,
   * '' as soon as it is approved
   */
  'POST /settings/:name/plan': Call<
    { editionIds: number[] },
    { name: string; title: string; steps: readonly { at: string; value: unknown }[]; base?: Marks }
  >;
  /** what would go on saying the former hotline once the setting says another */
  'GET /mentions': Call<Mentions, { words: string }>;
  /**
   * LG9: public texts that hold a word, as traditional script writes them now and would once the word is written so; without `traditional`:
   * once the firm has no form of its own for it. total: texts that hold it, of which the first are listed where they change
   */
  'GET /script-changes': Call<{ total: number; list: ScriptChange[] }, { words: string; traditional?: string }>;
  /** words of at least three days that search.words does not have, those of most days first */
  'GET /search-missed': Call<MissedSearch[]>;
  /** how often addresses of the setting old.addresses were asked for */
  'GET /old-address-hits': Call<OldAddressHit[]>;
  'GET /legal-texts': Call<LegalText[]>;
}

export interface SiteCalls {
  /** of both trees, parents first */
  'GET /channels': Call<Channel[]>;
}

type SheetOfFile = Omit<WizardFile, 'sheet'> & Partial<WizardFile>;

export interface WizardCalls {
  /** 2015 with data.reason where the file is no table */
  'GET /wizard/table': Call<
    TableProposal & { doubled: DoubledRegister[] },
    Omit<SheetOfFile, 'answers'> & { dataRows?: string }
  >;
  /** problems of the table definition and of the first rows checked against it; all: of all rows */
  'POST /wizard/table': Call<TableCheck, SheetOfFile & { table: WizardTable; all?: boolean }>;
  /**
   * the file with the cells marked that are wrong by `table`, or by the register that `copyOf`, a channel, shows; 2015 as
   * above
   */
  'POST /wizard/errors.xlsx': Call<AnsweredFile, SheetOfFile & { table?: WizardTable; copyOf?: string }>;
  /** what a copy of this channel would take over */
  'GET /wizard/copy': Call<Copyable, { channelId: string }>;
  /** everything that keeps it from being sent, and what it would look like */
  'POST /wizard/review': Call<WizardReview, { plan: WizardPlan; editionId?: number | undefined }>;
  /** the wizard's input of an edition; 1004 when the edition was changed elsewhere since */
  'GET /wizard/plan': Call<{ plan: WizardPlan; version: number }, { editionId: number }>;
  /**
   * Created, or saved again at `version`, and sent for review in one act; 2024 and 2015 tell what keeps it
   */
  'POST /wizard/send': Call<
    MadeEdition,
    {
      plan: WizardPlan;
      note?: string;
      reasons?: Record<string, string>;
      editionId?: number | undefined;
      version?: number | undefined;
    }
  >;
}

export interface ConsoleCalls
  extends
    AccountCalls,
    ChannelCalls,
    ContentCalls,
    EditionCalls,
    EditionStepCalls,
    FileCalls,
    RegisterCalls,
    DefinitionCalls,
    RegisterRowCalls,
    PageCalls,
    PeopleCalls,
    PastCalls,
    GalleryCalls,
    ImportCalls,
    PreviewCalls,
    RecordCalls,
    ReferenceCalls,
    SettingCalls,
    SetUpCalls,
    SiteCalls,
    TakeUpCalls,
    WizardCalls,
    FeatureCalls {}
/** Method and path of a call, e.g. 'GET /editions/:editionId'. */
export type CallName = keyof ConsoleCalls;
export type ParamsOf<Name extends CallName> = ConsoleCalls[Name]['params'];
export type AnswerOf<Name extends CallName> = ConsoleCalls[Name]['answer'];
