import { choice, text } from '#page/schema-words.ts';
import { readRows } from '../read-texts.ts';
import { permanent, type RegisterHistory } from '../registers/history.ts';

/** The whole organisation from the top down: a unit, the unit above it, and what it does. */
const UNITS = readRows(new URL('./org-units.csv', import.meta.url), {
  unitCode: text(),
  unitName: text(),
  /** empty for the first unit */
  parentCode: text(),
  unitKind: choice(['1', '2', '3', '4', '5', '6']),
  duty: text(),
});

export type Unit = (typeof UNITS)[number];

export const topUnit: Unit = UNITS[0]!;

export const unitsBelow = ({ unitCode }: Unit): Unit[] => UNITS.filter(({ parentCode }) => parentCode === unitCode);

/** 组织架构: a small demonstration holds the whole organisation, too; half of it would make no sense. */
export const orgUnits = (day: string): RegisterHistory =>
  permanent('org-unit', day, () =>
    UNITS.map((unit, place) => ({ ...unit, parentCode: unit.parentCode || null, sortNo: place + 1 })),
  );
