import type { ColumnType, Generated, Kysely } from 'kysely';
import type { Cell, ContentKind, Release } from '#page/data-shapes.ts';
import type { ArticleEnds } from '#rules/editions/article-ends.ts';
import type { EditionState, EditionStep } from '#rules/editions/edition-steps.ts';
import type { RemarkAct } from '#rules/editions/remarks.ts';
import type { RequestDetails, RequestKind } from '#rules/people/staff-requests.ts';
import type { Grant, Role } from '#rules/people/staff-rights.ts';
import type { Amendment } from '#wire/register-answers.ts';
import type { ApplicationState, ApplyType, Declaration, MaterialKind } from '#rules/people/professional-investor.ts';

/**
 * The tables as migrations/ leaves them. bigint columns are read as numbers, timestamptz as Date, date as yyyy-mm-dd,
 * jsonb as the parsed value (connect.ts sets the parsers).
 */
interface Dated {
  row_id: Generated<number>;
  opened_in: number;
  closed_in: Generated<number | null>;
  public_from: Date;
  public_to: Generated<Date | null>;
}

interface Closable {
  closed_reason: Generated<string | null>;
  closed_successor: Generated<string | null>;
}

export interface Tables {
  publication: {
    no: number;
    at: Date;
    written_by: string;
    approved_by: string;
    title: string;
    content_hash: string;
    previous_hash: string;
    hash: string;
  };
  channel: Dated &
    Closable & {
      channel_id: string;
      parent_id: string;
      class_order: number;
      url: string;
      name: string;
      type: 1 | 2;
      same_as: string | null;
      department: string;
      content_kind: ContentKind;
      hidden: Generated<boolean>;
      freshness: Generated<string>;
    };
  article: Dated &
    Closable & {
      article_id: number;
      channel_id: string;
      title: string;
      summary: string;
      content: string;
      source: string;
      content_time: Date;
      top_flag: 0 | 1;
      image: string;
      risk_level: string | null;
      attachments: { filename: string; filepath: string; release?: Release }[];
      topic: Generated<string>;
      tags: Generated<string[]>;
      category: Generated<string>;
      off_home: Generated<boolean>;
      ends: Generated<ArticleEnds | null>;
    };
  article_search: {
    row_id: number;
    filepath: Generated<string>;
    channel_id: string;
    content_time: Date;
    title: string;
    body: string;
    pieces: string[];
  };
  file: {
    filepath: string;
    sha256: string;
    size: number;
    media_type: string;
    stored_at: Date;
    brought_at: Generated<Date>;
  };
  file_leaving: { filepath: string; since: Date };
  file_text: {
    filepath: string;
    form: number;
    text: string;
    body: string;
    pieces: string[];
    problem: Generated<string>;
  };
  file_use: Dated & { filepath: string; used_by: string; filename: string; risk_level: string | null };
  register_row: Dated & {
    register: string;
    key: string;
    data: Record<string, Cell>;
    search: Record<string, string>;
    pieces: Generated<string[]>;
    sort_no: number;
    former_key: Generated<string | null>;
  };
  register_derived: { register: string; form: string; common: string[]; counts: Generated<number[]> };
  register_state: Dated & { register: string; data_date: string; department: string; row_count: number };
  page: Dated & { page: string; document: unknown };
  setting: Dated & { name: string; value: unknown };
  kept: { name: string; value: string };
  /** day as yyyy-mm-dd */
  search_missed: { day: string; words: string; count: number };
  /** last_on as yyyy-mm-dd */
  old_address_hit: { address: string; count: number; last_on: string };
  mail_outbox: {
    mail_id: Generated<number>;
    purpose: string;
    recipient: string;
    subject: string;
    body: string;
    end_address: Generated<string>;
    made_at: Generated<Date>;
    tries: Generated<number>;
    next_at: Generated<Date>;
    staff_id: number | null;
  };
  alert_reader: { reader_id: Generated<number>; address: string };
  alert_subscription: {
    subscription_id: Generated<number>;
    reader_id: number;
    thing: string;
    frequency: 'at-once' | 'daily';
    asked_at: Generated<Date>;
    asks: Generated<number>;
    confirmed_at: Generated<Date | null>;
    told_to: number;
  };
  staff_notice: {
    notice_id: Generated<number>;
    staff_id: number;
    at: Date;
    event: string;
    subject: string;
    edition_id: number | null;
    channel_id: Generated<string>;
    actor_id: number | null;
    mail_at: Date | null;
    read_at: Generated<Date | null>;
  };
  staff_notice_choice: {
    staff_id: number;
    address: string;
    mails: 'at-once' | 'daily' | 'none';
    quiet_from: number;
    quiet_until: number;
  };
  /**
   * `body` as WebhookBody of features/notices, `outcomes` as its WebhookTry, oldest first. The columns of the last try are
   * neither written nor read since there are outcomes of each.
   */
  webhook_delivery: {
    delivery_id: Generated<number>;
    subject: string;
    body: unknown;
    made_at: Date;
    tries: Generated<number>;
    next_at: Date | null;
    taken_at: Generated<Date | null>;
    last_try_at: Generated<Date | null>;
    last_status: Generated<number | null>;
    last_problem: Generated<string>;
    outcomes: ColumnType<{ at: string; status: number | null; problem: string }[], string | undefined, string>;
  };
  customer: {
    customer_id: string;
    cust_name: string;
    risk_level: string;
    risk_valid_date: string;
    is_pro_investor: string;
    pro_valid_to: Generated<string>;
  };
  customer_token: { token_hash: string; customer_id: string; expires_at: Date };
  pro_application: {
    application_id: Generated<number>;
    customer_id: string;
    request_id: string;
    apply_type: ApplyType;
    declared: Declaration;
    state: Exclude<ApplicationState, 'expired'>;
    reason: Generated<string>;
    /** yyyy-mm-dd */
    valid_to: string | null;
    signed_at: Date;
    submitted_at: Date;
  };
  pro_application_step: {
    step_id: Generated<number>;
    application_id: number;
    request_id: Generated<string>;
    state: ApplicationState;
    at: Date;
    note: Generated<string>;
  };
  pro_material: {
    material_id: Generated<number>;
    application_id: number;
    kind: MaterialKind;
    filename: string;
    filepath: string;
    sha256: string;
    size: number;
    media_type: string;
    stored_at: Date;
  };
  staff: {
    staff_id: Generated<number>;
    account: string;
    name: string;
    state: Generated<'active' | 'suspended'>;
    password: Generated<string>;
    must_change: Generated<boolean>;
    totp_secret: Generated<string>;
    totp_step: Generated<number>;
    created_at: Date;
    signed_in_at: Generated<Date | null>;
    is_program: Generated<boolean>;
  };
  delivery_token: {
    token_id: Generated<number>;
    staff_id: number;
    secret_hash: string;
    registers: string[];
    made_by: number;
    made_at: Date;
    expires_at: Date;
    revoked_at: Generated<Date | null>;
    revoked_by: Generated<number | null>;
  };
  /** `rule` as FeedingRule */
  feeding_rule: {
    row_id: Generated<number>;
    register: string;
    rule: unknown;
    opened_in: number;
    closed_in: Generated<number | null>;
    public_from: Date;
    public_to: Generated<Date | null>;
    closed_reason: Generated<string | null>;
    closed_successor: Generated<string | null>;
  };
  /** `document` as ArticleImport */
  article_import: {
    row_id: Generated<number>;
    name: string;
    document: unknown;
    opened_in: number;
    closed_in: Generated<number | null>;
    public_from: Date;
    public_to: Generated<Date | null>;
  };
  /** `answer` as SentDelivery or the data of a refusal */
  delivery: {
    delivery_id: Generated<number>;
    token_id: number;
    idempotency_key: string;
    body_hash: string;
    register: string;
    at: Date;
    status: number;
    answer: unknown;
    edition_id: number | null;
    changed: number;
    rule_id: number | null;
    due_at: Date | null;
    why: string;
    ended_at: Generated<Date | null>;
    ended_as: Generated<'published' | 'stopped' | 'held' | 'replaced' | null>;
    ended_by: Generated<number | null>;
    ended_why: Generated<string>;
  };
  staff_grant: {
    grant_id: Generated<number>;
    staff_id: number;
    role: Role;
    channel_id: string;
    granted_at: Date;
    ended_at: Generated<Date | null>;
    by_group: Generated<boolean>;
  };
  staff_identity: {
    staff_id: number;
    issuer: string;
    subject: string;
    bound_at: Date;
    bound_by: number | null;
  };
  staff_double: { staff_id: number; double_of: number; declared_at: Date; declared_by: number };
  group_rule: {
    rule_id: Generated<number>;
    group_name: string;
    role: Role;
    channel_id: string;
    begun_at: Date;
    begun_by: number;
    ended_at: Generated<Date | null>;
    ended_by: Generated<number | null>;
  };
  substitution: {
    substitution_id: Generated<number>;
    absent_id: number;
    substitute_id: number;
    grants: ColumnType<Grant[], string, never>;
    begins_at: Date;
    ends_at: Date;
    is_confirmed: boolean;
    named_at: Date;
    named_by: number;
    ended_at: Generated<Date | null>;
    ended_by: Generated<number | null>;
  };
  provider_session: {
    session_hash: string;
    issuer: string;
    subject: string;
    sid: Generated<string>;
    tokens: string;
    checked_at: Date;
    tried_at: Generated<Date | null>;
    has_second_factor: boolean;
    needs_code: boolean;
  };
  provider_used: { used: string; ends_at: Date };
  record_seal: {
    no: number;
    at: Date;
    publication_no: number | null;
    publication_hash: string;
    audit_to: number;
    step_to: number;
    grant_to: number;
    ended_grants: unknown;
    content_hash: string;
    previous_hash: string;
    hash: string;
  };
  staff_session: {
    session_hash: string;
    staff_id: number;
    address: string;
    began_at: Date;
    seen_at: Date;
    totp_offered: Generated<string>;
  };
  staff_link: { link_hash: string; staff_id: number; ends_at: Date };
  staff_request: {
    request_id: Generated<number>;
    staff_id: number | null;
    kind: RequestKind;
    grants: unknown;
    details: ColumnType<RequestDetails, string | undefined, string>;
    asked_by: number;
    asked_at: Date;
    effective_at: Date | null;
    ends_at: Date;
    state: Generated<'open' | 'done' | 'refused' | 'withdrawn' | 'expired'>;
    decided_by: Generated<number | null>;
    decided_at: Generated<Date | null>;
    note: Generated<string>;
  };
  staff_failure: {
    failure_id: Generated<number>;
    account: string;
    address: string;
    at: Date;
    /** there is no verdict yet */
    is_running: Generated<boolean>;
  };
  audit: {
    no: Generated<number>;
    at: Date;
    staff_id: number | null;
    account: string;
    act: string;
    subject: string;
    outcome: 'done' | 'refused';
    facts: Record<string, unknown>;
    address: string;
  };
  edition: {
    edition_id: Generated<number>;
    title: string;
    state: Generated<EditionState>;
    version: Generated<number>;
    content_hash: string;
    approved_hash: Generated<string | null>;
    approved_by: Generated<number | null>;
    publish_at: Generated<Date | null>;
    published_in: Generated<number | null>;
    review_due: Generated<Date | null>;
    reviewed_at: Generated<Date | null>;
    rule_no: Generated<number | null>;
    channel_ids: string[];
    base: Record<string, string>;
    created_at: Date;
    changed_at: Date;
  };
  /** `changes` as Change[] */
  edition_version: {
    edition_id: number;
    version: number;
    title: string;
    changes: unknown;
    content_hash: string;
    staff_id: number | null;
    at: Date;
  };
  wizard_plan: { edition_id: number; version: number; plan: unknown };
  /** `document` and `rhythm` as features/templates/template.ts */
  article_template: {
    template_id: Generated<number>;
    name: string;
    channel_id: string;
    document: unknown;
    version: Generated<number>;
    rhythm: unknown;
    staff_id: number | null;
    proposed_to: string | null;
    changed_by: number;
    changed_at: Date;
    removed_at: Generated<Date | null>;
  };
  edition_proposal: { edition_id: number; template_id: number; day: string; staff_id: number | null };
  work_view: {
    view_id: Generated<number>;
    staff_id: number;
    name: string;
    filters: ColumnType<Record<string, string>, string, string>;
  };
  preview: { preview_id: string; staff_id: number; changes: unknown; at: Date };
  form_draft: {
    staff_id: number;
    form: string;
    piece: string;
    version: string;
    title: string;
    address: string;
    channel_ids: string[];
    rights: string[];
    work: string;
    names: Generated<string[]>;
    changed_at: Date;
  };
  shared_preview: {
    share_id: Generated<number>;
    edition_id: number;
    version: number;
    secret_hash: string;
    for_whom: string;
    made_by: number;
    made_at: Date;
    expires_at: Date;
    revoked_at: Generated<Date | null>;
    revoked_by: Generated<number | null>;
    opened: Generated<number>;
    last_opened_at: Generated<Date | null>;
  };
  /** RM6: a line for each act on a remark */
  edition_remark: {
    row_id: Generated<number>;
    edition_id: number;
    remark_no: number;
    act: RemarkAct;
    version: number;
    staff_id: number;
    at: Date;
    text: string;
    subject: Generated<string>;
    row_key: Generated<string>;
    pointer: Generated<string>;
    is_line: Generated<boolean>;
    quote: Generated<string>;
    cell: ColumnType<Record<string, Cell> | null, string | null | undefined, never>;
    place_hash: Generated<string>;
  };
  edition_step: {
    step_id: Generated<number>;
    edition_id: number;
    at: Date;
    staff_id: number | null;
    act: EditionStep;
    version: number;
    content_hash: string;
    note: Generated<string>;
    instead_of: Generated<number[]>;
  };
  /** `said` as SetArticle */
  set_article: { article_hash: string; said: string; characters: number; made_at: Date };
  /** `channels` as ArticleSetRef */
  article_set: { article_set_hash: string; articles: string[]; channels: string; characters: number; made_at: Date };
  edition_progress: {
    edition_id: number;
    content_hash: string;
    article_ids: number[];
    done: Generated<number>;
    halted: Generated<string>;
  };
  /** `document` as Removal */
  removal: Dated & { name: string; document: unknown };
  removal_done: { edition_id: number; no: number; began_in: string; is_over: Generated<boolean>; overwritten: unknown };
  removal_hash: { edition_id: number; item: string; was: string; now: string };
  removed_file: { filepath: string; sha256: string; edition_id: number };
  edition_publication: { no: number; edition_id: number };
  row_part: { part_hash: string; rows: string; made_at: Generated<Date> };
  row_set: { row_set_hash: string; register: string; parts: string[]; counts: number[]; made_at: Date };
  public_row_set: { register: string; no: number; row_set_hash: string; definition_hash: string };
  register_import: {
    import_id: Generated<number>;
    register: string;
    filepath: string;
    filename: string;
    staff_id: number;
    state: Generated<'running' | 'done' | 'failed'>;
    rows_read: Generated<number>;
    report: unknown;
    problem: Generated<string>;
    row_set_hash: string | null;
    mark: Generated<string>;
    amendment: Amendment | null;
    definition_hash: Generated<string>;
    edition_id: number | null;
    began_at: Date;
    changed_at: Date;
  };
}

export type Db = Kysely<Tables>;
