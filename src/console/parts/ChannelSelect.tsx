import { Select, type SelectProps } from 'antd';
import { mayDo, type StaffRight } from '#rules/staff-rights.ts';
import { lineOf, useChannels } from '../calls/channels.ts';
import { useMe } from '../calls/use-calls.ts';

interface Props extends Omit<SelectProps<string>, 'options' | 'showSearch' | 'optionRender'> {
  /** only channels for which the person may do this */
  act: StaffRight;
  /** name of the choice of no channel */
  none?: string;
}

interface Place {
  value: string;
  label: string;
  name: string;
  depth: number;
}

const indented = ({ data: { name, depth } }: { data: Place }) => (
  <span style={{ paddingInlineStart: `${depth * 1.4}em` }}>{name}</span>
);

/** A channel chosen from the tree, found by any name in its line. */
export function ChannelSelect({ act, none, ...rest }: Props) {
  const { data: me } = useMe();
  const channels = useChannels();
  const options = channels.list.flatMap(({ channelId, name }) => {
    const line = lineOf(channels.list, channelId);
    return me && mayDo(me.grants, act, [line])
      ? [{ value: channelId, label: channels.nameOf(channelId), name, depth: line.length - 1 }]
      : [];
  });
  return (
    <Select<string, Place>
      {...(rest as object)}
      loading={channels.list.length === 0 && channels.error === undefined}
      options={none === undefined ? options : [{ value: '', label: none, name: none, depth: 0 }, ...options]}
      showSearch={{ optionFilterProp: 'label' }}
      optionRender={indented}
      placeholder="请选择"
      popupMatchSelectWidth={420}
      listHeight={400}
    />
  );
}
