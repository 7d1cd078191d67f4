import { Button } from 'antd';
import { useLayoutEffect, useRef, useState, type DragEvent, type KeyboardEvent, type ReactNode } from 'react';

interface Props<T> {
  items: readonly T[];
  /** one word for an entry: 横幅, 块 */
  unit: string;
  nameOf: (item: T, place: number) => string;
  onMove: (from: number, to: number) => void;
  children: (item: T, place: number) => ReactNode;
}

/** A list whose order is changed by dragging its handles, or by Alt with the arrow keys on them. */
export function SortableList<T>({ items, unit, nameOf, onMove, children }: Props<T>) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const [held, setHeld] = useState<number | null>(null);
  // the focus of keys goes along
  useLayoutEffect(() => {
    if (held !== null) list.current?.children[held]?.querySelector<HTMLElement>('.handle')?.focus();
  }, [held]);
  const move = (from: number, to: number): void => {
    if (to < 0 || to >= items.length || from === to) return;
    setAnnouncement(`“${nameOf(items[from]!, from)}”移到第 ${to + 1} 位，共 ${items.length} 位`);
    onMove(from, to);
  };
  const end = () => {
    setDragged(null);
    setOver(null);
  };
  const drop = (event: DragEvent, place: number): void => {
    event.preventDefault();
    if (dragged !== null) move(dragged, place);
    end();
  };
  const onKey = (event: KeyboardEvent, place: number): void => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    if (place + step < 0 || place + step >= items.length) return;
    move(place, place + step);
    setHeld(place + step);
  };
  return (
    <>
      <p className="unseen" role="status">
        {announcement}
      </p>
      <ol ref={list} className="sortable">
        {items.map((item, place) => (
          // entries have no ids, and keep nothing of their own
          <li
            // oxlint-disable-next-line react/no-array-index-key
            key={place}
            data-over={over === place && dragged !== place}
            data-dragged={dragged === place}
            onDragOver={(event) => {
              if (dragged === null) return;
              event.preventDefault();
              setOver(place);
            }}
            onDrop={(event) => drop(event, place)}
          >
            <Button
              className="handle"
              type="text"
              draggable
              aria-label={`移动${unit}“${nameOf(item, place)}”，用上下方向键`}
              title="拖动，或用上下方向键移动"
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move';
                event.dataTransfer.setData('text/plain', nameOf(item, place));
                setDragged(place);
              }}
              onDragEnd={end}
              onKeyDown={(event) => onKey(event, place)}
            >
              <span aria-hidden="true">⠿</span>
            </Button>
            <div className="sortable-item">{children(item, place)}</div>
          </li>
        ))}
      </ol>
    </>
  );
}

/** The list with one entry at another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, place) => place !== from);
  return [...rest.slice(0, to), list[from]!, ...rest.slice(to)];
}
