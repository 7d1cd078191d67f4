import type { Cell } from '#page/data-shapes.ts';

/** One reason why an act cannot be published. Editors read the message. */
export interface PublicationProblem {
  /** position in act.changes, from 0; null when it concerns the act itself */
  change: number | null;
  message: string;
}

/** One wrong cell, or (field null) one wrong row, of a register. */
export interface RowProblem {
  register: string;
  /** place in the given rows, from 1 */
  row: number;
  field: string | null;
  value: Cell;
  /** 第3行“证书编号”格式不正确 */
  message: string;
  /** the remedy */
  expected: string;
  /** the earlier row with the same key */
  twin?: number;
}

/** problems spelled out in the error's own message; the list has all */
const SHOWN = 20;

/** The act breaks a rule; nothing of it was published. Holds every problem found, not only the first. */
export class PublicationRefused extends Error {
  readonly problems: PublicationProblem[];

  constructor(problems: PublicationProblem[]) {
    const more = problems.length > SHOWN ? [`… ${problems.length - SHOWN}`] : [];
    super([...problems.slice(0, SHOWN).map(({ message }) => message), ...more].join('\n'));
    this.name = 'PublicationRefused';
    this.problems = problems;
  }
}

/** Rows that do not fit their register's definition. `problems` says the same in sentences. */
export class RowProblems extends PublicationRefused {
  readonly rows: RowProblem[];

  constructor(rows: RowProblem[], problems: PublicationProblem[]) {
    super(problems);
    this.name = 'RowProblems';
    this.rows = rows;
  }
}
