import type { MouseEvent, ReactNode } from 'react';
import type { RegisterFacts, RegisterField } from '#wire/register-answers.ts';
import { CellValue } from './CellValue.tsx';
import { typedIn, type Line } from './RowGrid.tsx';

interface Props {
  facts: RegisterFacts;
  name: string;
  column: number;
  line: Line;
  isNumber: boolean;
  /** the table is changed in place: cells take the focus */
  inGrid: boolean;
  isActive: boolean;
  problems: readonly string[];
  onChoose: () => void;
  onBegin: () => void;
  isEditing: boolean;
  /** the box in which the cell is edited, and that waits for it where the cell is selected */
  children: ReactNode;
}

/** A cell: its value, where it is changed what was there, and what is wrong with it. */
export function GridCell(props: Props) {
  const { facts, name, column, line, isNumber, inGrid, isActive, problems, onChoose, onBegin, isEditing, children } =
    props;
  const field = facts.fields[name]!;
  const { change, was, listed } = line;
  const isChanged = change?.row !== undefined && listed !== null && typedIn(line, name) !== (was[name] ?? '');
  return (
    <td
      {...(inGrid && {
        role: 'gridcell',
        // a box in it takes the focus in its place
        tabIndex: isActive && !children ? 0 : -1,
        'aria-readonly': change !== undefined && !change.row,
        ...(isActive && { 'data-active': '' }),
      })}
      aria-colindex={column + 1}
      data-label={field.title}
      aria-invalid={problems.length > 0 || undefined}
      className={[
        isNumber && 'number',
        facts.key.includes(name) && `pinned pinned-${column}`,
        isChanged && 'cell-changed',
        problems.length > 0 && 'cell-wrong',
      ]
        .filter(Boolean)
        .join(' ')}
      onFocus={onChoose}
      onClick={inGrid ? focusBox : undefined}
      onDoubleClick={onBegin}
    >
      {!isEditing && (
        <>
          <span className="cell-text" title={titleOf(field, typedIn(line, name))}>
            {isChanged ? (
              <>
                <ins>{wordsOf(field, typedIn(line, name))}</ins>
                <del>
                  <span className="unseen">，原为 </span>
                  {wordsOf(field, was[name] ?? '')}
                </del>
              </>
            ) : listed ? (
              <CellValue field={field} value={listed.row[name]} isSmall />
            ) : (
              wordsOf(field, typedIn(line, name), '')
            )}
          </span>
          {problems.map((message) => (
            <span key={message} className="cell-problem">
              {message}
            </span>
          ))}
        </>
      )}
      {children}
    </td>
  );
}

/** Text selected by the mouse stays so, to be copied. */
function focusBox({ currentTarget }: MouseEvent<HTMLElement>): void {
  if (getSelection()?.isCollapsed === false) return;
  const box = currentTarget.querySelector<HTMLInputElement>('[data-waits]');
  box?.focus({ preventScroll: true });
  box?.select();
}

/** Typed text as it is read: a choice by its label, a file by its name. */
export function wordsOf({ choices, type }: RegisterField, text: string, none = '（空）'): string {
  if (text === '') return none;
  if (type === 'image' || type === 'file') return type === 'image' ? '图片' : '文件';
  return choices?.[text] ?? text;
}

/** A long text is cut in its cell. */
const titleOf = (field: RegisterField, text: string): string | undefined =>
  field.type === 'text' && text.length > 16 ? text : undefined;
