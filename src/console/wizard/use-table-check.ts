import { useEffect, useRef, useState } from 'react';
import type { TableCheck, WizardFile, WizardTable } from '#wire/wizard.ts';
import { LONG_TIMEOUT, wordsOf } from '../calls/call.ts';
import { useSend } from '../calls/use-calls.ts';

/** milliseconds without a change after which the server is asked */
const PAUSE = 400;

/**
 * What the server finds wrong with a table and its first rows, asked anew with every correction; `whole` asks for all
 * rows.
 */
export function useTableCheck(file: WizardFile, table: WizardTable) {
  const send = useSend();
  const [check, setCheck] = useState<TableCheck>();
  const [failure, setFailure] = useState('');
  const [isWhole, setWhole] = useState(false);
  const asked = useRef(0);
  const known = useRef<{ text: string; found: TableCheck }>(undefined);
  const text = JSON.stringify([table, file]);
  const ask = async (all: boolean): Promise<TableCheck | null> => {
    const mine = ++asked.current;
    try {
      const found = await send('POST /wizard/table', { ...file, table, all }, LONG_TIMEOUT);
      if (mine === asked.current) {
        setCheck(found);
        known.current = { text, found };
        setFailure('');
      }
      return found;
    } catch (reason) {
      if (mine === asked.current) setFailure(wordsOf(reason));
      return null;
    }
  };
  useEffect(() => {
    const timer = setTimeout(() => void ask(false), PAUSE);
    return () => clearTimeout(timer);
    // of what the table says
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [text]);
  const whole = async (rows: number): Promise<TableCheck | null> => {
    const last = known.current;
    // of a small file all rows were looked at already
    if (last?.text === text && last.found.checkedRows >= rows) return last.found;
    setWhole(true);
    const found = await ask(true);
    setWhole(false);
    return found;
  };
  return { check, failure, isWhole, whole };
}
