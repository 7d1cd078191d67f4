import { titleWords, valueWords, type Titled } from '../documents/value-words.ts';
import type { IsWhole, Path } from './three-way.ts';

/** Words of a form for its parts and their content, for people. */
export interface MergeWords {
  nameOf: (path: Path) => string;
  /** @param value undefined: a field that is not there; entries of lists that are not are told by others */
  textOf: (path: Path, value: unknown) => string;
  /** an entry of a list, in a word */
  entryOf: (entry: unknown) => string;
  /** absent: every object is described by its fields */
  isWhole?: IsWhole;
}

const LABELS = ['heading', 'title', 'name', 'label', 'filename', 'text', 'id', 'code', 'written'];

/** '“证监会”': what an entry of a list is known by. */
export function entryName(entry: unknown): string {
  const label =
    typeof entry === 'object' && entry !== null
      ? (LABELS.map((name) => (entry as Record<string, unknown>)[name]).find(
          (value) => typeof value === 'string' && value.trim() !== '',
        ) ?? firstWords(entry))
      : entry;
  return `“${String(label ?? '未命名')
    .replaceAll('\n', ' ')
    .slice(0, 40)}”`;
}

/** Name of an entry without one: the words of its first list that has any, such as what visitors say. */
const firstWords = (entry: object): string | undefined =>
  Object.values(entry)
    .find((value) => Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string'))
    ?.join('、');

/** Words by the titles of a JSON Schema. @param whole what the value as a whole is called */
export const schemaMergeWords = (schema: object, whole: string): MergeWords => ({
  nameOf: (path) =>
    path
      .map((step, at) =>
        typeof step === 'string' ? titleWords(schemaAt(schema, path.slice(0, at + 1)), step) : entryName(step.entry),
      )
      .join(' ') || whole,
  textOf: (path, value) => valueWords(value, schemaAt(schema, path)),
  entryOf: entryName,
});

/** The schema of a part; undefined where it knows none. */
export const schemaAt = (schema: object, path: Path): Titled | undefined =>
  path.reduce<Titled | undefined>(
    (at, step) => (typeof step === 'string' ? at?.properties?.[step] : at?.items),
    schema as Titled,
  );
