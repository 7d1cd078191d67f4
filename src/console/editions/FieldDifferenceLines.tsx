import { fieldText, fieldTitle } from '#kinds/change-words.ts';
import type { Names } from '#kinds/define-kind.ts';
import type { AnyKind } from '#kinds/index.ts';
import type { FieldDifference } from '#wire/edition-answers.ts';
import { Piece } from '../parts/Piece.tsx';

/** How a field differs; of long texts line by line. */
export function FieldDifferenceLines({
  field: { path, before, after, lines },
  kind,
  document,
  names,
}: {
  field: FieldDifference;
  kind?: AnyKind | undefined;
  document?: unknown;
  names: Names;
}) {
  const [was, is] = [before, after].map((value) => fieldText(value, path, kind, names)) as [string, string];
  return (
    <div className="field-difference">
      <h4>{fieldTitle(path, kind, document)}</h4>
      {lines ? (
        lines.map((line, at) => (
          // lines repeat, and are drawn once
          // oxlint-disable-next-line react/no-array-index-key
          <p key={at} className={line.how}>
            {line.pieces.map((piece, place) => (
              // oxlint-disable-next-line react/no-array-index-key
              <Piece key={place} {...piece} />
            ))}
          </p>
        ))
      ) : (
        <p>
          <Piece how="removed" text={was} />
          {was !== '' && is !== '' && ' '}
          <Piece how="added" text={is} />
        </p>
      )}
    </div>
  );
}
