import { documentIn } from '#kinds/changes.ts';
import type { Change } from '#kinds/index.ts';
import { rows as rowsKind } from '#kinds/rows/index.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { checkRegister } from '#page/check-register.ts';
import { parseJson } from '#page/parse-json.ts';
import { pointerTo } from '#rules/json/pointer.ts';
import { formatProblem, type Problem } from '#page/problems.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { PublicationRefused, RowProblems } from '#server/store/publication/publication-problems.ts';
import { StoreFull } from '#server/db/free-space.ts';
import { StoreProblem } from '#server/db/store-problem.ts';
import { ImportRefused } from '#server/registers/import/import-report.ts';
import { OperatorProblem } from '#server/operator-problem.ts';

const REGISTERS = new URL('../../page-schemas/registers/', import.meta.url);

/**
 * The files of page-schemas/ do not let an empty store be filled. The message names file and pointer; the start prints
 * it without a stack.
 */
export class FillProblem extends OperatorProblem {
  override readonly name = 'FillProblem';

  constructor(sentences: string[]) {
    super({
      zh: `${sentences.join('\n')}\n没有写入演示数据。请改正文件后再启动：已有的保留，其余接着写入。不要虚构的数据：DEMO=off 和空的 DATA_DIR。`,
      en: `${sentences.join('\n')}\nThe store is not filled with demonstration data. Mend the file and start again: what is there already stays, the rest follows. For a site without invented data: DEMO=off and an empty DATA_DIR.`,
    });
  }
}

/**
 * Reads and checks the definition of one register from its file.
 * @throws FillProblem with all problems found
 */
export function readRegister(register: string, folder = REGISTERS): RegisterDefinition {
  const file = `registers/${register}.json`;
  const refused = (problems: Problem[]) =>
    new FillProblem(problems.map((problem) => formatProblem({ ...problem, file })));
  let document: unknown;
  try {
    document = parseJson(readFileSync(new URL(`${register}.json`, folder), 'utf8'));
  } catch (error) {
    throw refused([{ pointer: '', code: 'unreadable-file', message: `${(error as Error).message}.` }]);
  }
  const { register: definition, problems } = checkRegister(document);
  if (!definition) throw refused(problems);
  return definition;
}

/**
 * Checks before anything is published that every register can take rows.
 * @throws FillProblem
 */
export function assertRegistersGood(folder = REGISTERS): void {
  const names = readdirSync(folder).flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -'.json'.length)] : []));
  const wrong = names.flatMap((name) => {
    try {
      readRegister(name, folder);
      return [];
    } catch (error) {
      return [(error as Error).message.split('\nThe store', 1)[0]!];
    }
  });
  if (wrong.length > 0) throw new FillProblem(wrong);
}

/**
 * Converts an error that refused the demonstration's rows into a FillProblem that names the register's file and field,
 * for whoever changed that file; a full store becomes a StoreProblem. Any other error is returned unchanged.
 */
export function fillProblem(error: unknown, changes: readonly Change[] = []): unknown {
  if (error instanceof StoreFull) return new StoreProblem(error.sentence);
  if (error instanceof ImportRefused) {
    const { register, errors, problems, badRows } = error.report;
    const [first] = errors;
    const value = first?.cells[0]?.value;
    const what = first
      ? `${badRows} of the demonstration's rows are refused${value === undefined ? '' : `, the first for the value ${JSON.stringify(value)}`}`
      : `the demonstration's rows have other fields (${problems.length} problems)`;
    return rowsRefused(register, first?.field ?? null, what);
  }
  if (error instanceof RowProblems) {
    const { register, field, value, twin } = error.rows[0]!;
    return rowsRefused(
      register,
      field,
      `${error.rows.length} of the demonstration's rows are refused${twin === undefined ? `, the first for the value ${JSON.stringify(value)}` : ', because rows have the same key'}`,
      twin !== undefined,
    );
  }
  const change = error instanceof PublicationRefused ? changes[error.problems[0]?.change ?? -1] : undefined;
  const rows = documentIn(rowsKind, change);
  return rows
    ? rowsRefused(
        rows.definition.register,
        null,
        `the demonstration cannot publish it: ${(error as PublicationRefused).problems[0]!.message}`,
      )
    : error;
}

function rowsRefused(register: string, field: string | null, what: string, key = false): FillProblem {
  const pointer = key ? '/key' : field ? pointerTo('fields', field) : '';
  return new FillProblem([`registers/${register}.json${pointer && `#${pointer}`}: ${what}.`]);
}
