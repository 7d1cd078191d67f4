import { saysNothing } from '#rules/checks/file-names.ts';
import { NOT_SEARCHED } from '#rules/people/personal-numbers.ts';
import type { Db } from '../../db/tables.ts';
import { numbersOfFile, WORDED_ENDINGS } from '../../files/file-numbers.ts';
import type { NumbersOutcome } from '../../files/text-reader.ts';
import { foundAt, foundNumber, quoted, type Found } from './found.ts';

/** files whose texts are asked for at once */
const FILES_AT_ONCE = 1_000;

/**
 * PV1, PV3, CK10: findings in attached files that are not public yet, also where only a download holds them.
 * @param places by filepath, in the order in which they are named
 */
export async function findInFiles(db: Db, filesDir: string, places: ReadonlyMap<string, string>): Promise<Found[]> {
  const found: Found[] = [];
  const worded = [...places.keys()].filter((filepath) =>
    WORDED_ENDINGS.some((ending) => filepath.endsWith(`.${ending}`)),
  );
  for (let from = 0; from < worded.length; from += FILES_AT_ONCE) {
    const some = worded.slice(from, from + FILES_AT_ONCE);
    const unpublished = await unpublishedOf(db, some);
    // in the order in which they were given, by which many of one reason are named
    for (const filepath of some)
      if (unpublished.has(filepath))
        found.push(...findingsInFile(places.get(filepath)!, await numbersOfFile(filesDir, filepath)));
  }
  return found;
}

async function unpublishedOf(db: Db, filepaths: readonly string[]): Promise<Set<string>> {
  const files = await db
    .selectFrom('file')
    .select('filepath')
    .where('filepath', 'in', filepaths)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('file_use')
            .select('filepath')
            .whereRef('file_use.filepath', '=', 'file.filepath')
            .where('public_to', 'is', null),
        ),
      ),
    )
    .execute();
  return new Set(files.map(({ filepath }) => filepath));
}

function findingsInFile(at: string, { numbers, notSearched, pdf }: NumbersOutcome): Found[] {
  const found = numbers.map((number) => foundNumber(at, number));
  if (notSearched !== null)
    found.push(foundAt('file-not-searched', at, `没有查找个人号码：${NOT_SEARCHED[notSearched]}`));
  if (pdf && !pdf.hasText) found.push(foundAt('pdf-text', at, '只有图片，读屏软件和搜索都读不到'));
  if (pdf && (pdf.title.trim() === '' || saysNothing(pdf.title)))
    found.push(
      foundAt('pdf-title', at, pdf.title.trim() === '' ? '文档属性里的标题空白' : `标题是${quoted(pdf.title)}`),
    );
  return found;
}
