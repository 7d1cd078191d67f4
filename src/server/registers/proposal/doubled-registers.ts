import type { RegisterDefinition } from '#page/register-schema.ts';
import { bareTitle } from '#rules/text/bare-title.ts';
import type { WizardTable } from '#wire/wizard.ts';
import { countFields, matchHeader } from '../import/match-header.ts';
import type { SheetRow } from '../sheets/sheet.ts';

/** registers that are proposed at once */
const MOST = 3;
/** columns that a list called alike has in common at least, and any other */
const FEWEST = 2;
const ENOUGH = 4;

const comparable = (title: string): string =>
  bareTitle(title).replace(/(?:名单|名录|列表|一览表?|清单|公示|信息|表)+$/, '');

/**
 * SU26: registers without rows that the table of a new channel doubles, the likeliest first. Either at least half of
 * its columns are theirs, and it has all columns that their rows need or has their name. Or two thirds of its
 * columns are theirs.
 * @param empty definitions without rows
 */
export function doubledRegisters(
  { definition: { title }, columns }: Pick<WizardTable, 'definition' | 'columns'>,
  empty: Iterable<RegisterDefinition>,
): { definition: RegisterDefinition; shared: number }[] {
  const header: SheetRow = {
    number: 1,
    hidden: false,
    cells: columns.map((column) => ({ kind: 'text', text: column.header })),
  };
  const counted = columns.filter((column) => bareTitle(column.header) !== '序号').length;
  const found: { definition: RegisterDefinition; shared: number }[] = [];
  for (const definition of empty) {
    const shared = countFields(definition, header);
    const isCalledSo = comparable(title) !== '' && comparable(title) === comparable(definition.title);
    const isWhole = matchHeader(definition, header).problems.every(({ reason }) => !reason.startsWith('缺少'));
    const isClose = shared >= ENOUGH && 3 * shared >= 2 * counted;
    const isHalf = shared >= FEWEST && 2 * shared >= counted;
    if (isClose || (isHalf && (isWhole || isCalledSo))) found.push({ definition, shared });
  }
  return found.sort((a, b) => b.shared - a.shared).slice(0, MOST);
}
