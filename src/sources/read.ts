import { isObject } from '#rules/json/json.ts';
import { pointerTo } from '#rules/json/pointer.ts';

/**
 * The room `sources` turns answers of calls into the shapes of data-shapes.ts: one file a source, index.ts is the list.
 * A source gets `call` handed in and knows neither React nor widgets nor who answers: browser, server or upstream.
 *
 * This file: reading what arrives as unknown. Text and numbers may come in each other's form, as upstreams send them.
 */

/** An answer that is not what the call promises. `pointer` (RFC 6901) says where in the answer's data. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
  readonly code = 'unreadable';
  readonly pointer: string;

  constructor(pointer: string, expected: string) {
    super(`The answer has no ${expected} at "${pointer}"`);
    this.pointer = pointer;
  }
}

/** A value and where in the answer it stands. */
export interface Part {
  value: unknown;
  pointer: string;
}

/** US2: whether nobody told how long a list is. */
export const untoldIn = (answer: Part): { untold?: true } =>
  field(answer, 'untold').value === true ? { untold: true } : {};

export const whole = (value: unknown): Part => ({ value, pointer: '' });

/** @throws Unreadable when the part is no object */
export function field(part: Part, name: string): Part {
  if (!isObject(part.value)) throw new Unreadable(part.pointer, 'object');
  return {
    value: Object.hasOwn(part.value, name) ? part.value[name] : undefined,
    pointer: part.pointer + pointerTo(name),
  };
}

/** Absent and null are ''. @throws Unreadable */
export function text({ value, pointer }: Part): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  throw new Unreadable(pointer, 'text');
}

/** A text that must not be empty. @throws Unreadable */
export function name(part: Part): string {
  const read = text(part);
  if (read === '') throw new Unreadable(part.pointer, 'text');
  return read;
}

/** A whole number from 0; `absent` when it is missing. @throws Unreadable */
export function count({ value, pointer }: Part, absent?: number): number {
  if ((value === undefined || value === null) && absent !== undefined) return absent;
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 0) return number;
  throw new Unreadable(pointer, 'whole number');
}

/** @throws Unreadable */
export function items({ value, pointer }: Part): Part[] {
  if (!Array.isArray(value)) throw new Unreadable(pointer, 'list');
  return value.map((item: unknown, index) => ({ value: item, pointer: pointer + pointerTo(index) }));
}

export const isAbsent = ({ value }: Part): boolean => value === undefined || value === null;

/**
 * ISO 8601 with offset. A time without zone is one of Shanghai (TA2), as is a bare day. '' when absent.
 * @throws Unreadable
 */
export function time(part: Part): string {
  const read = text(part).trim();
  if (read === '') return '';
  const [, day, clock = '00:00', seconds = '', zone = '+08:00'] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/.exec(read) ?? [];
  const iso = `${day}T${clock}${seconds || ':00'}${zone}`;
  if (Number.isNaN(Date.parse(iso))) throw new Unreadable(part.pointer, 'time');
  return iso;
}

/**
 * A site path or an http(s) address; anything else (javascript:, //host) is ''. @throws Unreadable when it is no text
 */
export function link(part: Part): string {
  const read = text(part).trim();
  return /^(https?:\/\/|\/(?![/\\]))/i.test(read) ? read : '';
}
