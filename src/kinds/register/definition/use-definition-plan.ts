import { useEffect, useRef, useState } from 'react';
import type { DefinitionPlan } from '#wire/register-answers.ts';
import { LONG_TIMEOUT, wordsOf } from '#console/calls/call.ts';
import { useSend } from '#console/calls/use-calls.ts';
import type { DefinitionDraft } from './edits.ts';

/** milliseconds without a change after which the server is asked */
const PAUSE = 500;

/**
 * What the server finds about a definition and the rows that it would make, asked anew with every change.
 * @param of with the edition whose rows it would rewrite; absent: those that are public
 * @param draft null: the text is no document now; what was found before stays
 */
export function useDefinitionPlan(of: { register: string; editionId?: number }, draft: DefinitionDraft | null) {
  const send = useSend();
  const [plan, setPlan] = useState<DefinitionPlan>();
  const [failure, setFailure] = useState('');
  const [isAsking, setAsking] = useState(false);
  const asked = useRef(0);
  const said = draft && JSON.stringify(draft);
  useEffect(() => {
    if (said === null) return;
    const mine = ++asked.current;
    setAsking(true);
    const timer = setTimeout(() => {
      const { document, fill, values, ended } = JSON.parse(said) as DefinitionDraft;
      const input = { document, fill, values, ...(ended && { ended }) };
      send('POST /registers/:register/definition-plan', { ...of, ...input }, LONG_TIMEOUT)
        .then(
          (found) => {
            if (mine !== asked.current) return;
            setPlan(found);
            setFailure('');
          },
          (reason: unknown) => mine === asked.current && setFailure(wordsOf(reason)),
        )
        .finally(() => mine === asked.current && setAsking(false));
    }, PAUSE);
    return () => clearTimeout(timer);
    // of what the draft says
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [said, of.register, of.editionId]);
  return { plan, failure, isAsking };
}
