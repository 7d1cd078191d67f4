import type { RegisterView } from '#page/register-schema.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { formatCell } from '#rules/registers/format-cell.ts';
import type { Column, Row } from '#ui/register-columns.ts';
import type { Line } from './Plot.tsx';
import { isNumber } from './products.ts';
import type { props as words } from './props.ts';

type Props = ValueOf<typeof words>;

/** A line for each field that has numbers. */
export function linesOf(
  { x, lines }: Pick<Props, 'x' | 'lines'>,
  rows: readonly Row[],
  register: RegisterView,
): Line[] {
  return lines.flatMap((field) => {
    const column: Column | undefined = register.columns.find((one) => one.field === field);
    const points = rows
      .filter((row) => isNumber(row[field]) && /^\d{4}-\d{2}-\d{2}$/.test(String(row[x])))
      .map((row) => ({
        date: String(row[x]),
        value: Number(row[field]),
        text: formatCell(row[field], column ?? { type: 'text' }),
      }))
      .sort((a, b) => (a.date < b.date ? -1 : 1));
    return points.length > 0 ? lineOf(column?.title ?? field, points) : [];
  });
}

/** @param points by date, at least one */
function lineOf(title: string, points: Line['points']): Line {
  const pick = (better: (a: number, b: number) => boolean) =>
    points.reduce((best, one) => (better(one.value, best.value) ? one : best));
  return {
    title,
    points,
    latest: points.at(-1)!,
    least: pick((a, b) => a < b),
    most: pick((a, b) => a > b),
  };
}

/**
 * RG39: a line for each product, in percent of what its field was on the first day that all of them have; null where
 * they have no day in common.
 */
export function relativeLines(
  field: string,
  x: string,
  products: readonly { name: string; rows: readonly Row[] }[],
  register: RegisterView,
): { since: string; lines: Line[] } | null {
  const own = products.map(({ name, rows }) => ({ name, line: linesOf({ x, lines: [field] }, rows, register)[0] }));
  const days = own.map(({ line }) => new Set(line?.points.map(({ date }) => date)));
  const common = [...(days[0] ?? [])].filter((day) => days.every((known) => known.has(day))).sort();
  const since = common.find((day) => own.every(({ line }) => line!.points.find(({ date }) => date === day)!.value > 0));
  if (since === undefined) return null;
  const lines = own.map(({ name, line }) => {
    const points = line!.points.filter(({ date }) => date >= since);
    const base = points[0]!.value;
    return lineOf(
      name,
      points.map(({ date, value }) => {
        const percent = (value / base - 1) * 100;
        return { date, value: percent, text: `${percent > 0 ? '+' : ''}${percent.toFixed(2)}%` };
      }),
    );
  });
  return { since, lines };
}

/** Class of a change: rise and fall by colour, beside the sign. */
export const lookOf = (change: number): string | undefined =>
  change > 0 ? 'chart__up' : change < 0 ? 'chart__down' : undefined;
