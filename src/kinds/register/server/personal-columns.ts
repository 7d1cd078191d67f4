import type { RegisterDefinition } from '#page/register-schema.ts';
import { isIdCard, isMobile, personalKind } from '#rules/people/personal-data.ts';
import type { Site } from '#server/site/site.ts';
import { writtenOf } from '../../changes.ts';
import type { Change } from '../../index.ts';
import { rows as rowsKind, type Row } from '../../rows/index.ts';
import { register } from '../index.ts';

/** rows that are looked at; those of a large register are stored apart, and its titles alone are read */
const ROWS_READ = 2_000;

/** A register that would show data of persons to everybody: its place in the changes, and which columns. */
interface PersonalColumns {
  at: number;
  /** a sentence without a point */
  words: string;
}

/** RG28: of the definitions among these changes, what would come to be shown to everybody and looks personal. */
export const personalColumns = (
  changes: readonly Change[],
  { registers }: Pick<Site, 'registers'>,
): PersonalColumns[] =>
  writtenOf(register, changes).flatMap(({ at, document: definition }) => {
    const before = registers.get(definition.register);
    const shown = before ? openColumns(before) : [];
    const own = writtenOf(rowsKind, changes).find(
      ({ document }) => document.definition.register === definition.register,
    );
    const rows = (own?.document.rows ?? []).slice(0, ROWS_READ);
    const titles = openColumns(definition)
      .filter((name) => !shown.includes(name))
      .flatMap((name) => {
        const { title } = definition.fields[name]!;
        return personalKind(title, cellsOf(rows, name)) === '' ? [] : [`“${title}”`];
      });
    const words = `登记表“${definition.title}”的${titles.join('、')}像是个人信息，将对所有人公开，请核对是否应当公示`;
    return titles.length === 0 ? [] : [{ at, words }];
  });

/** A draft may still name columns that it does not define. */
const openColumns = ({ columns = [], fields = {} }: Partial<RegisterDefinition>): string[] =>
  columns.filter((name) => Object.hasOwn(fields, name) && fields[name]!.restricted !== true);

function cellsOf(rows: readonly Row[], name: string): Parameters<typeof personalKind>[1] {
  const texts = rows.map((row) => row[name]).filter((cell) => typeof cell === 'string' && cell !== '') as string[];
  return { filled: texts.length, mobiles: texts.filter(isMobile).length, idCards: texts.filter(isIdCard).length };
}
