import { withoutBase } from '#rules/addresses/site-address.ts';
import type { Withdrawal } from '#kinds/define-kind.ts';
import { SITE_BASE } from '#wire/paths.ts';
import { bringsLoginKey, WITHOUT_KEY } from '../articles/authored-key.ts';
import type { ClosedBecause, Publication } from '../rows/dated-rows.ts';
import { textProblem } from './storable.ts';

/**
 * RT9: the visitor of a withdrawn address reads the reason and is led to the successor, a path of this site that logs
 * nobody in (LS9).
 */
export function checkReason(
  change: Withdrawal,
  position: number,
  { problems }: Pick<Publication, 'problems'>,
): boolean {
  const found: string[] = [];
  const text = textProblem(change.reason);
  if (change.reason.trim() === '') found.push('撤下时须说明原因');
  if (text) found.push(`撤下原因${text}`);
  const { successor = '' } = change;
  if (successor !== '' && (!/^\/(?![/\\])[^\s\\]*$/.test(successor) || textProblem(successor)))
    found.push(`替代内容“${successor.slice(0, 200)}”应为以斜杠开头的站内路径`);
  else if (bringsLoginKey(successor)) found.push(`替代内容“${successor.slice(0, 200)}”${WITHOUT_KEY}`);
  // the base is added where the path is shown
  const inside = withoutBase(SITE_BASE, successor);
  if (inside !== null) found.push(`替代内容“${successor.slice(0, 200)}”应写作“${inside}”：站内路径不带 ${SITE_BASE}`);
  for (const message of found) problems.push({ change: position, message });
  return found.length === 0;
}

/** The reason in the form stored with the withdrawn thing. */
export const becauseOf = ({ reason, successor }: Withdrawal): ClosedBecause => ({
  reason: reason.trim(),
  successor: successor || null,
});
