import { useEffect, useLayoutEffect, useRef, useState, type DragEvent, type KeyboardEvent } from 'react';
import type { Row } from './tree-rows.ts';
import { TreeLine } from './TreeLine.tsx';

/** Place of a drop on a line. */
export type Zone = 'before' | 'inside' | 'after';

interface Props {
  rows: readonly Row[];
  /** key of the channel that is shown beside the tree */
  selected: string;
  words: string;
  onSelect: (key: string) => void;
  onToggle: (channelId: string, isOpen: boolean) => void;
  /** moves by one place up (-1) or down (1) */
  onStep: (key: string, by: -1 | 1) => void;
  onDrop: (key: string, target: Row, zone: Zone) => void;
  mayDrop: (key: string, target: Row, zone: Zone) => boolean;
  mayMove: (row: Row) => boolean;
  /** Enter: to the form */
  onEnter: () => void;
  hasEdition: (channelId: string) => boolean;
}

/** pixels of a line */
const LINE = 34;
/** lines that are drawn beyond the window */
const SPARE = 12;
const domId = (key: string): string => `channel-${key}`;

/**
 * The tree of channels by arrows, letters and mouse. Only the lines in the window are drawn, so that some thousand
 * channels are as quick as some ten; assistive technology is told of level and place of each.
 */
export function ChannelTree({
  rows,
  selected,
  words,
  onSelect,
  onToggle,
  onStep,
  onDrop,
  mayDrop,
  mayMove,
  onEnter,
  hasEdition,
}: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ top: 0, height: 640 });
  const [dragged, setDragged] = useState('');
  const [over, setOver] = useState<{ key: string; zone: Zone } | null>(null);
  const at = rows.findIndex(({ channel }) => channel.key === selected);
  const first = Math.max(0, Math.floor(seen.top / LINE) - SPARE);
  const shown = rows.slice(first, Math.ceil((seen.top + seen.height) / LINE) + SPARE);

  useLayoutEffect(() => {
    const measure = () => box.current && setSeen({ top: box.current.scrollTop, height: box.current.clientHeight });
    measure();
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, []);
  useEffect(() => {
    const tree = box.current;
    if (!tree || at < 0) return;
    if (at * LINE < tree.scrollTop) tree.scrollTop = at * LINE;
    else if ((at + 1) * LINE > tree.scrollTop + tree.clientHeight) tree.scrollTop = (at + 1) * LINE - tree.clientHeight;
    // the selected line may be out of the window while lines come and go elsewhere
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [selected, at]);

  const go = (to: number): void => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, to))];
    if (row) onSelect(row.channel.key);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[at];
    if (event.altKey && row && (event.key === 'ArrowUp' || event.key === 'ArrowDown'))
      onStep(row.channel.key, event.key === 'ArrowUp' ? -1 : 1);
    else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else if (!walk(event, { rows, at, go, onToggle, onEnter, page: Math.max(1, Math.floor(seen.height / LINE) - 1) }))
      return;
    event.preventDefault();
  };
  const zoneAt = (event: DragEvent, row: Row): Zone => {
    const { top, height } = event.currentTarget.getBoundingClientRect();
    const part = (event.clientY - top) / height;
    const zone = part < 0.28 ? 'before' : part > 0.72 ? 'after' : 'inside';
    return row.level === 1 ? 'inside' : zone;
  };
  const onDragOver = (event: DragEvent, row: Row): void => {
    const zone = zoneAt(event, row);
    if (dragged === '' || !mayDrop(dragged, row, zone)) return setOver(null);
    event.preventDefault();
    if (over?.key !== row.channel.key || over.zone !== zone) setOver({ key: row.channel.key, zone });
  };
  const letGo = (event: DragEvent, row: Row): void => {
    event.preventDefault();
    if (dragged !== '' && over) onDrop(dragged, row, over.zone);
    setDragged('');
    setOver(null);
  };
  return (
    <div
      ref={box}
      role="tree"
      aria-label="栏目树"
      tabIndex={0}
      className="channel-tree"
      {...(at >= first && at < first + shown.length && { 'aria-activedescendant': domId(selected) })}
      onKeyDown={onKeyDown}
      onScroll={({ currentTarget: { scrollTop, clientHeight } }) => setSeen({ top: scrollTop, height: clientHeight })}
    >
      <div role="presentation" className="tree-space" style={{ height: rows.length * LINE }}>
        {shown.map((row, place) => (
          <TreeLine
            key={row.channel.key}
            id={domId(row.channel.key)}
            row={row}
            top={(first + place) * LINE}
            words={words}
            isSelected={row.channel.key === selected}
            isDraggable={mayMove(row)}
            zone={over?.key === row.channel.key ? over.zone : null}
            hasEdition={hasEdition(row.channel.channelId)}
            onSelect={(key) => {
              onSelect(key);
              // lines come and go with the window: the tree itself keeps the focus
              box.current?.focus({ preventScroll: true });
            }}
            onToggle={onToggle}
            onDragStart={setDragged}
            onDragOver={onDragOver}
            onDrop={letGo}
            onDragEnd={() => {
              setDragged('');
              setOver(null);
            }}
          />
        ))}
      </div>
    </div>
  );
}

interface Walk {
  rows: readonly Row[];
  at: number;
  go: (to: number) => void;
  onToggle: Props['onToggle'];
  onEnter: () => void;
  /** lines of a window */
  page: number;
}

/** The keys of a tree (WAI-ARIA). @returns whether it was one of them */
function walk({ key }: KeyboardEvent, { rows, at, go, onToggle, onEnter, page }: Walk): boolean {
  const row = rows[at];
  const steps: Record<string, number> = {
    ArrowUp: at - 1,
    ArrowDown: at + 1,
    Home: 0,
    End: rows.length - 1,
    PageUp: at - page,
    PageDown: at + page,
  };
  if (Object.hasOwn(steps, key)) go(steps[key]!);
  else if (key === 'ArrowRight' && row) {
    if (row.isOpen === false) onToggle(row.channel.channelId, true);
    else if (row.isOpen) go(at + 1);
  } else if (key === 'ArrowLeft' && row) {
    if (row.isOpen) onToggle(row.channel.channelId, false);
    else go(rows.findLastIndex(({ level }, place) => place < at && level < row.level));
  } else if (key === 'Enter' || key === ' ' || key === 'F2') onEnter();
  else if ([...key].length === 1) {
    const begins = ({ channel }: Row) => channel.name.toLowerCase().startsWith(key.toLowerCase());
    const next = rows.findIndex((one, place) => place > at && begins(one));
    const found = next < 0 ? rows.findIndex(begins) : next;
    if (found >= 0) go(found);
  } else return false;
  return true;
}
