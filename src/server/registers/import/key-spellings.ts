import type { Cell } from '#page/data-shapes.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { KEY_SEPARATOR, rowKey } from '../../store/rows/check-rows.ts';
import { shownValue, type Findings } from './findings.ts';
import type { MatchedColumn } from './match-header.ts';
import { compatible } from '#rules/text/unicode-forms.ts';

/** Two rows of a file whose keys look alike. */
export interface NearKeys {
  line: number;
  key: string;
  /** line of the earlier row */
  twinLine: number;
  twinKey: string;
}

/** Filters keys to public ones. */
export type StoredKeys = (keys: readonly string[]) => Promise<ReadonlySet<string>>;

/** most pairs that are reported; a whole column in another width is one mistake */
const MOST_PAIRS = 1_000;

/** A key as a person reads it: whatever the width of its signs, and whether a letter and its accent are one sign or two. */
export const spelling = (key: string): string => compatible(key);

/** RG14: keys that differ by width or composition alone, such as ＡＢ１ and AB1, are two only for a program. */
export class KeySpellings {
  readonly near: NearKeys[] = [];
  private readonly definition: RegisterDefinition;
  private readonly seen = new Map<string, { line: number; key: string }>();

  constructor(definition: RegisterDefinition) {
    this.definition = definition;
  }

  see(line: number, row: Record<string, Cell>): void {
    const key = rowKey(this.definition, row);
    const name = spelling(key);
    const twin = this.seen.get(name);
    if (twin === undefined) this.seen.set(name, { line, key });
    // equal keys are reported as doubled ones
    else if (twin.key !== key && this.near.length < MOST_PAIRS)
      this.near.push({ line, key, twinLine: twin.line, twinKey: twin.key });
  }
}

/**
 * Reports such pairs as questions, which are errors of the later row. Two keys that are both public already are
 * known to differ.
 */
export async function tellNearKeys(
  { key: fields, fields: definitions }: RegisterDefinition,
  {
    nearKeys,
    columns,
    storedKeys,
  }: {
    nearKeys: readonly NearKeys[];
    columns: readonly MatchedColumn[];
    storedKeys: StoredKeys | undefined;
  },
  findings: Findings,
): Promise<void> {
  if (nearKeys.length === 0) return;
  const stored = storedKeys ? await storedKeys(nearKeys.flatMap(({ key, twinKey }) => [key, twinKey])) : new Set();
  for (const { line, key, twinLine, twinKey } of nearKeys) {
    if (stored.has(key) && stored.has(twinKey)) continue;
    const [values, twins] = [key.split(KEY_SEPARATOR), twinKey.split(KEY_SEPARATOR)];
    const at = values.findIndex((value, place) => value !== twins[place]);
    const field = fields[at]!;
    const place = columns.find((column) => column.field === field)!.place;
    findings.error(
      line,
      place,
      field,
      values[at]!,
      `与第 ${twinLine} 行的“${shownValue(twins[at]!)}”只差全角、半角等写法，是同一条吗`,
      `是同一条，请删除多余的一行；是两条，请把“${definitions[field]!.title}”写得能够区别`,
    );
  }
}
