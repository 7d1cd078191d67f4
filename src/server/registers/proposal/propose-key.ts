import { bareTitle } from '#rules/bare-title.ts';
import type { ProposedColumn } from './propose-column.ts';
import type { ColumnProfile } from './column-profile.ts';
import type { SheetRow } from '../sheets/sheet.ts';
import { textOf } from './title-row.ts';

export interface ProposedKey {
  key: string[];
  reason: string;
}

/** What names a row best, first: numbers of persons, of certificates, then codes. */
const MEANINGS: readonly RegExp[] = [
  /^(员工编号|人员编号|工号|推荐人编号)$/,
  /(证书编号|证书号|资格号|登记编号|执业编号)$/,
  /代码$/,
  /(编号|编码|证号)$/,
  /(名称|简称|姓名)$/,
];
const rank = (header: string): number => {
  const at = MEANINGS.findIndex((meaning) => meaning.test(bareTitle(header)));
  return at < 0 ? MEANINGS.length : at;
};

export interface KeyCandidate {
  proposed: ProposedColumn;
  profile: ColumnProfile;
}

/**
 * The columns that name a row: one whose values all differ, the best by its meaning; else two or three together.
 * @param rows those that were kept, for columns taken together
 */
export function proposeKey(candidates: readonly KeyCandidate[], rows: readonly SheetRow[], total: number): ProposedKey {
  const open = candidates.filter(
    ({ proposed: { column }, profile }) =>
      profile.filled === total && ['shown', 'no-download'].includes(column.visibility) && profile.longest <= 100,
  );
  const single = open
    .filter(
      ({ profile, proposed: { column } }) =>
        profile.unique !== null && (rank(column.header) < MEANINGS.length || column.type === 'text'),
    )
    .sort((a, b) => rank(a.proposed.column.header) - rank(b.proposed.column.header))[0];
  if (single)
    return { key: [single.proposed.column.name], reason: `“${single.proposed.column.header}”每行都有，而且没有重复` };
  const texts = open
    .filter(({ proposed: { column } }) => ['text', 'choice', 'date'].includes(column.type))
    .sort((a, b) => rank(a.proposed.column.header) - rank(b.proposed.column.header))
    .slice(0, 7);
  const found = combinations(texts).find((list) =>
    allDiffer(
      rows,
      list.map(({ proposed: { column } }) => column.place),
    ),
  );
  if (!found) return { key: [], reason: '没有一列或几列能够区分每一行。请核对是否有重复的行，或选择主键' };
  return {
    key: found.map(({ proposed: { column } }) => column.name),
    reason: `没有不重复的单独一列；${found.map(({ proposed: { column } }) => `“${column.header}”`).join('和')}合在一起不重复`,
  };
}

function combinations<T>(list: readonly T[]): T[][] {
  const pairs = list.flatMap((first, at) => list.slice(at + 1).map((second) => [first, second]));
  const triples = list.flatMap((first, at) =>
    list.slice(at + 1).flatMap((second, next) => list.slice(at + next + 2).map((third) => [first, second, third])),
  );
  return [...pairs, ...triples];
}

function allDiffer(rows: readonly SheetRow[], places: readonly number[]): boolean {
  const seen = new Set<string>();
  return rows.every((row) => {
    const name = places.map((place) => textOf(row.cells[place])).join('\u001f');
    return !seen.has(name) && Boolean(seen.add(name));
  });
}
