import { useEffect, useState } from 'react';
import type { ChannelPlan } from '#wire/channel-answers.ts';
import { useSend } from '../calls/use-calls.ts';

/** Typing goes on while the server is asked at most this often. */
const PAUSE = 350;

export interface PlanState {
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
 * Effect of channel changes, fetched from the server whenever they have come to rest. @param question null: nothing to
 * ask
 */
export function useChannelPlan(question: PlanQuestion | null): PlanState {
  const send = useSend();
  const [answer, setAnswer] = useState<{ asked: string; plan?: ChannelPlan; error?: unknown }>();
  const request = question === null ? '' : JSON.stringify(question);
  useEffect(() => {
    if (request === '') return undefined;
    let isWanted = true;
    const timer = setTimeout(() => {
      send('POST /channel-plan', JSON.parse(request) as PlanQuestion).then(
        (plan) => isWanted && setAnswer({ asked: request, plan }),
        (error: unknown) =>
          isWanted && setAnswer((last) => ({ asked: request, error, ...(last?.plan && { plan: last.plan }) })),
      );
    }, PAUSE);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
    // `refuse` may change; the request does not
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [request]);
  if (request === '') return { plan: undefined, isAsking: false, error: undefined };
  return {
    plan: answer?.plan,
    isAsking: answer?.asked !== request,
    error: answer?.asked === request ? answer.error : undefined,
  };
}
