import { bareTitle } from '#rules/text/bare-title.ts';
import type { ProposedColumn } from './propose-column.ts';
import { isNearlyUnique, isUnique, type ColumnProfile } from './column-profile.ts';
import type { SheetRow } from '../sheets/sheet.ts';
import { shownValue } from '../import/findings.ts';
import { textOf } from './title-row.ts';

export interface ProposedKey {
  key: string[];
  reason: string;
}

/** Titles that name a row best, first: numbers of persons, of certificates, then codes; names last. */
const NUMBERS: readonly RegExp[] = [
  /^(员工编号|人员编号|工号|推荐人编号)$/,
  /(证书编号|证书号|资格号|登记编号|执业编号)$/,
  /代码$/,
  /(编号|编码|证号)$/,
];
const MEANINGS: readonly RegExp[] = [...NUMBERS, /(名称|简称|姓名)$/];
/** numbers that several rows may share */
const SHARED =
  /(邮政编码|邮编|区号|行业代码|币种代码|信用代码|许可证号|身份证号|(?:国家|地区|区域|区划|省份|城市|市场|交易所|类别|分类|类型|级别|批次|管理人|托管人|发行人)(?:代码|编码|编号))$/;
/** titles of columns of which each row is one: a table by years or days */
const PERIODS =
  /^(?:会计|报告|统计|自然|数据|净值|估值)?(?:年份?|年度|月份?|月度|年月|季度|报告期|期间|期[次数]|日期|交易日期?)$/;
/** share of the rows in which a number may be missing by mistake */
const FEW_GAPS = 0.02;

const rank = (header: string): number => {
  // a value that several rows may share comes last, behind any name (VA8)
  if (SHARED.test(bareTitle(header))) return MEANINGS.length + 1;
  const at = MEANINGS.findIndex((meaning) => meaning.test(bareTitle(header)));
  return at < 0 ? MEANINGS.length : at;
};
const isNumber = (header: string): boolean => rank(header) < NUMBERS.length && !SHARED.test(bareTitle(header));
const byRank = (a: KeyCandidate, b: KeyCandidate): number =>
  rank(a.proposed.column.header) - rank(b.proposed.column.header);

export interface KeyCandidate {
  proposed: ProposedColumn;
  profile: ColumnProfile;
}

/**
 * RG15: the columns that name a row. First choice is a number whose values all differ. Next is a number that nearly
 * all rows have and few share, whose repeats are errors. Next is any column whose values all differ, then two or
 * three together.
 * @param rows the sampled ones, for columns taken together
 */
export function proposeKey(candidates: readonly KeyCandidate[], rows: readonly SheetRow[], total: number): ProposedKey {
  const shown = candidates.filter(
    ({ proposed: { column }, profile }) =>
      ['shown', 'no-download'].includes(column.visibility) && profile.longest <= 100,
  );
  const open = shown.filter(({ profile }) => profile.filled === total);
  const unique = open
    .filter(
      ({ profile, proposed: { column } }) =>
        isUnique(profile) && (rank(column.header) !== MEANINGS.length || column.field.type === 'text'),
    )
    .sort(byRank)[0];
  if (unique && isNumber(unique.proposed.column.header)) return ofUnique(unique);
  const nearly = shown
    .filter(
      ({ profile, proposed: { column } }) =>
        isNumber(column.header) &&
        isNearlyUnique(profile) &&
        total - profile.filled <= Math.max(total >= 20 ? 1 : 0, Math.floor(total * FEW_GAPS)),
    )
    .sort(byRank)[0];
  if (nearly) return ofNearlyUnique(nearly, total);
  if (unique) return ofUnique(unique);
  const [start] = shown;
  if (
    start?.profile.filled === total &&
    isUnique(start.profile) &&
    PERIODS.test(bareTitle(start.proposed.column.header))
  )
    return ofUnique(start);
  const texts = open
    .filter(({ proposed: { column } }) => ['text', 'choice', 'date'].includes(column.field.type))
    .sort(byRank)
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

const ofUnique = ({ proposed: { column } }: KeyCandidate): ProposedKey => ({
  key: [column.name],
  reason: `“${column.header}”每行都有，而且没有重复`,
});

/** Repeats are listed with their places: each is an error as long as this column alone is the key. */
function ofNearlyUnique({ proposed: { column }, profile }: KeyCandidate, total: number): ProposedKey {
  const { repeats, twins, gaps, filled } = profile;
  const same = twins.map(({ line, first, text }) => `第 ${line} 行与第 ${first} 行都是“${shownValue(text)}”`);
  const errors = [
    ...(repeats > 0 ? [`${repeats} 行与前面的行重复：${same.join('；')}${repeats > twins.length ? '等' : ''}`] : []),
    ...(filled < total
      ? [`${total - filled} 行没有填写：第 ${gaps.join('、')} 行${total - filled > gaps.length ? '等' : ''}`]
      : []),
  ];
  return {
    key: [column.name],
    reason: `“${column.header}”几乎每行不同，所以建议作主键，下面作为错误列出的是：${errors.join('；')}。如果同一个${column.header}本来可以有几行，请再勾选一列一起作主键`,
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
