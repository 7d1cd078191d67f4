import type { DragEvent } from 'react';
import { isExternal } from '#rules/addresses/channel-tree.ts';
import type { Zone } from './ChannelTree.tsx';
import type { Row } from './tree-rows.ts';

interface Props {
  id: string;
  row: Row;
  /** pixels */
  top: number;
  words: string;
  isSelected: boolean;
  isDraggable: boolean;
  /** place where the dragged channel would be dropped */
  zone: Zone | null;
  hasEdition: boolean;
  onSelect: (key: string) => void;
  onToggle: (channelId: string, isOpen: boolean) => void;
  onDragStart: (key: string) => void;
  onDragOver: (event: DragEvent, row: Row) => void;
  onDrop: (event: DragEvent, row: Row) => void;
  onDragEnd: () => void;
}

const INDENT = 20;

/** A line of the tree. The tree itself holds the focus and the keys. */
export function TreeLine({
  id,
  row,
  top,
  words,
  isSelected,
  isDraggable,
  zone,
  hasEdition,
  onSelect,
  onToggle,
  onDragStart,
  onDragOver,
  onDrop,
  onDragEnd,
}: Props) {
  const { channel, level, place, siblings, isOpen } = row;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      aria-level={level}
      aria-posinset={place}
      aria-setsize={siblings}
      aria-selected={isSelected}
      {...(isOpen !== null && { 'aria-expanded': isOpen })}
      className={`tree-line${zone ? ` drop-${zone}` : ''}${channel.ending ? ' ending' : ''}`}
      style={{ transform: `translateY(${top}px)`, paddingInlineStart: (level - 1) * INDENT + 4 }}
      draggable={isDraggable}
      onMouseDown={(event) => event.button === 0 && !isDraggable && event.preventDefault()}
      onClick={() => onSelect(channel.key)}
      onDoubleClick={() => isOpen !== null && onToggle(channel.channelId, !isOpen)}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', channel.name);
        onDragStart(channel.key);
      }}
      onDragOver={(event) => onDragOver(event, row)}
      onDrop={(event) => onDrop(event, row)}
      onDragEnd={onDragEnd}
    >
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions: the arrows open and close */}
      <span
        className={`tree-sign${isOpen === null ? '' : isOpen ? ' open' : ' shut'}`}
        aria-hidden="true"
        onClick={(event) => {
          if (isOpen === null) return;
          event.stopPropagation();
          onToggle(channel.channelId, !isOpen);
        }}
      />
      <span className="tree-name">{marked(channel.name || '（未命名）', words)}</span>
      <Signs row={row} hasEdition={hasEdition} />
      <span className="tree-url">
        {marked(isExternal(channel.url) ? '其他网站' : `/${channel.url}`, words.replace(/^\//, ''))}
      </span>
    </div>
  );
}

function Signs({ row: { channel }, hasEdition }: { row: Row; hasEdition: boolean }) {
  const signs = [
    ...(channel.ending ? ['停用'] : channel.isNew ? ['新'] : channel.isChanged ? ['已改'] : []),
    ...(channel.hidden ? ['隐藏'] : []),
    ...(channel.sameAs === undefined ? [] : ['引用']),
    ...(hasEdition ? ['有稿件'] : []),
  ];
  return signs.map((sign) => (
    <span key={sign} className={`tree-tag${['停用', '新', '已改'].includes(sign) ? ' strong' : ''}`}>
      {sign}
    </span>
  ));
}

/** The name with the search words marked. */
function marked(text: string, words: string) {
  const at = words === '' ? -1 : text.toLowerCase().indexOf(words.toLowerCase());
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + words.length)}</mark>
      {text.slice(at + words.length)}
    </>
  );
}
