import { Button } from 'antd';
import { useLayoutEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { audienceNote } from '#kinds/register/register-words.ts';
import { MOST_CHANGED_ROWS } from '#kinds/rows/index.ts';
import {
  changeCounts,
  freshPlaces,
  placeOf,
  withBlock,
  withCells,
  withChange,
  type PendingChange,
  type RowTarget,
} from '#kinds/rows/console/row-changes.ts';
import type { ListedRow, RegisterFacts, RegisterField } from '#wire/register-answers.ts';
import { useMedia } from '../parts/use-media.ts';
import { isNumber, typedRow } from './cell-text.ts';
import { CellEditor, isComposing, isTyped, type Leave } from './CellEditor.tsx';
import { gridFields } from './grid-fields.ts';
import { GridCell, wordsOf } from './GridCell.tsx';
import { copiedCell, pastedBlock, pastedCells, pasteWords, type PastedBlock, type PasteFound } from './pasted-cells.ts';
import { RowActs } from './RowActs.tsx';
import type { EditedRow } from './RowForm.tsx';

type Changes = readonly PendingChange[];

/** Facts about its changes that the form around the table knows. */
export interface RowEditing {
  list: Changes;
  /** problems of the changes; change: place in the list */
  problems: readonly { change?: number; field?: string; message: string }[];
  onWrite: (next: (list: Changes) => Changes) => void;
  /** @param block what of it there is place for */
  onPaste: (next: (list: Changes) => Changes, block: PastedBlock) => void;
  /** the newest change, where it was a paste: null of another */
  pasted: { block: PastedBlock; found: PasteFound } | null;
  onForm: (edited: EditedRow) => void;
  /** absent while there are none */
  onShowChanges?: () => void;
}

interface Props {
  facts: RegisterFacts;
  rows: readonly ListedRow[];
  /** rows of the list before these */
  from: number;
  total: number;
  /** the field by which rows are ordered, '-' before it for descending; '' for the register's own order */
  order: string;
  onSort: (order: string) => void;
  onHistory: (key: readonly string[]) => void;
  editing: RowEditing | null;
}

/** A line of the table: a public row, or a new one. */
export interface Line {
  target: RowTarget;
  /** values in the form, without the changes; {} for a new one */
  was: Readonly<Record<string, string>>;
  listed: ListedRow | null;
  change: PendingChange | undefined;
  /** place of the change among all changes; -1: none */
  at: number;
}

interface Place {
  line: number;
  column: number;
}

/**
 * RG20: rows as a table that is changed in place. Arrows move, Enter, F2 or typing edits, Escape gives up. Enter and
 * Tab go on to the next cell, which is selected and not edited; a block of cells is pasted from a spreadsheet. Each
 * cell that is changed says what was there.
 */
export function RowGrid({ facts, rows, from, total, order, onSort, onHistory, editing }: Props) {
  const table = useRef<HTMLTableElement>(null);
  const isWide = useMedia('(min-width: 768px)');
  const fields = gridFields(facts);
  const lines = linesOf(facts, rows, editing?.list ?? []);
  const [place, setPlace] = useState<Place>({ line: 0, column: 0 });
  const [isEditing, setEditing] = useState(false);
  // why nothing was pasted
  const [announcement, setMessage] = useState('');
  const announced = announcement || (editing?.pasted ? pasteWords(editing.pasted.block, editing.pasted.found) : '');
  // the place takes the focus when keys have moved it, not when the table is drawn
  const wantsFocus = useRef(false);
  // Tab has left an edited cell, and goes on from cell to cell until another key moves
  const isTabbing = useRef(false);
  const active: Place = {
    line: Math.min(place.line, Math.max(0, lines.length - 1)),
    column: Math.min(place.column, fields.length - 1),
  };
  const changesInPlace = editing !== null && isWide;
  usePinnedColumns(table, facts.key.length, isWide);
  useLayoutEffect(() => {
    if (!wantsFocus.current || isEditing) return;
    wantsFocus.current = false;
    focusCell(table.current?.querySelector<HTMLElement>('[data-active]'));
  });
  const move = (to: Place): void => {
    wantsFocus.current = true;
    setPlace({
      line: Math.max(0, Math.min(to.line, lines.length - 1)),
      column: Math.max(0, Math.min(to.column, fields.length - 1)),
    });
  };
  const mayEdit = ({ line }: Place): boolean => {
    const change = lines[line]?.change;
    return changesInPlace && lines[line] !== undefined && (change === undefined || change.row !== undefined);
  };
  const openForm = (line: Line): void => editing?.onForm(formOf(line));
  const begin = (at: Place): void => {
    const line = lines[at.line];
    if (!line || !mayEdit(at)) return;
    if (isFile(facts, fields[at.column]!)) return openForm(line);
    isTabbing.current = false;
    // the key that began it goes into the box
    flushSync(() => {
      setPlace(at);
      setEditing(true);
    });
  };
  const write = (at: Place, text: string): void => {
    setMessage('');
    const line = lines[at.line];
    const field = fields[at.column]!;
    if (line && text !== typedIn(line, field))
      editing?.onWrite((list) => withCells(list, line.target, { [field]: text }));
  };
  const leave = (text: string | null, how: Leave): void => {
    setEditing(false);
    if (text !== null) write(active, text);
    isTabbing.current = how === 'next' || how === 'back';
    if (how === 'blur') return;
    const next = nextPlace(active, how, fields.length);
    move(how === 'stay' || next.line < 0 || next.line >= lines.length ? active : next);
  };
  const hear = (event: KeyboardEvent): void => {
    const { target } = event;
    if (isEditing || !(target instanceof HTMLElement)) return;
    const doesWait = target.dataset.waits !== undefined;
    if ((!doesWait && target.dataset.active === undefined) || isComposing(event)) return;
    const to = movedBy(event, active, { lines: lines.length, columns: fields.length }) ?? tabbedBy(event);
    if (event.key !== 'Tab' && event.key !== 'Shift') isTabbing.current = false;
    if (to) {
      event.preventDefault();
      return move(to);
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' || event.key === 'F2') {
      event.preventDefault();
      begin(active);
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      if (mayEdit(active)) write(active, '');
    } else if ([...event.key].length === 1) {
      // typing into the box that waits begins by itself
      if (isTyped(facts.fields[fields[active.column]!]!)) focusCell(event.currentTarget.querySelector('[data-active]'));
      else begin(active);
    }
  };
  const tabbedBy = ({ key, shiftKey }: KeyboardEvent): Place | null => {
    if (key !== 'Tab' || !isTabbing.current) return null;
    const next = nextPlace(active, shiftKey ? 'back' : 'next', fields.length);
    return next.line >= 0 && next.line < lines.length ? next : null;
  };
  const paste = (event: ClipboardEvent): void => {
    if (isEditing || !changesInPlace || !editing) return;
    event.preventDefault();
    const block = pastedCells(event.clipboardData.getData('text/plain'));
    const first = lines[active.line];
    if (!first) return;
    const isFresh = 'fresh' in first.target;
    const targets = lines
      .slice(active.line)
      .filter(({ target }) => 'fresh' in target === isFresh)
      .map(({ target }) => target);
    const next = withBlock(editing.list, targets, fields.slice(active.column), block);
    if (next.length > MOST_CHANGED_ROWS)
      return setMessage(
        `没有粘贴：本次改动会达到 ${next.length} 行，一次最多 ${MOST_CHANGED_ROWS} 行，更多的请导入文件`,
      );
    setMessage('');
    editing.onPaste(
      (list) => withBlock(list, targets, fields.slice(active.column), block),
      pastedBlock(block, { rows: isFresh ? block.length : targets.length, columns: fields.length - active.column }),
    );
  };
  const copy = (event: ClipboardEvent): void => {
    const line = lines[active.line];
    if (isEditing || !line || getSelection()?.isCollapsed === false) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', copiedCell(typedIn(line, fields[active.column]!)));
  };
  const add = (): void => {
    if (!isWide) return editing?.onForm(newRow());
    editing?.onWrite((list) => [...list, { row: {} }]);
    move({ line: freshPlaces(editing?.list ?? []).length, column: 0 });
  };
  return (
    <>
      {editing && (
        <div className="row-buttons">
          <Button onClick={add}>新增一行</Button>
          {editing.onShowChanges && (
            <Button type="link" onClick={editing.onShowChanges}>
              本次改动 {changeCounts(editing.list)}
            </Button>
          )}
          {isWide && (
            <p className="quiet">
              方向键移动，回车或直接键入修改，Esc 放弃，Tab 到下一格；可以从 Excel 复制一块单元格粘贴到这里。
            </p>
          )}
        </div>
      )}
      <p role="status" className={announced === '' ? 'unseen' : 'paste-words'}>
        {announced}
      </p>
      {lines.length > 0 && (
        <div className="row-grid-place" tabIndex={changesInPlace ? -1 : 0} role="region" aria-label={facts.title}>
          <table
            ref={table}
            className="row-grid"
            role={changesInPlace ? 'grid' : undefined}
            aria-label={facts.title}
            aria-rowcount={total + 1 + freshPlaces(editing?.list ?? []).length}
            aria-colcount={fields.length + 1}
            onKeyDown={hear}
            onMouseDown={() => {
              isTabbing.current = false;
            }}
            onBlur={({ currentTarget, relatedTarget }) => {
              if (!currentTarget.contains(relatedTarget)) isTabbing.current = false;
            }}
            onPaste={paste}
            onCopy={copy}
          >
            <thead>
              <tr aria-rowindex={1}>
                {fields.map((name, column) => (
                  <HeadCell key={name} {...{ facts, name, column, order, onSort }} />
                ))}
                <th scope="col" className="row-acts" aria-colindex={fields.length + 1}>
                  操作和变更记录
                </th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line, at) => (
                <tr
                  key={'fresh' in line.target ? `new ${line.target.fresh}` : line.target.key.join('\n')}
                  aria-rowindex={from + at + 2}
                  className={lineClass(line)}
                >
                  {fields.map((name, column) => {
                    const isActive = changesInPlace && active.line === at && active.column === column;
                    return (
                      <GridCell
                        key={name}
                        {...{ facts, name, column, line, isActive }}
                        isNumber={isNumber(facts.fields[name])}
                        inGrid={changesInPlace}
                        problems={problemsOf(facts, line, name, editing)}
                        onChoose={() => !isEditing && setPlace({ line: at, column })}
                        onBegin={() => begin({ line: at, column })}
                        isEditing={isActive && isEditing}
                      >
                        {isActive && (isEditing || (isTyped(facts.fields[name]!) && mayEdit(active))) && (
                          <CellEditor
                            field={facts.fields[name]!}
                            label={labelOf(facts.fields[name]!, from + at + 1, isEditing ? null : typedIn(line, name))}
                            text={typedIn(line, name)}
                            isOpen={isEditing}
                            onOpen={() => setEditing(true)}
                            onLeave={leave}
                          />
                        )}
                      </GridCell>
                    );
                  })}
                  <RowActs
                    {...{ facts, line, onHistory }}
                    column={fields.length}
                    isActive={!changesInPlace || active.line === at}
                    {...(editing && {
                      onForm: () => openForm(line),
                      onRemove: () => editing.onWrite((list) => withoutRow(list, line)),
                      onKeep: () => editing.onWrite((list) => list.toSpliced(line.at, line.at < 0 ? 0 : 1)),
                    })}
                  />
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

function linesOf(facts: RegisterFacts, rows: readonly ListedRow[], list: Changes): Line[] {
  const fresh = freshPlaces(list).map((at, index): Line => ({
    target: { fresh: index },
    was: {},
    listed: null,
    change: list[at],
    at,
  }));
  const known = rows.map((listed): Line => {
    const at = placeOf(list, listed.key);
    const was = typedRow(facts.fields, listed.row);
    return { target: { key: listed.key, was }, was, listed, change: list[at], at };
  });
  return [...fresh, ...known];
}

/** The text of a cell as it is typed. */
export const typedIn = ({ change, was }: Line, field: string): string => (change?.row ?? was)[field] ?? '';

/** Label of a cell that is selected and not edited, with its content: the box that waits in it is empty. */
const labelOf = (field: RegisterField, line: number, text: string | null): string =>
  `${field.title}，第 ${line} 行${text === null ? '' : `：${wordsOf(field, text)}`}`;

/** The cell is scrolled to as a whole; the focus has the box that waits in it, where there is one. */
function focusCell(cell: HTMLElement | null | undefined): void {
  const box = cell?.querySelector<HTMLInputElement>('[data-waits]');
  if (!cell || !box) return cell?.focus();
  box.focus({ preventScroll: true });
  box.select();
  cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

const newRow = (): EditedRow => ({ id: `new ${Date.now()}`, typed: {} });

const isFile = ({ fields }: RegisterFacts, name: string): boolean =>
  fields[name]?.type === 'image' || fields[name]?.type === 'file';

const lineClass = ({ change, listed }: Line): string | undefined =>
  change ? (!listed ? 'row-added' : change.row ? 'row-changed' : 'row-removed') : undefined;

/**
 * Problems of a changed row's change; for another the values that no longer fit. The key says what is about no column.
 */
function problemsOf(
  { key, fields }: RegisterFacts,
  { at, change, listed }: Line,
  name: string,
  editing: RowEditing | null,
): string[] {
  const found: RowEditing['problems'] = change
    ? (editing?.problems ?? []).filter((one) => one.change === at)
    : (listed?.problems ?? []);
  return found
    .filter(({ field = '' }) => field === name || (name === key[0] && !Object.hasOwn(fields, field)))
    .map(({ message }) => message);
}

const withoutRow = (list: Changes, { listed, was, at }: Line): Changes =>
  listed ? withChange(list, { key: [...listed.key], was: { ...was } }) : list.toSpliced(at, 1);

const formOf = ({ target, change, was, listed }: Line): EditedRow => ({
  id: 'fresh' in target ? `new ${target.fresh}` : target.key.join(' / '),
  typed: { ...(change?.row ?? was) },
  ...(change && { of: change }),
  ...(listed && { key: [...listed.key], was: { ...was } }),
});

function nextPlace({ line, column }: Place, how: Leave, columns: number): Place {
  if (how === 'down') return { line: line + 1, column };
  if (how === 'up') return { line: line - 1, column };
  if (how === 'next') return column + 1 < columns ? { line, column: column + 1 } : { line: line + 1, column: 0 };
  if (how === 'back') return column > 0 ? { line, column: column - 1 } : { line: line - 1, column: columns - 1 };
  return { line, column };
}

/** Target of a key of movement; null for another key. */
function movedBy(
  { key, ctrlKey, metaKey }: KeyboardEvent,
  { line, column }: Place,
  { lines, columns }: { lines: number; columns: number },
): Place | null {
  const isFar = ctrlKey || metaKey;
  switch (key) {
    case 'ArrowUp':
      return { line: isFar ? 0 : line - 1, column };
    case 'ArrowDown':
      return { line: isFar ? lines - 1 : line + 1, column };
    case 'ArrowLeft':
      return { line, column: isFar ? 0 : column - 1 };
    case 'ArrowRight':
      return { line, column: isFar ? columns - 1 : column + 1 };
    case 'Home':
      return { line: isFar ? 0 : line, column: 0 };
    case 'End':
      return { line: isFar ? lines - 1 : line, column: columns - 1 };
    case 'PageUp':
      return { line: line - 10, column };
    case 'PageDown':
      return { line: line + 10, column };
    default:
      return null;
  }
}

/** The key's columns stay at the left edge, each beside the one before. */
function usePinnedColumns(table: React.RefObject<HTMLTableElement | null>, count: number, isWide: boolean): void {
  useLayoutEffect(() => {
    const shown = table.current;
    const heads = [...(shown?.querySelectorAll<HTMLElement>('thead th') ?? [])].slice(0, count);
    const widths = heads.map((head) => head.offsetWidth);
    const sum = widths.reduce((all, width) => all + width, 0);
    const isNarrow = !shown || sum > (shown.parentElement?.clientWidth ?? 0) / 2;
    shown?.classList.toggle('row-grid--pinned', isWide && !isNarrow);
    // the target of the keys is not below a column that stays
    const acts = shown?.querySelector<HTMLElement>('th.row-acts')?.offsetWidth ?? 0;
    const place = shown?.parentElement;
    place?.style.setProperty('scroll-padding-left', isWide && !isNarrow ? `${sum}px` : '0');
    place?.style.setProperty('scroll-padding-right', isWide ? `${acts}px` : '0');
    let left = 0;
    for (const [at, width] of widths.entries()) {
      shown?.style.setProperty(`--left-${at}`, `${left}px`);
      left += width;
    }
  });
}

interface HeadProps extends Pick<Props, 'facts' | 'order' | 'onSort'> {
  name: string;
  column: number;
}

/** Pressed once it orders by its column, twice the other way round, a third time as the register itself does. */
function HeadCell({ facts, name, column, order, onSort }: HeadProps) {
  const field = facts.fields[name]!;
  const sorted = order === name ? 'ascending' : order === `-${name}` ? 'descending' : undefined;
  const next = sorted === 'ascending' ? `-${name}` : sorted === 'descending' ? '' : name;
  const note = audienceNote(facts, name);
  return (
    <th
      scope="col"
      aria-sort={sorted}
      aria-colindex={column + 1}
      className={`${isNumber(field) ? 'number ' : ''}${facts.key.includes(name) ? `pinned pinned-${column}` : ''}`}
    >
      <button type="button" className="sort-button" onClick={() => onSort(next)}>
        {field.title}
        <span className="sort-sign" aria-hidden="true">
          {sorted === 'ascending' ? '↑' : sorted === 'descending' ? '↓' : '↕'}
        </span>
      </button>
      {note !== '' && <span className="quiet column-note">{note}</span>}
    </th>
  );
}
