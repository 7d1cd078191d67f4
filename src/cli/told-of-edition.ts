import { personalNumberWords } from '#rules/people/personal-numbers.ts';
import { redLineWords } from '#rules/registers/red-lines.ts';
import type { Db } from '#server/db/tables.ts';
import { getDraft } from '#server/editions/edition-row.ts';
import { findPersonal } from '#server/editions/review/personal-findings.ts';
import { findRedLines } from '#server/editions/review/find-red-lines.ts';
import type { Site } from '#server/site/site.ts';

/** lines that a command prints; the screen of the edition has all */
const MOST_TOLD = 20;

/**
 * RD7, PV1: red lines and numbers of persons of a draft that a command has just saved, a line each, in the words of its
 * screen.
 */
export async function toldOfEdition(
  db: Db,
  site: Site,
  filesDir: string,
  { editionId, version }: { editionId: number; version: number },
): Promise<string[]> {
  const draft = await getDraft(db, editionId, version);
  const { lines, more } = await findRedLines({ db }, site, draft.changes);
  const told = [
    ...lines.map((line) => `登记表“${line.register}”${redLineWords(line)}`),
    ...(await findPersonal({ db, filesDir }, draft)).map(
      (found) => `${personalNumberWords(found)}像是个人号码，提交时须逐项说明必须公开的理由`,
    ),
  ];
  const rest = more + Math.max(0, told.length - MOST_TOLD);
  return [...told.slice(0, MOST_TOLD), ...(rest > 0 ? [`另有 ${rest} 处，见稿件`] : [])];
}
