import type { ValueOf } from '#page/schema-words.ts';
import { isBlank } from '#ui/register-columns.ts';
import type { Row } from '#ui/register-columns.ts';
import { verbatim } from '#ui/script/active-script.ts';
import type { props as words } from './props.ts';

type Props = ValueOf<typeof words>;

/** Whether a cell is a point of a line. */
export const isNumber = (value: Row[string] | undefined): boolean =>
  value !== undefined && !isBlank(value) && Number.isFinite(Number(value));

/** A product is drawn, and offered, only where it has numbers. */
export const isDrawable = (row: Row, { lines }: Pick<Props, 'lines'>): boolean =>
  lines.some((field) => isNumber(row[field]));

export const codeOf = (row: Row, { of }: Pick<Props, 'of'>): string => String(row[of] ?? '');

/** Names of products by their codes, each once. */
export const namesOf = (rows: readonly Row[], props: Pick<Props, 'of' | 'name'>): Map<string, string> =>
  new Map(rows.map((row) => [codeOf(row, props), verbatim(String(row[props.name ?? props.of] ?? codeOf(row, props)))]));
