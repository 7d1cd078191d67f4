import { createHash } from 'node:crypto';
import type { Cell } from '#page/data-shapes.ts';
import type { FieldDefinition, RegisterDefinition } from '#page/register-schema.ts';
import { filterKind } from '#page/register-view.ts';
import { canonicalJson } from '#rules/json/canonical-json.ts';
import { writtenNumbers } from '#rules/registers/written-numbers.ts';
import { foldSearch, piecesOf } from '../search/search-pieces.ts';

type Row = Record<string, Cell>;

/** What of a row its register's filters look in; no public content, so no row is closed when it changes. */
export interface Derived {
  /** text filter → folded text of its fields, a line each */
  search: Record<string, string>;
  /** of the filters, and of the numbers that are shown */
  pieces: string[];
}

/** A filter that is answered by pieces: typed text in some fields, or the whole value of a field. */
export interface PieceFilter {
  name: string;
  kind: 'text' | 'choice';
  fields: string[];
  /** of these the ones that typed words have to name wholly */
  whole: string[];
  /** put before each of its pieces, so that the pieces of two filters never mix */
  prefix: string;
}

/** RG3. Restricted fields stay out: a filter on a hidden field would tell its value. */
export function pieceFilters(definition: RegisterDefinition): PieceFilter[] {
  const isOpen = (name: string) => definition.fields[name] !== undefined && !definition.fields[name].restricted;
  return definition.filters.flatMap((filter): PieceFilter[] => {
    const name = 'fuzzy' in filter ? filter.name : filter.field;
    const fields = ('fuzzy' in filter ? filter.fuzzy : [filter.field]).filter(isOpen);
    const kind =
      'fuzzy' in filter
        ? 'text'
        : fields.length === 0
          ? 'number'
          : filter.exact
            ? 'choice'
            : filterKind(definition.fields[filter.field]!);
    return fields.length > 0 && (kind === 'text' || kind === 'choice')
      ? [
          {
            name,
            kind,
            fields,
            whole: ('fuzzy' in filter && filter.whole) || [],
            prefix: prefixOf(definition.register, name),
          },
        ]
      : [];
  });
}

/** Six characters, so that the pieces of a million rows stay small. */
const prefixOf = (register: string, filter: string): string =>
  `${createHash('sha256').update(`${register}\n${filter}`).digest('base64url').slice(0, 5)}:`;

/** Fields whose numbers are found (SE7): those that everybody is shown. */
export const numberFields = ({ columns, key, fields }: RegisterDefinition): string[] =>
  [...new Set([...columns, ...key])].filter((name) => {
    const field = fields[name];
    return field !== undefined && !field.restricted && (field.type === 'text' || field.type === 'phone');
  });

/** Under which a row is found by a number that stands in it; no prefix of a filter begins so. */
export const numberPiece = (number: string): string => `#${number}`;

/** Derives rows of one register. */
export function rowDeriver(definition: RegisterDefinition): (row: Row) => Derived {
  const filters = pieceFilters(definition);
  const numbered = numberFields(definition);
  return (row) => {
    const derived: Derived = { search: {}, pieces: [] };
    for (const { name, kind, fields, whole, prefix } of filters) {
      if (kind === 'choice') {
        const value = row[fields[0]!] ?? null;
        if (value !== null) derived.pieces.push(choicePiece(prefix, String(value)));
        continue;
      }
      const folded = (field: string) => foldSearch(shownText(definition.fields[field]!, row[field] ?? null));
      for (const field of whole) if (fields.includes(field)) derived.pieces.push(choicePiece(prefix, folded(field)));
      const text = fields
        .filter((field) => !whole.includes(field))
        .map(folded)
        .join('\n');
      derived.search[name] = text;
      for (const piece of piecesOf(text)) derived.pieces.push(prefix + piece);
    }
    const numbers = numbered.flatMap((field) => writtenNumbers(String(row[field] ?? '')));
    derived.pieces.push(...new Set(numbers.map(numberPiece)));
    return derived;
  };
}

/** characters; an index takes no longer ones than some hundred */
export const LONGEST_CHOICE_PIECE = 60;

/** Of a value that is longer the beginning. */
export const choicePiece = (prefix: string, value: string): string =>
  `${prefix}=${value.length <= LONGEST_CHOICE_PIECE ? value : Array.from(value).slice(0, LONGEST_CHOICE_PIECE).join('')}`;

/**
 * Told apart from another definition whose rows would be derived otherwise; fields in another order, as a stored draft
 * has them, are no other.
 */
export function derivedForm(definition: RegisterDefinition): string {
  const { register, fields, filters } = definition;
  const choices = Object.entries(fields).map(
    ([name, { type, restricted, choices: values }]) => [name, [type, restricted ?? false, values ?? null]] as const,
  );
  return createHash('sha256')
    .update(canonicalJson([FORM, register, Object.fromEntries(choices), filters, numberFields(definition).toSorted()]))
    .digest('hex');
}

/** Counts up whenever this program derives rows in another way. */
const FORM = 3;

function shownText({ choices }: FieldDefinition, value: Cell): string {
  if (value === null) return '';
  return choices?.[String(value)] ?? String(value);
}
