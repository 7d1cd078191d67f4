import { useNavigate } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import type { Me } from '#wire/console-answers.ts';
import { useForget } from '../calls/use-calls.ts';

/** Goes on as the person who has just been signed in. @param back path of the console */
export function useEnter(back: string): (me: Me) => Promise<void> {
  const navigate = useNavigate();
  const forget = useForget();
  const { mutate } = useSWRConfig();
  return async (me) => {
    await forget(true);
    await mutate('/me', me, { revalidate: false });
    await navigate(back, { replace: true });
  };
}
