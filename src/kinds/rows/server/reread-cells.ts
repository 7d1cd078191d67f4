import type { RegisterDefinition } from '#page/register-schema.ts';
import { formatCell } from '#rules/registers/format-cell.ts';
import type { RewrittenRows } from '#wire/register-answers.ts';
import type { Row } from '../index.ts';

/** cells of one field that are listed */
const MOST_LISTED = 3;

/** properties of a field that say how its value is written on a page */
const LOOKS = ['type', 'scale', 'fraction', 'unit'] as const;

/** EY7: collects the cells that visitors would read otherwise because a definition writes their values otherwise. */
export class RereadCells {
  private readonly from: RegisterDefinition;
  private readonly to: RegisterDefinition;
  private readonly fields: RewrittenRows['reread'];

  constructor(from: RegisterDefinition, to: RegisterDefinition) {
    this.from = from;
    this.to = to;
    this.fields = Object.keys(to.fields).flatMap((field) => {
      const [was, now] = [from.fields[field], to.fields[field]!];
      const isOther = was !== undefined && LOOKS.some((name) => was[name] !== now[name]);
      return isOther && [...from.columns, ...to.columns].includes(field) ? [{ field, count: 0, cells: [] }] : [];
    });
  }

  /** @param key in words */
  see(before: Row, after: Row, key: () => string): void {
    for (const one of this.fields) {
      const { field, cells } = one;
      if ((before[field] ?? null) === null) continue;
      const [was, now] = [
        formatCell(before[field], this.from.fields[field]!),
        formatCell(after[field], this.to.fields[field]!),
      ];
      if (was === now) continue;
      one.count += 1;
      if (cells.length < MOST_LISTED) cells.push({ key: key(), before: was, after: now });
    }
  }

  all(): RewrittenRows['reread'] {
    return this.fields.filter(({ count }) => count > 0);
  }
}
