/** Violation of a rule of the house, in the form of the linter's and the compiler's. */
export interface Complaint {
  /** below the root of the repository */
  file: string;
  line?: number;
  /** the fault, with its full stop */
  sentence: string;
  /** the remedy, with its full stop */
  remedy: string;
}

/** The name of the error whose message is nothing but lines of complaints; the reporter prints them as they are. */
export const COMPLAINTS = 'Complaints';

export const complaintLine = ({ file, line = 1, sentence, remedy }: Complaint): string =>
  `${file}:${line}: ${sentence} ${remedy} [house]`;

/** @throws {Error} where there is a complaint: its message has a line for each */
export function expectNone(complaints: readonly Complaint[]): void {
  if (complaints.length === 0) return;
  const error = new Error(complaints.map(complaintLine).join('\n'));
  error.name = COMPLAINTS;
  Error.captureStackTrace(error, expectNone);
  throw error;
}

/** A complaint for each name that is found and not wanted, and for each that is wanted and not found. */
export function unequal(lists: {
  found: readonly string[];
  wanted: readonly string[];
  superfluous: (name: string) => Complaint;
  missing: (name: string) => Complaint;
}): Complaint[] {
  const { found, wanted, superfluous, missing } = lists;
  return [
    ...found.filter((name) => !wanted.includes(name)).map(superfluous),
    ...wanted.filter((name) => !found.includes(name)).map(missing),
  ];
}

/** A complaint for each name that a list holds more than once. */
export const repeated = (names: readonly string[], complaint: (name: string) => Complaint): Complaint[] =>
  [...new Set(names.filter((name, at) => names.indexOf(name) !== at))].map(complaint);
