import { Select } from 'antd';
import { useId, useState } from 'react';
import { Confirm } from '../parts/Confirm.tsx';
import { PlaceSelect, placesOf } from './PlaceSelect.tsx';
import { branchOf, type Tree } from './tree-rows.ts';
import type { TreeChannel } from './working.ts';

interface Props {
  channel: TreeChannel;
  tree: Tree;
  mayChange: (channelId: string) => boolean;
  onMove: (target: { parentId: string; place: number }) => void;
  onClose: () => void;
}

/** Another parent or place for a channel, without a mouse. */
export function MoveDialog({ channel, tree, mayChange, onMove, onClose }: Props) {
  const id = useId();
  const branch = new Set(branchOf(tree, channel.channelId).map(({ channelId }) => channelId));
  const siblingsOf = (parentId: string) => (tree.below.get(parentId) ?? []).filter(({ key }) => key !== channel.key);
  const placeNow = (tree.below.get(channel.parentId) ?? []).findIndex(({ key }) => key === channel.key);
  const [parentId, setParent] = useState(channel.parentId);
  const [place, setPlace] = useState(Math.max(0, placeNow));
  const siblings = siblingsOf(parentId);
  return (
    <Confirm
      title={`移动“${channel.name}”`}
      action="移动"
      onConfirm={async () => onMove({ parentId, place })}
      onClose={onClose}
    >
      <div className="dialog-field">
        <label htmlFor={`${id}parent`}>上级栏目</label>
        <PlaceSelect
          id={`${id}parent`}
          places={placesOf(
            tree,
            (channelId) => !branch.has(channelId) && (mayChange(channelId) || channelId === channel.parentId),
          )}
          value={parentId}
          onChange={(chosen) => {
            setParent(chosen);
            setPlace(chosen === channel.parentId ? Math.max(0, placeNow) : siblingsOf(chosen).length);
          }}
        />
      </div>
      <div className="dialog-field">
        <label htmlFor={`${id}place`}>位置</label>
        <Select
          id={`${id}place`}
          value={place}
          onChange={setPlace}
          options={[
            { value: 0, label: '最前' },
            ...siblings.map(({ name }, at) => ({ value: at + 1, label: `在“${name}”之后` })),
          ]}
        />
      </div>
      <p className="quiet">{`下级栏目一起移动。地址不随之改变；要改变地址，请在“地址”里填写，旧地址会自动转到新地址。`}</p>
    </Confirm>
  );
}
