import type { FieldDefinition, FieldType, RegisterDefinition } from '#page/register-schema.ts';
import type { ChannelFields } from './channel-answers.ts';
import type { Finding } from './edition-answers.ts';
import type { FileMends, ImportReportView } from './register-answers.ts';

/** Contract of the wizard of new channels and its calls (src/server/console-api/wizard-calls.ts). */

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
] as const satisfies readonly FieldType[];
export type ColumnType = (typeof COLUMN_TYPES)[number];

/**
 * Audience of a column. shown: with downloads · no-download: on the page alone · by-level: to customers of the row's
 * level (RK6) · hidden: stored, shown to nobody · left-out: not even read
 */
export const VISIBILITIES = ['shown', 'no-download', 'by-level', 'hidden', 'left-out'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** One column of the file, and the field of the definition that it becomes. */
export interface WizardColumn {
  /** place in the file, from 0 */
  place: number;
  /** title in the file */
  header: string;
  /** name of its field */
  name: string;
  /** field that the definition gets once the column is imported; absent: it has it */
  leftOut?: FieldDefinition;
  /**
   * EY6: form of percents without any sign. asked: nobody has chosen yet; percents: 0.61 is 0.61 %. Absent: the file
   * shows it, or they are fractions of one, as the field has them then.
   */
  plain?: 'asked' | 'percents';
  /** cells, by their text, that the editor has called wrong, and what was probably meant (RG16); absent: none */
  wrong?: { text: string; meant: string }[];
}

/** RG16: an unusual cell, unlike all others of its column. */
export interface WizardQuestion {
  /** an unusual value · a code of another length · a number or a day far from the others · an empty cell */
  kind: 'choice' | 'code' | 'number' | 'date' | 'empty';
  /** place of its column */
  place: number;
  /** D17 */
  cell: string;
  /** value in the file */
  value: string;
  /** reason why it is unusual, as a sentence without a point */
  words: string;
  /** value that was probably meant; '' where none is known */
  meant: string;
  /** pattern of all other codes in the column */
  pattern?: Pick<FieldDefinition, 'pattern' | 'patternHint' | 'example'>;
}

/** A register as the wizard has it: its definition, and the places of its fields in the file. */
export interface WizardTable {
  definition: RegisterDefinition;
  /** columns in the order of the file */
  columns: WizardColumn[];
  /** yyyy-mm-dd */
  dataDate: string;
  /** shown above the table, a paragraph a line */
  notes: string;
  /** VA7: the same below it, as the file has them; absent: none */
  notesBelow?: string;
}

/** A stored file, and which of its sheets. */
export interface WizardFile extends FileMends {
  filepath: string;
  filename: string;
  /** '' the first visible one */
  sheet: string;
}

export interface SampleRow {
  /** line as a spreadsheet shows it */
  line: number;
  /** cells by place in the file */
  cells: string[];
}

/** SU26: a register without rows, on a page of this site, that a new table would double. */
export interface DoubledRegister {
  register: string;
  title: string;
  /** channels that show it */
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
  /** rows of the register */
  rows: number;
  /** rows of the file below the titles, sums and notes with them */
  rowsRead: number;
  samples: SampleRow[];
  /** sentences about the file */
  remarks: string[];
  /** questions that the editor may answer, the likeliest mistakes first */
  questions: WizardQuestion[];
  /** reasons by place, why a column is proposed in its form */
  columnReasons: Record<number, string[]>;
  reasons: Record<'title' | 'key' | 'filters' | 'order' | 'dataDate' | 'verify', string>;
}

/** Step where the wizard shows a problem. */
const WIZARD_STEPS = ['file', 'fields', 'display', 'content', 'channel', 'preview'] as const;
export type WizardStep = (typeof WIZARD_STEPS)[number];

export interface WizardProblem {
  step: WizardStep;
  /** place of a column in the file */
  place?: number;
  /** property of the column, of the table or of the channel */
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
  /** misfits of the checked rows */
  misfits: MisfitCell[];
  /** number of all misfits, more than are listed */
  misfitCount: number;
  checkedRows: number;
  /** findings as an import reports them (RG17); null where the table itself is wrong */
  report: ImportReportView | null;
}

/** The channel that a wizard makes, with its owner. */
export type WizardChannel = Omit<ChannelFields, 'sameAs' | 'moves' | 'department'> & { department: string };

export interface WizardArticle {
  title: string;
  content: string;
  source: string;
  /** ISO 8601 with zone */
  contentTime: string;
  attachments: { filename: string; filepath: string }[];
  /** a product level (RK1) that readers need; absent: none */
  riskLevel?: string;
}

/** Parts of a channel that a copy would take over. */
export interface Copyable {
  registers: { register: string; title: string; columns: string[] }[];
  hasPage: boolean;
}

/** Input that the wizard has gathered: enough to make the edition. */
export interface WizardPlan {
  kind: WizardKind;
  channel: WizardChannel;
  file?: WizardFile;
  table?: WizardTable;
  articles?: WizardArticle[];
  /** id of the channel whose definition and page are taken over */
  copyOf?: string;
}

/** Answer of the server to the preview step. */
export interface WizardReview {
  problems: WizardProblem[];
  /** '' where there is nothing to be looked at yet */
  previewId: string;
  /** path of the new page, below the site's base */
  path: string;
  /** changes that would become public, one sentence each */
  changes: string[];
  /** warnings: allowed, but perhaps not intended */
  warnings: Pick<WizardProblem, 'step' | 'message'>[];
  /** CK3: findings of the checks, once nothing else keeps it from being sent */
  findings: Finding[];
  rows: number;
  /** report on the file, where cells of it are wrong (RG17); else null */
  report: ImportReportView | null;
}
