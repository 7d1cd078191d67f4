import type { ReactNode } from 'react';
import { fieldText, fieldTitle } from '#kinds/change-words.ts';
import type { Names } from '#kinds/define-kind.ts';
import type { AnyKind } from '#kinds/index.ts';

const isNothing = (value: unknown): boolean =>
  value === '' || value === undefined || value === null || (Array.isArray(value) && value.length === 0);

/** The fields of a document, or of another part of a change, that say something. @param below where they stand in it */
export function Facts({
  of,
  kind,
  names,
  below = '/document',
  children,
}: {
  of: Readonly<Record<string, unknown>>;
  kind: AnyKind;
  names: Pick<Names, 'nameOf'>;
  below?: '/document' | '/withdraw';
  children?: ReactNode;
}) {
  return (
    <dl className="facts">
      {Object.entries(of)
        .filter(([, value]) => !isNothing(value))
        .map(([name, value]) => (
          <div key={name} className="fact">
            <dt>{fieldTitle(`${below}/${name}`, kind)}</dt>
            <dd>{fieldText(value, `${below}/${name}`, kind, names)}</dd>
          </div>
        ))}
      {children}
    </dl>
  );
}
