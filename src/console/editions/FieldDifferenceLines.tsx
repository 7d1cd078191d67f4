import { Button } from 'antd';
import { useState } from 'react';
import { fieldText, fieldTitle } from '#kinds/change-words.ts';
import type { Names } from '#kinds/define-kind.ts';
import type { AnyKind } from '#kinds/index.ts';
import type { DiffLine } from '#rules/text/text-diff.ts';
import type { FieldDifference } from '#wire/edition-answers.ts';
import { Piece } from '../parts/Piece.tsx';
import { fieldPlace, type EditionPlace } from './edition-place.ts';
import { PlaceBelow, PlaceMark } from './FeaturePlaces.tsx';
import { lineRuns } from './line-runs.ts';

/** characters of a paragraph by which it is named */
const NAMED = 12;

/** Difference of a field; long texts line by line, where unchanged lines are folded. */
export function FieldDifferenceLines({
  subject,
  field: { path, before, after, lines },
  kind,
  document,
  names,
}: {
  /** absent: the title of the edition itself */
  subject?: string;
  field: FieldDifference;
  kind?: AnyKind | undefined;
  document?: unknown;
  names: Names;
}) {
  const [was, is] = [before, after].map((value) => fieldText(value, path, kind, names)) as [string, string];
  const title = fieldTitle(path, kind, document);
  const place = fieldPlace(subject ?? '', path);
  return (
    <div className="field-difference">
      <h4>
        {title} <PlaceMark place={place} title={title} />
      </h4>
      <PlaceBelow place={place} title={title} />
      {lines ? (
        lineRuns(lines).map(({ folded, lines: run }, at) =>
          // runs have no names, and stay in their places
          // oxlint-disable-next-line react/no-array-index-key
          folded ? <Unchanged key={at} of={place} lines={run} /> : <Lines key={at} of={place} lines={run} />,
        )
      ) : (
        <p data-difference="">
          <Piece how="removed" text={was} />
          {was !== '' && is !== '' && ' '}
          <Piece how="added" text={is} />
        </p>
      )}
    </div>
  );
}

const Lines = ({ of, lines }: { of: EditionPlace; lines: readonly DiffLine[] }) =>
  lines.map((line, at) => (
    // lines repeat, and are drawn once
    // oxlint-disable-next-line react/no-array-index-key
    <Line key={at} of={of} line={line} />
  ));

/** A paragraph; one that left is no place of the newest version. */
function Line({ of, line: { how, pieces } }: { of: EditionPlace; line: DiffLine }) {
  const text = pieces
    .filter((piece) => piece.how !== 'removed')
    .map((piece) => piece.text)
    .join('');
  const place = { ...of, line: text };
  const title = `“${Array.from(text).slice(0, NAMED).join('')}”`;
  return (
    <>
      <p className={how} data-difference={how === 'same' ? undefined : ''}>
        {pieces.map((piece, at) => (
          // oxlint-disable-next-line react/no-array-index-key
          <Piece key={at} {...piece} />
        ))}
        {text !== '' && <PlaceMark place={place} title={title} />}
      </p>
      {text !== '' && <PlaceBelow place={place} title={title} />}
    </>
  );
}

function Unchanged({ of, lines }: { of: EditionPlace; lines: readonly DiffLine[] }) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <Lines of={of} lines={lines} />;
  return (
    <p className="unchanged">
      {`… ${lines.length} 段未改，`}
      <Button type="link" size="small" onClick={() => setOpen(true)}>
        展开
      </Button>
    </p>
  );
}
