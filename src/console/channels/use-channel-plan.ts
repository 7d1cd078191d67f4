import { useEffect, useState } from 'react';
import type { ChannelPlan } from '#wire/channel-answers.ts';
import { useSend } from '../calls/use-calls.ts';

/** Typing goes on while the server is asked at most this often. */
const PAUSE = 350;

export interface Asked {
  plan: ChannelPlan | undefined;
  /** the plan is of an earlier state */
  isAsking: boolean;
  error: unknown;
}

export interface PlanQuestion {
  changes: readonly unknown[];
  base?: Readonly<Record<string, string>>;
  propose?: { parentId: string; name: string };
  /** ids of new channels whose content is sent with them */
  filled?: readonly string[];
}

/**
 * What changes of channels would do, asked of the server whenever they have come to rest. @param question null: nothing
 * to ask
 */
export function useChannelPlan(question: PlanQuestion | null): Asked {
  const send = useSend();
  const [answer, setAnswer] = useState<{ asked: string; plan?: ChannelPlan; error?: unknown }>();
  const asked = question === null ? '' : JSON.stringify(question);
  useEffect(() => {
    if (asked === '') return undefined;
    let isWanted = true;
    const timer = setTimeout(() => {
      send('POST /channel-plan', JSON.parse(asked) as PlanQuestion).then(
        (plan) => isWanted && setAnswer({ asked, plan }),
        (error: unknown) => isWanted && setAnswer((last) => ({ asked, error, ...(last?.plan && { plan: last.plan }) })),
      );
    }, PAUSE);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
    // `refuse` may change; the request does not
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [asked]);
  if (asked === '') return { plan: undefined, isAsking: false, error: undefined };
  return {
    plan: answer?.plan,
    isAsking: answer?.asked !== asked,
    error: answer?.asked === asked ? answer.error : undefined,
  };
}
