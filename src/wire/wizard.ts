import type { EndedMark } from '#rules/registers/ended-mark.ts';
import type { ChannelFields } from './channel-answers.ts';
import type { FileMends, ImportReportView } from './register-answers.ts';

/** What the wizard of new channels and its calls say to each other (src/server/console-api/wizard-calls.ts). */

export const WIZARD_KINDS = ['table', 'list', 'article', 'files', 'downloads', 'copy'] as const;
export type WizardKind = (typeof WIZARD_KINDS)[number];

/** Types that a column of a dropped file can get. */
export const COLUMN_TYPES = [
  'text',
  'choice',
  'date',
  'integer',
  'decimal',
  'percent',
  'money',
  'phone',
  'url',
] as const;
export type ColumnType = (typeof COLUMN_TYPES)[number];

/**
 * shown: with downloads · no-download: on the page alone · by-level: to customers of the row's level (RK6) · hidden:
 * kept in the store, told to nobody · left-out: not even read
 */
export const VISIBILITIES = ['shown', 'no-download', 'by-level', 'hidden', 'left-out'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** One column of the file, and what it becomes. '' and [] stand for nothing. */
export interface WizardColumn {
  /** in the file, from 0 */
  place: number;
  /** as the file titles it */
  header: string;
  /** of the field, Latin letters and digits */
  name: string;
  title: string;
  type: ColumnType;
  visibility: Visibility;
  required: boolean;
  /** false: names and codes, never turned into the other script */
  convert: boolean;
  pattern: string;
  patternHint: string;
  example: string;
  choices: string[];
  /** digits after the point; null: any */
  scale: number | null;
  unit: string;
  /**
   * EY6: of percents without any sign: plain numbers are fractions of one, 0.61 for 61 %; null: nobody has said yet. Absent:
   * the file says it
   */
  fraction?: boolean | null;
  /** cells, by their text, that the editor has called wrong, and what was probably meant (RG16); absent: none */
  wrong?: { text: string; meant: string }[];
}

/** RG16: a cell that stands apart from all others of its column. */
export interface WizardQuestion {
  /** an unusual value · a code of another length · a number or a day far from the others · an empty cell */
  kind: 'choice' | 'code' | 'number' | 'date' | 'empty';
  /** of its column */
  place: number;
  /** D17 */
  cell: string;
  /** as the file has it */
  value: string;
  /** what is unusual about it, as a sentence without a point */
  words: string;
  /** what was probably meant; '' where that cannot be told */
  meant: string;
  /** of a code: that of all others */
  pattern?: Pick<WizardColumn, 'pattern' | 'patternHint' | 'example'>;
}

/** What kind of check the rows take part in; '' in none. */
export const VERIFY_KINDS = ['staff', 'product', ''] as const;

export interface WizardVerify {
  kind: (typeof VERIFY_KINDS)[number];
  /** columns that are answered of a found row; those that are not public never are */
  show: string[];
  /** choice field and its values that mark a person who left or a product that ended (RG9); absent: no such field */
  ended?: EndedMark;
}

/** A register as the wizard has it before it is a definition. Columns are named by the names of their fields. */
export interface WizardTable {
  title: string;
  /** in the order in which they are shown */
  columns: WizardColumn[];
  key: string[];
  filters: string[];
  /** columns in which one typed word is looked for */
  search: string[];
  /** '-' in front for descending */
  order: string[];
  countWord: string;
  /** yyyy-mm-dd */
  dataDate: string;
  /** shown above the table, a paragraph a line */
  notes: string;
  /** VA7: the same below it, as the file has them; absent: none */
  notesBelow?: string;
  /** absent: in no check */
  verify?: WizardVerify;
}

/** A stored file, and which of its sheets. */
export interface WizardFile extends FileMends {
  filepath: string;
  filename: string;
  /** '' the first visible one */
  sheet: string;
}

export interface SampleRow {
  /** as a spreadsheet shows it */
  line: number;
  /** by place in the file */
  cells: string[];
}

/** SU26: a register without rows, on a page of this site, that a new table would double. */
export interface DoubledRegister {
  register: string;
  title: string;
  /** that show it */
  channelIds: string[];
  /** columns of the file that it has */
  shared: number;
}

export interface TableProposal {
  table: WizardTable;
  sheet: string;
  /** visible sheets of the workbook; [] for CSV */
  sheets: string[];
  headerRow: number;
  /** of the register */
  rows: number;
  /** rows of the file below the titles, sums and notes with them */
  rowsRead: number;
  samples: SampleRow[];
  /** sentences about the file */
  remarks: string[];
  /** what the editor should look at, if they like; the likeliest mistakes first */
  questions: WizardQuestion[];
  /** by place, why a column is proposed as it is */
  columnReasons: Record<number, string[]>;
  reasons: Record<'title' | 'key' | 'filters' | 'order' | 'dataDate' | 'verify', string>;
}

/** Where the wizard shows a problem. */
const WIZARD_STEPS = ['file', 'fields', 'display', 'content', 'channel', 'preview'] as const;
export type WizardStep = (typeof WIZARD_STEPS)[number];

export interface WizardProblem {
  step: WizardStep;
  /** of a column, its place in the file */
  place?: number;
  /** what of the column, of the table or of the channel */
  field: string;
  message: string;
}

/** A cell that does not fit its column. */
export interface MisfitCell {
  /** row and column as in SampleRow */
  line: number;
  place: number;
  cell: string;
  value: string;
  message: string;
}

export interface TableCheck {
  problems: WizardProblem[];
  /** of the rows that were looked at */
  misfits: MisfitCell[];
  /** all of them, more than are listed */
  misfitCount: number;
  checkedRows: number;
  /** what was found, as an import reports it (RG17); null where the table itself is wrong */
  report: ImportReportView | null;
}

/** The channel that a wizard makes, with its owner. */
export type WizardChannel = Omit<ChannelFields, 'sameAs' | 'moves' | 'department'> & { department: string };

export interface WizardArticle {
  title: string;
  content: string;
  source: string;
  /** with zone */
  contentTime: string;
  attachments: { filename: string; filepath: string }[];
  /** a product level (RK1) that readers need; absent: none */
  riskLevel?: string;
}

/** What a copy of a channel would take over. */
export interface Copyable {
  registers: { register: string; title: string; columns: string[] }[];
  hasPage: boolean;
}

/** All that the wizard has gathered: enough to make the edition. */
export interface WizardPlan {
  kind: WizardKind;
  channel: WizardChannel;
  file?: WizardFile;
  table?: WizardTable;
  articles?: WizardArticle[];
  /** id of the channel whose definition and page are taken over */
  copyOf?: string;
}

/** What the server answers to the preview step. */
export interface WizardReview {
  problems: WizardProblem[];
  /** '' where there is nothing to be looked at yet */
  previewId: string;
  /** of the new page, below the site's base */
  path: string;
  /** what would become public, one sentence each */
  changes: string[];
  /** warnings: allowed, but perhaps not intended */
  warnings: Pick<WizardProblem, 'step' | 'message'>[];
  rows: number;
  /** of the file, where cells of it are wrong (RG17); else null */
  report: ImportReportView | null;
}
