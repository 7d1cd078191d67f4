import { useEffect, useRef, useState } from 'react';
import type { DefinitionPlan } from '#wire/register-answers.ts';
import { LONG_TIMEOUT, wordsOf } from '#console/calls/call.ts';
import { useSend } from '#console/calls/use-calls.ts';
import type { DefinitionDraft } from './edits.ts';

/** milliseconds without a change before a call to the server */
const PAUSE = 500;

/**
 * Plan of the server for a definition and the rows that it would make, read anew with every change.
 * @param of with the edition whose rows it would rewrite; absent: those that are public
 * @param draft null: the text is no document now; what was found before stays
 */
export function useDefinitionPlan(of: { register: string; editionId?: number }, draft: DefinitionDraft | null) {
  const send = useSend();
  const [plan, setPlan] = useState<DefinitionPlan>();
  const [failure, setFailure] = useState('');
  const [isAsking, setAsking] = useState(false);
  const latestRequest = useRef(0);
  const text = draft && JSON.stringify(draft);
  useEffect(() => {
    if (text === null) return;
    const mine = ++latestRequest.current;
    setAsking(true);
    const timer = setTimeout(() => {
      const { document, fill, values, ended } = JSON.parse(text) as DefinitionDraft;
      const input = { document, fill, values, ...(ended && { ended }) };
      send('POST /registers/:register/definition-plan', { ...of, ...input }, LONG_TIMEOUT)
        .then(
          (found) => {
            if (mine !== latestRequest.current) return;
            setPlan(found);
            setFailure('');
          },
          (reason: unknown) => mine === latestRequest.current && setFailure(wordsOf(reason)),
        )
        .finally(() => mine === latestRequest.current && setAsking(false));
    }, PAUSE);
    return () => clearTimeout(timer);
    // runs for a change in the text of the draft
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [text, of.register, of.editionId]);
  return { plan, failure, isAsking };
}
