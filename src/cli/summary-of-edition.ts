import { findingDoubt } from '#rules/checks/findings.ts';
import { redLineWords } from '#rules/registers/red-lines.ts';
import type { Db } from '#server/db/tables.ts';
import { getDraft } from '#server/editions/edition-row.ts';
import { findFindings } from '#server/editions/checks/find-findings.ts';
import { findRedLines } from '#server/editions/review/find-red-lines.ts';
import type { Site } from '#server/site/site.ts';

/** lines that a command prints; the screen of the edition has all */
const MOST_LINES = 20;
const WAYS = { note: '，请核对', reason: '，提交时须逐项说明必须公开的理由', stop: '，改正以后才能提交' };

/**
 * RD7, CK3: red lines and findings of the checks of a draft that a command has just saved, a line each, in the words of
 * its screen. Nobody can answer them here: whoever submits the draft does.
 */
export async function summaryOfEdition(
  db: Db,
  site: Site,
  filesDir: string,
  { editionId, version }: { editionId: number; version: number },
): Promise<string[]> {
  const draft = await getDraft(db, editionId, version);
  const { lines, more } = await findRedLines({ db }, site, draft.changes);
  const { findings } = await findFindings({ db, filesDir }, draft);
  const summary = [
    ...lines.map((line) => `登记表“${line.register}”${redLineWords(line)}`),
    ...findings.map((found) => findingDoubt(found) + WAYS[found.severity]),
  ];
  const rest = more + Math.max(0, summary.length - MOST_LINES);
  return [...summary.slice(0, MOST_LINES), ...(rest > 0 ? [`另有 ${rest} 处，见稿件`] : [])];
}
