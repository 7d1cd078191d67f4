import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { addressOf } from '#console/calls/call.ts';
import { useRead, useSend } from '#console/calls/use-calls.ts';

/** milliseconds; what others do is seen without a click */
const AGAIN = 60_000;

/** NT1: how many notices are unread, beside the line of the menu; those of an edition are read when it is opened. */
export function UnreadCount() {
  const { data, mutate } = useRead('GET /notices/unread', {}, { refreshInterval: AGAIN });
  const { pathname } = useLocation();
  const { mutate: mutateAny } = useSWRConfig();
  const send = useSend();
  const unread = data?.unread ?? 0;
  const editionId = Number(/^\/editions\/(\d{1,15})$/.exec(pathname)?.[1] ?? 0);
  useEffect(() => {
    if (editionId === 0 || unread === 0) return;
    const read = async () => {
      await mutate(await send('POST /notices/read', { editionId }), { revalidate: false });
      await mutateAny((key) => typeof key === 'string' && key.startsWith(addressOf('GET /notices', {}).split('?')[0]!));
    };
    // a notice that stays unread is read with the next visit
    read().catch(() => undefined);
    // runs for each edition that is opened, and not for each count
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [editionId, unread > 0]);
  return unread === 0 ? null : (
    <>
      {' '}
      <span className="menu-count">{unread}</span>
      <span className="unseen">条未读</span>
    </>
  );
}
