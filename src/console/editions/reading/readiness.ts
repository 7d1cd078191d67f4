import { isRedLine } from '#rules/checks/checks.ts';
import type { Finding, FoundEdition } from '#wire/edition-answers.ts';
import type { ReadingView } from './sitting.ts';

/** Facts that the reading view knows of the edition before the reader. */
export interface Reading {
  view: ReadingView;
  edition: Pick<FoundEdition, 'may' | 'rights' | 'outdated' | 'version' | 'shown'>;
  /** places of the difference, and those that were not in view yet; null while they are not known */
  places: { all: number; unseen: number } | null;
  /** rows are left out of the list that is shown */
  isCut: boolean;
  /** answer of the check; undefined while it is not there */
  check:
    | { problems: readonly unknown[]; redLines: { lines: readonly unknown[]; more: number; rowsGone: number } }
    | undefined;
  findings: readonly Pick<Finding, 'severity' | 'check'>[] | undefined;
  /** one of these calls, the preview, or a part of the difference failed */
  hasFailed: boolean;
  /** RM4: why it cannot be approved as it is; '' where nothing holds it up, undefined while that is not known */
  held: string | undefined;
  /** red lines that were ticked where they stand */
  ticked: number;
}

/** Whether A acts. `own`: the edition has an act of its own, with its dialog. */
export interface Readiness {
  isReady: boolean;
  isOwn: boolean;
  /** RM4: to return it is the way on */
  isHeld?: boolean;
  /** why it does not act, or what was looked at */
  words: string;
}

const blocked = (words: string): Readiness => ({ isReady: false, isOwn: false, words });
const own = (words: string): Readiness => ({ isReady: false, isOwn: true, words });

/** RV2 to RV4: whether one key may agree to an edition, and the words beside it. */
export function readinessOf(reading: Reading): Readiness {
  const { view, edition, places, check, findings, held, ticked } = reading;
  const act = view === 'to-review' ? 'approve' : 'publish';
  const name = view === 'to-review' ? '同意' : '发布';
  if (!edition.rights.includes(view === 'to-review' ? 'content.review' : 'content.publish'))
    return blocked(`您没有${name}这份稿件的权限`);
  if (edition.outdated.length > 0 && view === 'to-review') return blocked('已过时：公开的内容另有变化，请退回请合并');
  if (edition.may[act] !== '') return blocked(edition.may[act]);
  if (held !== undefined && held !== '')
    return view === 'to-review'
      ? { ...blocked(`${held}，请解决后再同意，或退回`), isHeld: true }
      : own(`${held}，请看过以后点“发布…”`);
  if (reading.hasFailed) return own(`检查、预览或差异没有成功，请核对后点“${name}…”`);
  if (held === undefined || !check || !places || (view === 'to-review' && !findings))
    return blocked('正在读取差异和检查…');
  if (check.problems.length > 0) return own(`有 ${check.problems.length} 个问题妨碍发布，请看检查`);
  if (view === 'to-review' && check.redLines.rowsGone > 0) return own('有行将被移除，须点“同意…”输入行数');
  if (view === 'to-review' && findings?.some(({ severity }) => severity === 'stop'))
    return own('有不得公开的内容，请看检查');
  // a tick where a red line stands is the consent to it
  if (view === 'to-review' && findings?.some(({ severity, check }) => severity === 'reason' && !isRedLine(check)))
    return own('有须说明理由的内容，须点“同意…”逐项确认');
  if (reading.isCut) return own(`改动的行没有全部列出，请核对后点“${name}…”`);
  if (places.unseen > 0) return blocked(`${places.all} 处差异，还有 ${places.unseen} 处没有看到`);
  const lines = check.redLines.lines.length + (check.redLines.more > 0 ? 1 : 0);
  if (ticked < lines) return blocked(`差异都已看过，还有 ${lines - ticked} 处红线没有核对`);
  const seen = places.all === 0 ? '没有差异' : `${places.all} 处差异都已看过`;
  return {
    isReady: true,
    isOwn: false,
    words: `${seen}${lines > 0 ? '，红线已核对' : ''}；${name}的是第 ${edition.version} 版`,
  };
}

/** CK3, RV4: keys of the red lines with a reason, which are consented to by their ticks. */
export const tickedConsents = (findings: readonly Pick<Finding, 'severity' | 'check' | 'key'>[] = []): string[] =>
  findings.flatMap(({ severity, check, key }) => (severity === 'reason' && isRedLine(check) ? [key] : []));

/** RV4: line of the record where red lines were ticked; '' without any. */
export const tickedNote = (lines: number): string => (lines > 0 ? `审核时逐处核对了 ${lines} 处红线` : '');
