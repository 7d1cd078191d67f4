import { mayDo } from '#rules/people/staff-rights.ts';
import { lineOf, useChannels } from '../calls/channels.ts';
import { useMe } from '../calls/use-calls.ts';

/** Whether the person may write in all of these channels; of none, on the whole site. */
export function useMayWrite(channelIds: readonly string[] = []): boolean {
  const { data: me } = useMe();
  const { list } = useChannels();
  const lines = channelIds.length > 0 ? channelIds.map((id) => lineOf(list, id)) : [['']];
  return me !== undefined && mayDo(me.grants, 'content.write', lines);
}
