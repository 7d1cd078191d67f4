import { Select, type SelectProps } from 'antd';
import { mayDo, type StaffRight } from '#rules/people/staff-rights.ts';
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

/** An option as in a tree: below its parent, and further in. */
export const indented = ({ data: { name, depth } }: { data: Place }) => (
  <span style={{ paddingInlineStart: `${depth * 1.4}em` }}>{name}</span>
);

/** Channels for which the person may do this, in the order of the tree. */
function usePlaces(act: StaffRight): { options: Place[]; channels: ReturnType<typeof useChannels> } {
  const { data: me } = useMe();
  const channels = useChannels();
  const options = channels.list.flatMap(({ channelId, name }) => {
    const line = lineOf(channels.list, channelId);
    return me && mayDo(me.grants, act, [line])
      ? [{ value: channelId, label: channels.nameOf(channelId), name, depth: line.length - 1 }]
      : [];
  });
  return { options, channels };
}

interface SeveralProps {
  act: StaffRight;
  'aria-label': string;
  /** ids, or what a page calls channels otherwise, parted by commas */
  value: string;
  onChange: (value: string) => void;
}

/** Several channels chosen from the tree, in the order in which they were. */
export function ChannelsSelect({ act, value, onChange, ...rest }: SeveralProps) {
  const { options, channels } = usePlaces(act);
  const chosen = value.split(',').filter((id) => id !== '');
  // a column of research is called by the end of its address, too; one that is no more stays until it is taken out
  const others = chosen
    .filter((id) => options.every((option) => option.value !== id))
    .map((id) => {
      const name = channels.list.find(({ url }) => url.endsWith(`/${id}`))?.name ?? id;
      return { value: id, label: name, name, depth: 0 };
    });
  return (
    <Select<string[], Place>
      {...rest}
      mode="multiple"
      value={chosen}
      options={[...options, ...others]}
      onChange={(ids) => onChange(ids.join(','))}
      showSearch={{ optionFilterProp: 'label' }}
      optionRender={indented}
      placeholder="请选择"
      popupMatchSelectWidth={420}
      listHeight={400}
    />
  );
}

/** A channel chosen from the tree, found by any name in its line. */
export function ChannelSelect({ act, none, ...rest }: Props) {
  const { options, channels } = usePlaces(act);
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
