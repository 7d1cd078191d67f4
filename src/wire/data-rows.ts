/** VA7: what somebody has said of rows that look like sums and notes, among the answers of FileMends. */

/** The key of all such rows of a file; with `:` and its number that of one row. */
export const NO_ROW = 'noRow';

/** @param key of a question */
export const isOfNoRow = (key: string): boolean => key.split(':')[0] === NO_ROW;

type Answers = Readonly<Record<string, string>>;

/** @param line of the row in its file @returns whether somebody has said that it is data */
export const isConfirmedData = (answers: Answers, line: number): boolean =>
  (answers[`${NO_ROW}:${line}`] ?? answers[NO_ROW]) === 'keep';

/** The rows as one parameter of an address: 17,20, or * for all. */
export const dataRowsOf = (answers: Answers = {}): string =>
  Object.entries(answers)
    .flatMap(([key, answer]) => {
      const [, line = '*'] = key.split(':');
      return isOfNoRow(key) && answer === 'keep' ? [line] : [];
    })
    .sort()
    .join(',');

/** The answers that such a parameter stands for. */
export const answersOfDataRows = (rows: string): Answers =>
  Object.fromEntries(
    rows
      .split(',')
      .filter((line) => line !== '')
      .map((line) => [line === '*' ? NO_ROW : `${NO_ROW}:${line}`, 'keep']),
  );
