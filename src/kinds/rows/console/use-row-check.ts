import { useEffect, useRef } from 'react';
import { call } from '#console/calls/call.ts';
import { typedRow } from '#console/registers/cell-text.ts';
import type { FormProblem } from '#console/editor/edition-form.ts';
import type { RegisterFacts } from '#wire/register-answers.ts';
import { MOST_CHANGED_ROWS } from '../index.ts';
import { isSameRow } from '#rules/registers/same-row.ts';
import { rowChanges, type PendingChange } from './row-changes.ts';

/** milliseconds after the last change */
const PAUSE = 250;

interface Reports {
  onChecked: (checked: { list: readonly PendingChange[]; problems: readonly FormProblem[] }) => void;
  onFailed: (list: readonly PendingChange[]) => void;
  /** changes as the register reads them; null: such a row is as it is public */
  onRead: (read: ReadonlyMap<PendingChange, PendingChange | null>) => void;
}

/**
 * RG20: the server reads changes as an imported file, a moment after each. Values that do not fit are reported, and
 * those that fit become what they are read as, once. A step back to what was typed leaves it so.
 */
export function useRowCheck(
  { register, fields }: RegisterFacts,
  list: readonly PendingChange[],
  reports: Reports,
): void {
  const read = useRef(new WeakSet<PendingChange>());
  const newest = useRef(reports);
  useEffect(() => {
    newest.current = reports;
  });
  useEffect(() => {
    if (list.length === 0 || list.length > MOST_CHANGED_ROWS) {
      newest.current.onChecked({ list, problems: [] });
      return undefined;
    }
    let isPast = false;
    const check = async (): Promise<void> => {
      try {
        const { problems, rows } = await call('POST /registers/:register/row-check', {
          register,
          changes: rowChanges(list),
        });
        if (isPast) return;
        newest.current.onChecked({ list, problems });
        const fresh = new Map<PendingChange, PendingChange | null>();
        for (const [at, change] of list.entries()) {
          if (!change.row || read.current.has(change)) continue;
          read.current.add(change);
          const row = rows[at];
          if (!row || problems.some((one) => one.change === at)) continue;
          const typed = typedRow(fields, row);
          if (change.was && isSameRow(typed, change.was)) fresh.set(change, null);
          else if (!isSameRow(typed, change.row)) fresh.set(change, { ...change, row: typed });
        }
        for (const change of fresh.values()) if (change) read.current.add(change);
        if (fresh.size > 0) newest.current.onRead(fresh);
      } catch {
        // saving checks them again and tells why it cannot; nobody is led away from a cell to sign in
        if (!isPast) newest.current.onFailed(list);
      }
    };
    const timer = setTimeout(() => void check(), PAUSE);
    return () => {
      isPast = true;
      clearTimeout(timer);
    };
  }, [register, fields, list]);
}
