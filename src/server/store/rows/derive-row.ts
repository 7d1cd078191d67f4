import { sha256OfJson } from '../../db/sha256.ts';
import { createHash } from 'node:crypto';
import type { Cell, Row } from '#page/data-shapes.ts';
import type { FieldDefinition, RegisterDefinition } from '#page/register-schema.ts';
import { filterKind } from '#page/register-view.ts';
import { writtenNumbers } from '#rules/registers/written-numbers.ts';
import { foldSearch, piecesOf } from '../search/search-pieces.ts';

/** Values that a register's filters search in a row; no public content, so no row is closed when it changes. */
export interface Derived {
  /** text filter → folded text of its fields, a line each */
  search: Record<string, string>;
  /** pieces of the filters, of the shown numbers, and of the texts that editors alone look through */
  pieces: string[];
}

/** A filter that is answered by pieces: typed text in some fields, or the whole value of a field. */
export interface PieceFilter {
  name: string;
  kind: 'text' | 'choice';
  fields: string[];
  /** pieces that typed words have to name wholly */
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

/** Put before pieces by which the console alone finds rows (CS2): no filter's prefix begins so, nor can a visitor ask by it. */
export const FOR_EDITORS = '*:';

/** Texts of a row that no filter of visitors looks through in parts, hidden ones among them. */
function fieldsForEditors(definition: RegisterDefinition): string[] {
  const searched = new Set(
    pieceFilters(definition).flatMap(({ kind, fields, whole }) =>
      kind === 'text' ? fields.filter((field) => !whole.includes(field)) : [],
    ),
  );
  return Object.keys(definition.fields).filter((name) => {
    const { type } = definition.fields[name]!;
    return (type === 'text' || type === 'phone') && !searched.has(name);
  });
}

/** Under which a row is found by a number that stands in it; no prefix of a filter begins so. */
export const numberPiece = (number: string): string => `#${number}`;

/** Derives rows of one register. */
export function rowDeriver(definition: RegisterDefinition): (row: Row) => Derived {
  const filters = pieceFilters(definition);
  const numbered = numberFields(definition);
  const forEditors = fieldsForEditors(definition);
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
    const texts = forEditors.map((field) => foldSearch(String(row[field] ?? ''))).join('\n');
    // single characters would be as many again, and the console looks for none
    for (const piece of piecesOf(texts)) if ([...piece].length > 1) derived.pieces.push(FOR_EDITORS + piece);
    return derived;
  };
}

/** characters; an index takes no longer ones than some hundred */
export const LONGEST_CHOICE_PIECE = 60;

/** The beginning of a value that is longer. */
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
  return sha256OfJson([FORM, register, Object.fromEntries(choices), filters, numberFields(definition).toSorted()]);
}

/** Counts up whenever this program derives rows in another way. */
const FORM = 4;

function shownText({ choices }: FieldDefinition, value: Cell): string {
  if (value === null) return '';
  return choices?.[String(value)] ?? String(value);
}
