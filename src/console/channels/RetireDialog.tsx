import { isBelow } from '#rules/addresses/base-paths.ts';
import { SITE_BASE } from '#wire/paths.ts';
import { Input } from 'antd';
import { useId, useState } from 'react';
import { CallFailed } from '../calls/call.ts';
import { Confirm } from '../parts/Confirm.tsx';
import { PlaceSelect, placesOf } from './PlaceSelect.tsx';
import { branchOf, type Tree } from './tree-rows.ts';
import type { Ending, TreeChannel } from './working.ts';

interface Props {
  channel: TreeChannel;
  tree: Tree;
  onRetire: (channelIds: string[], ending: Ending) => void;
  onClose: () => void;
}

const NAMED = 5;

/** The end of a channel: why, and where its address leads. */
export function RetireDialog({ channel, tree, onRetire, onClose }: Props) {
  const id = useId();
  const [reason, setReason] = useState(channel.ending?.reason ?? '');
  const [successor, setSuccessor] = useState(channel.ending?.successor ?? '');
  const branch = branchOf(tree, channel.channelId);
  const below = branch.slice(1).map(({ name }) => name);
  const ids = new Set(branch.map(({ channelId }) => channelId));
  const target = tree.channels.find(({ url, sameAs }) => sameAs === undefined && `/${url}` === successor);
  const retire = async (): Promise<void> => {
    if (reason.trim() === '') throw new CallFailed('reason', '请填写停用的原因，访问旧地址的人会看到');
    const isInside = /^\/(?!\/)/.test(successor) && (SITE_BASE === '' || !isBelow(SITE_BASE, successor));
    if (successor !== '' && !isInside)
      throw new CallFailed(
        'successor',
        `替代页面应是本站的路径，以一个斜杠开头${SITE_BASE === '' ? '' : `，不含 ${SITE_BASE}`}，如 /news/company`,
      );
    onRetire(
      [...ids].filter((channelId) => !tree.byId.get(channelId)!.isNew),
      { reason: reason.trim(), successor: successor.trim() },
    );
  };
  return (
    <Confirm title={`停用“${channel.name}”`} action="停用" danger onConfirm={retire} onClose={onClose}>
      <p>
        保存、审核并发布以前，栏目照常公开，可以随时撤销；发布以后，栏目不再公开，其中的文章一并撤下。以后可以在“撤下和停用”中恢复，经审核、发布后连同文章回到原来的地址；记录和历史页面仍可查到。
      </p>
      {below.length > 0 && (
        <p>{`它的 ${below.length} 个下级一并停用：${below.slice(0, NAMED).join('、')}${below.length > NAMED ? '等' : ''}。要保留它们，请先移到别处。`}</p>
      )}
      <div className="dialog-field">
        <label htmlFor={`${id}reason`}>原因（访问旧地址的人会看到）</label>
        <Input.TextArea
          id={`${id}reason`}
          rows={2}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          aria-required
        />
      </div>
      <div className="dialog-field">
        <label htmlFor={`${id}target`}>旧地址转到哪个栏目（可不选）</label>
        <PlaceSelect
          id={`${id}target`}
          places={placesOf(tree, (channelId) => !ids.has(channelId) && tree.byId.get(channelId)!.sameAs === undefined)}
          value={target?.channelId ?? ''}
          onChange={(channelId) => setSuccessor(`/${tree.byId.get(channelId)!.url}`)}
        />
      </div>
      <div className="dialog-field">
        <label htmlFor={`${id}successor`}>替代页面的路径（选了栏目即已填好；要转到其他页面，可以改写）</label>
        <Input
          id={`${id}successor`}
          aria-describedby={`${id}ways`}
          value={successor}
          maxLength={300}
          placeholder="/news/company"
          onChange={(event) => setSuccessor(event.target.value.trim())}
        />
        <p id={`${id}ways`} className="quiet">
          {successor === ''
            ? '不填：访问旧地址的人看到栏目已停用和上面的原因。'
            : '访问旧地址的人立即转到这里，不再看到原因；原因仍写在稿件里。'}
        </p>
      </div>
    </Confirm>
  );
}
