import type { RegisterShape } from '#kinds/register/register-words.ts';
import { fieldOrder, audienceNote } from '#kinds/register/register-words.ts';
import { Piece } from '../parts/Piece.tsx';

interface Props {
  definition: RegisterShape;
  /** fields to show; fields without a value on both sides are left out */
  names: readonly string[];
  /** the text of a field, '' for none; absent where there is no row on that side */
  before?: (name: string) => string;
  after?: (name: string) => string;
}

const none = (): string => '';

/**
 * Fields of a row in their reading order, each with its visibility: its former and new value, once where it reads the
 * same.
 */
export function RowFields({ definition, names, before = none, after = none }: Props) {
  const shown = names.filter((name) => before(name) !== '' || after(name) !== '');
  const ordered = [
    ...fieldOrder(definition).filter((name) => shown.includes(name)),
    ...shown.filter((name) => !Object.hasOwn(definition.fields, name)),
  ];
  return ordered.map((name) => (
    <span key={name} className="cell">
      {`${definition.fields[name]?.title ?? name}${Object.hasOwn(definition.fields, name) ? audienceNote(definition, name) : ''}：`}
      {before(name) === after(name) ? (
        <Piece how="same" text={after(name)} />
      ) : (
        <>
          <Piece how="removed" text={before(name)} /> <Piece how="added" text={after(name)} />
        </>
      )}
    </span>
  ));
}
