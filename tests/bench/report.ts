/** Result of a bench run: rows with their limits, and in words the parts that could not be measured. */
export interface Row {
  /** heading under which the row is printed */
  group: string;
  /** permanent, for whoever compares two runs */
  id: string;
  title: string;
  value: number;
  unit: 'kB' | 'MB' | 'ms' | 's' | 'ratio' | '';
  /** null: told, not judged */
  limit: { most: number } | { least: number } | null;
  /** origin of the number */
  note?: string;
}

export type Verdict = 'ok' | 'over' | 'under' | 'told';

export interface Skipped {
  group: string;
  reason: string;
}

export function verdictOf({ value, limit }: Pick<Row, 'value' | 'limit'>): Verdict {
  if (limit === null) return 'told';
  if ('most' in limit) return value <= limit.most ? 'ok' : 'over';
  return value >= limit.least ? 'ok' : 'under';
}

/** Gathers rows and prints each as it is found. */
export class Report {
  readonly rows: Row[] = [];
  readonly skipped: Skipped[] = [];
  readonly failed: Skipped[] = [];
  private printed = '';

  add(...rows: Row[]): void {
    for (const row of rows) {
      this.rows.push(row);
      this.heading(row.group);
      const limit =
        row.limit === null ? '' : 'most' in row.limit ? `at most ${row.limit.most}` : `at least ${row.limit.least}`;
      const verdict = verdictOf(row);
      console.log(
        `  ${row.title.padEnd(66)} ${`${rounded(row.value)} ${row.unit === 'ratio' ? '' : row.unit}`.trimEnd().padStart(10)}  ${limit.padEnd(13)} ${verdict === 'told' ? '' : verdict}`.trimEnd(),
      );
      if (row.note) console.log(`      ${row.note}`);
    }
  }

  skip(group: string, reason: string): void {
    this.skipped.push({ group, reason });
    this.heading(group);
    console.log(`  skipped: ${reason}`);
  }

  fail(group: string, reason: string): void {
    this.failed.push({ group, reason });
    this.heading(group);
    console.log(`  failed: ${reason}`);
  }

  get missed(): Row[] {
    return this.rows.filter((row) => ['over', 'under'].includes(verdictOf(row)));
  }

  private heading(group: string): void {
    if (this.printed !== group) console.log(`\n${group}`);
    this.printed = group;
  }
}

/** Three digits that count. */
export function rounded(value: number): string {
  if (value === 0 || Math.abs(value) >= 100) return String(Math.round(value));
  return String(Number(value.toPrecision(3)));
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** "3.1 (2.9 to 3.4)": a median with what it was taken from. */
export function spread(values: readonly number[], unit = ''): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return `${rounded(median(values))} (${rounded(least)} to ${rounded(most)})${unit && ` ${unit}`}`;
}
