import { useEffect, useRef, useState } from 'react';
import type { TableCheck, WizardFile, WizardTable } from '#wire/wizard.ts';
import { LONG_TIMEOUT, wordsOf } from '../calls/call.ts';
import { useSend } from '../calls/use-calls.ts';

/** milliseconds without a change before a call to the server */
const PAUSE = 400;

/**
 * Problems of a table and its first rows by the server, read anew with every correction; `whole` checks all rows.
 */
export function useTableCheck(file: WizardFile, table: WizardTable) {
  const send = useSend();
  const [check, setCheck] = useState<TableCheck>();
  const [failure, setFailure] = useState('');
  const [isWhole, setWhole] = useState(false);
  const latestRequest = useRef(0);
  const known = useRef<{ text: string; found: TableCheck }>(undefined);
  const text = JSON.stringify([table, file]);
  const ask = async (all: boolean): Promise<TableCheck | null> => {
    const mine = ++latestRequest.current;
    try {
      const found = await send('POST /wizard/table', { ...file, table, all }, LONG_TIMEOUT);
      if (mine === latestRequest.current) {
        setCheck(found);
        known.current = { text, found };
        setFailure('');
      }
      return found;
    } catch (reason) {
      if (mine === latestRequest.current) setFailure(wordsOf(reason));
      return null;
    }
  };
  useEffect(() => {
    const timer = setTimeout(() => void ask(false), PAUSE);
    return () => clearTimeout(timer);
    // runs for a change in the text of the table
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [text]);
  const whole = async (rows: number): Promise<TableCheck | null> => {
    const last = known.current;
    // all rows of a small file were checked already
    if (last?.text === text && last.found.checkedRows >= rows) return last.found;
    setWhole(true);
    const found = await ask(true);
    setWhole(false);
    return found;
  };
  return { check, failure, isWhole, whole };
}
