import { subjectsOf } from '#kinds/changes.ts';
import type { Cell } from '#page/data-shapes.ts';
import type { Change } from '#kinds/index.ts';
import { storeOf } from '#kinds/stores.ts';
import { isObject } from '#rules/json/json.ts';
import { stepsOf } from '#rules/json/pointer.ts';
import { LONGEST_QUOTE } from '#rules/editions/remarks.ts';
import { sha256OfJson } from '#server/db/sha256.ts';
import type { Db } from '#server/db/tables.ts';
import type { RemarkPlace } from '../wire.ts';

/** A version of an edition. */
export interface Version {
  title: string;
  changes: readonly Change[];
}

type Place = Pick<RemarkPlace, 'subject' | 'row' | 'pointer'>;

/** Content at a place of a version. */
export interface PlaceContent {
  /** undefined: nothing */
  value: unknown;
  /** lines of a text that is compared by them */
  lines: string[] | undefined;
  /** key fields of the row, where it is one */
  key?: Row;
}

type Row = Readonly<Record<string, Cell>>;

/** RM5: what stands at some places of a version; undefined where the thing itself is not there. The rows of a register are looked up together. */
export async function contentAt(
  db: Db,
  { title, changes }: Version,
  places: readonly Place[],
): Promise<(PlaceContent | undefined)[]> {
  const subjects = subjectsOf(changes);
  const changeOf = ({ subject }: Place): Change | undefined => changes[subjects.indexOf(subject)];
  const rows = new Map<string, ReadonlyMap<string, { row: Row; key: Row }>>();
  for (const [subject, own] of Map.groupBy(
    places.filter(({ row }) => row !== ''),
    (place) => place.subject,
  )) {
    const change = changeOf(own[0]!);
    const find = change?.document === undefined ? undefined : storeOf(change).compare?.rowsByKey;
    const keys = [...new Set(own.map(({ row }) => row))];
    rows.set(subject, find ? await find(db, change!.document as never, keys) : new Map());
  }
  return places.map((place) => {
    if (place.subject === '') return { value: valueIn({ title }, place.pointer), lines: undefined };
    const change = changeOf(place);
    if (!change) return undefined;
    if (place.row !== '') {
      const found = rows.get(place.subject)!.get(place.row);
      return { value: valueIn(found?.row, place.pointer), lines: undefined, ...(found && { key: found.key }) };
    }
    // a change as a whole is there, whatever it says
    if (place.pointer === '') return { value: true, lines: undefined };
    const value = valueIn(change, place.pointer);
    return { value, lines: storeOf(change).compare?.linesOf?.(place.pointer, value) };
  });
}

/** The value at a pointer; entries of lists by their id, where they have one, as a comparison names them. */
export function valueIn(whole: unknown, pointer: string): unknown {
  return stepsOf(pointer).reduce<unknown>((value, step) => {
    if (Array.isArray(value)) return value.find((one) => isObject(one) && one.id === step) ?? value[Number(step)];
    return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  }, whole);
}

/** Proof of what stands somewhere; '' for nothing. */
export const placeHash = (value: unknown): string =>
  value === undefined || value === null || value === '' ? '' : sha256OfJson(value);

/** The beginning of what stands somewhere, for people; '' of what is no text or number. */
export function quoteOf(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return Array.from(text).slice(0, LONGEST_QUOTE).join('');
}

/** RM5: whether a version still says at a place what stood there. */
export function isStillThere(
  found: PlaceContent | undefined,
  { isLine, placeHash: hash }: { isLine: boolean; placeHash: string },
): boolean {
  if (!found) return false;
  return isLine ? (found.lines ?? []).some((line) => placeHash(line) === hash) : placeHash(found.value) === hash;
}
