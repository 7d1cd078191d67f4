import { Button, Space } from 'antd';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import type { FilterField } from '../calls/use-filters.ts';
import { FilterBar } from '../parts/FilterBar.tsx';
import { ChannelTree, type Zone } from './ChannelTree.tsx';
import { branchOf, VIEWS, type Row, type Tree } from './tree-rows.ts';
import type { useTreeView } from './use-tree-view.ts';
import type { TreeChannel } from './working.ts';

const FIELDS: readonly FilterField[] = [
  { name: 'words', label: '名称、地址、编号或部门', kind: 'text' },
  {
    name: 'view',
    label: '只看',
    kind: 'choice',
    choices: Object.entries(VIEWS).map(([value, label]) => ({ value, label })),
  },
];

interface Props {
  tree: Tree;
  seen: ReturnType<typeof useTreeView>;
  mayChange: (channelId: string) => boolean;
  hasEdition: (channelId: string) => boolean;
  onNew: (parentId: string) => void;
  onMove: (key: string) => void;
  onPlace: (key: string, target: { parentId: string; place: number }) => void;
  onStep: (key: string, by: -1 | 1) => void;
  onHide: (channel: TreeChannel) => void;
  onRetire: (channel: TreeChannel) => void;
  onEnter: () => void;
}

/** The tree with its search, and what can be done with the channel that is chosen in it. */
export function TreePanel({
  tree,
  seen,
  mayChange,
  hasEdition,
  onNew,
  onMove,
  onPlace,
  onStep,
  onHide,
  onRetire,
  onEnter,
}: Props) {
  const channel = tree.byKey.get(seen.selected);
  const target = (key: string, row: Row, zone: Zone) => dropTarget(tree, key, row, zone);
  const canMove = (one: TreeChannel | undefined): one is TreeChannel =>
    one !== undefined && one.ending === null && one.parentId !== '' && mayChange(one.channelId);
  return (
    <section className="panel tree-panel" aria-label="栏目树和操作">
      <FilterBar
        filters={{
          fields: FIELDS,
          values: { words: seen.words, view: seen.view },
          isFiltered: seen.hits !== null,
          filter: seen.filter,
        }}
      />
      <Space wrap size={4} className="tree-acts" role="toolbar" aria-label="对选中的栏目">
        <Button
          size="small"
          disabled={!channel || channel.ending !== null || !mayChange(channel.channelId)}
          onClick={() => onNew(channel!.channelId)}
        >
          新建下级
        </Button>
        <Button size="small" disabled={!canMove(channel)} onClick={() => onMove(channel!.key)}>
          移动…
        </Button>
        <Button size="small" disabled={!canMove(channel)} onClick={() => onStep(channel!.key, -1)}>
          上移
        </Button>
        <Button size="small" disabled={!canMove(channel)} onClick={() => onStep(channel!.key, 1)}>
          下移
        </Button>
        <Button size="small" disabled={!canMove(channel)} onClick={() => onHide(channel!)}>
          {channel?.hidden ? '重新显示' : '隐藏'}
        </Button>
        <Button size="small" danger disabled={!canMove(channel) || channel.isNew} onClick={() => onRetire(channel!)}>
          停用…
        </Button>
      </Space>
      <p className="quiet" role="status">
        {seen.hits === null
          ? `共 ${tree.channels.length.toLocaleString('zh-CN')} 个栏目`
          : `找到 ${seen.hits.size.toLocaleString('zh-CN')} 个栏目`}
      </p>
      {seen.rows.length === 0 ? (
        <EmptyNote title="没有符合条件的栏目">
          <Button type="link" onClick={() => seen.filter({})}>
            清除条件
          </Button>
        </EmptyNote>
      ) : (
        <ChannelTree
          // results are shown from their beginning
          key={`${seen.view} ${seen.words}`}
          rows={seen.rows}
          selected={seen.selected}
          words={seen.words}
          onSelect={seen.select}
          onToggle={seen.toggle}
          onStep={(key, by) => canMove(tree.byKey.get(key)) && onStep(key, by)}
          onDrop={(key, row, zone) => onPlace(key, target(key, row, zone))}
          mayDrop={(key, row, zone) => isTarget(tree, key, target(key, row, zone).parentId, mayChange)}
          mayMove={(row) => canMove(row.channel)}
          onEnter={onEnter}
          hasEdition={hasEdition}
        />
      )}
      <p className="quiet">方向键移动和展开，Alt+↑↓ 调整顺序，回车到栏目资料；也可以拖动。</p>
    </section>
  );
}

function dropTarget(tree: Tree, key: string, { channel }: Row, zone: Zone): { parentId: string; place: number } {
  const without = (parentId: string) => (tree.below.get(parentId) ?? []).filter((one) => one.key !== key);
  if (zone === 'inside') return { parentId: channel.channelId, place: without(channel.channelId).length };
  const at = without(channel.parentId).findIndex((one) => one.key === channel.key);
  return { parentId: channel.parentId, place: zone === 'before' ? at : at + 1 };
}

function isTarget(tree: Tree, key: string, parentId: string, mayChange: Props['mayChange']): boolean {
  const moved = tree.byKey.get(key);
  const parent = tree.byId.get(parentId);
  if (
    !moved ||
    !parent ||
    parent.ending !== null ||
    branchOf(tree, moved.channelId).some(({ channelId }) => channelId === parentId)
  )
    return false;
  return parentId === moved.parentId || mayChange(parentId);
}
