/** A part of the store that no check of the record finds changed, and what a change of it does at most. */
export interface NotCovered {
  table: string;
  /** columns; absent: all */
  columns?: readonly string[];
  /** which rows that came or went are not found; absent: both where all columns are not covered, else neither */
  rows?: 'added' | 'removed' | 'both';
  /** names of the table `kept` that are covered all the same */
  but?: readonly string[];
  /** for the last line of verify-log */
  what: string;
}

/**
 * RC9: what verify-log does not cover, one by one. Nothing of it changes what visitors are shown, who may do what, or what an
 * approval was for. The tampering test finds any other part that is missed; decision 34 tells the same with the reasons.
 */
export const NOT_COVERED: readonly NotCovered[] = [
  {
    table: 'kept',
    but: ['site.opened', 'site.hidden', 'staff.second-factor-roles', 'publication log head'],
    what: 'what the program keeps for itself (table kept), but for opening, log head and roles with a second factor',
  },
  { table: 'migration', columns: ['ran_at'], what: 'when a migration ran' },
  { table: 'search_missed', what: 'searches in vain' },
  { table: 'old_address_hit', what: 'how often old addresses were asked for' },
  { table: 'mail_outbox', what: 'mails that wait to be sent' },
  { table: 'alert_reader', what: 'readers of alerts' },
  { table: 'alert_subscription', what: 'subscriptions of readers' },
  { table: 'customer_token', what: 'sessions of customers of the embedded user service' },
  { table: 'pro_application_step', what: 'the history of applications of customers' },
  { table: 'pro_material', what: 'documents of customers' },
  {
    table: 'staff',
    columns: ['totp_step', 'created_at', 'signed_in_at'],
    what: 'last sign-ins and last codes of staff',
  },
  {
    table: 'staff_session',
    columns: ['address', 'seen_at', 'totp_offered'],
    rows: 'removed',
    what: 'what sessions of staff did last, and those of the last minute',
  },
  { table: 'staff_link', columns: [], rows: 'removed', what: 'links for passwords that are gone' },
  { table: 'staff_request', columns: ['decided_at', 'note'], what: 'moment and note of a decided request for roles' },
  { table: 'staff_failure', what: 'wrong sign-ins' },
  {
    table: 'file',
    columns: ['stored_at', 'brought_at'],
    rows: 'added',
    what: 'files that nothing published names, and when a file was stored',
  },
  { table: 'file_leaving', what: 'files whose bytes go with the next cleaning' },
  {
    table: 'file_text',
    columns: ['form', 'problem'],
    rows: 'both',
    what: 'texts of attachments that were taken out of the index or could not be read',
  },
  {
    table: 'register_derived',
    columns: ['common', 'form'],
    rows: 'both',
    what: 'which pieces of a search are counted as frequent, and how a register without rows was derived',
  },
  { table: 'register_import', what: 'checks of uploaded register files' },
  { table: 'preview', what: 'previews' },
  { table: 'wizard_plan', what: 'what the wizard of channels was told' },
  { table: 'public_row_set', what: 'from which copy of a register’s rows a draft of row changes begins' },
  {
    table: 'row_part',
    columns: ['made_at'],
    rows: 'both',
    what: 'rows that no draft names, and when rows of drafts were kept',
  },
  { table: 'row_set', columns: ['made_at'], rows: 'both', what: 'sets of rows that no draft names' },
  { table: 'set_article', columns: ['made_at'], rows: 'added', what: 'imported articles that no set names' },
  { table: 'article_set', columns: ['made_at'], rows: 'added', what: 'sets of articles that no draft names' },
  {
    table: 'edition_progress',
    rows: 'both',
    columns: [],
    what: 'numbers taken for the articles of an import that has not begun',
  },
  { table: 'edition', columns: ['created_at', 'changed_at'], what: 'when an edition was begun and changed last' },
];
