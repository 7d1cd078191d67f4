import type { PersonalNumber } from '#rules/people/personal-numbers.ts';
import type { Db } from '../../db/tables.ts';
import { openStoredBytes } from '../../files/stored-bytes.ts';
import { createTextReader, TEXT_KINDS } from '../../files/text-reader.ts';
import { RecentMemory } from '../../store/rows/recent-memory.ts';

/** Numbers by file: its path names its content. */
const known = new RecentMemory<readonly PersonalNumber[]>(10_000);

/** one file after the other, in a process that ends with the last one that waits */
const reader = createTextReader();
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * PV1: numbers in all texts of attached files that are not public yet, also where only a download holds them. A file
 * whose text cannot be read has none: a picture of a page holds no text.
 */
export async function numbersInFiles(
  db: Db,
  filesDir: string,
  filepaths: readonly string[],
): Promise<Map<string, readonly PersonalNumber[]>> {
  if (filepaths.length === 0) return new Map();
  const files = await db
    .selectFrom('file')
    .select(['filepath', 'media_type'])
    .where('filepath', 'in', filepaths)
    .where('media_type', 'in', Object.keys(TEXT_KINDS))
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
  const found = new Map<string, readonly PersonalNumber[]>();
  for (const { filepath, media_type } of files)
    found.set(filepath, known.get(filepath) ?? (await read(filesDir, filepath, media_type)));
  return found;
}

async function read(filesDir: string, filepath: string, mediaType: string): Promise<readonly PersonalNumber[]> {
  const located = await openStoredBytes(filesDir).locate(filepath);
  if (typeof located === 'string') return [];
  waiting += 1;
  const turn = last.then(() => reader.readNumbers(located.path, TEXT_KINDS[mediaType]!));
  last = turn.finally(() => {
    waiting -= 1;
    if (waiting === 0) reader.close();
  });
  const outcome = await turn;
  const numbers = 'problem' in outcome ? [] : outcome.numbers;
  known.set(filepath, numbers, 1 + numbers.length);
  return numbers;
}
