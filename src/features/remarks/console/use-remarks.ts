import { useCallback } from 'react';
import { useRead } from '#console/calls/use-calls.ts';
import type { EditionPlace } from '#console/editions/edition-place.ts';
import { useHeldAgain } from '#console/editions/use-held.ts';
import { LONGEST_QUOTE } from '#rules/editions/remarks.ts';
import type { Remark } from '../wire.ts';

/** Remarks of an edition, and how they are read again with what they hold up. */
export function useRemarks(editionId: number) {
  const { data, error, mutate } = useRead('GET /editions/:editionId/remarks', { editionId });
  const heldAgain = useHeldAgain(editionId);
  const again = useCallback(async () => void (await Promise.all([mutate(), heldAgain()])), [mutate, heldAgain]);
  return { data, error, again };
}

/** The beginning of a paragraph, by which a remark names it. */
export const lineQuote = (line: string): string => Array.from(line).slice(0, LONGEST_QUOTE).join('');

/** RM5: the remarks that are shown at a place: of a row those at its cells, of a text those whose paragraph is gone. */
export const remarksAt = (remarks: readonly Remark[], { subject, row, pointer, line }: EditionPlace): Remark[] =>
  remarks.filter(({ place, isThere }) => {
    if (place.subject !== subject || place.row !== row) return false;
    if (row !== '') return true;
    if (place.pointer !== pointer) return false;
    if (line !== '') return isThere && place.isLine && place.quote === lineQuote(line);
    return !(place.isLine && isThere);
  });

export const openOf = (remarks: readonly Remark[]): Remark[] => remarks.filter(({ state }) => state === 'open');
