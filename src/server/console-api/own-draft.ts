import { sql } from 'kysely';
import { readDraft, type Draft } from '../editions/draft/draft-changes.ts';
import { Refused } from '../errors.ts';
import { FairQueue } from '../http/fair-queue.ts';
import type { SignedIn } from './define-console-call.ts';
import { assertMayWrite, rightLacking } from './edition-rights.ts';
import { assertMaySee } from './file-rights.ts';

/**
 * Cleaning HTML takes a second for the longest drafts: of many that are saved at once one is read, and each person has
 * their turn.
 */
const reading = new FairQueue({ most: 1, ofOne: 9 });

/**
 * A draft as it was sent (draft-changes.ts), of whoever may write it and may see the files that it shows: a draft would
 * give them to whoever knows their names.
 * @param most changes, where it is not a draft of one person's
 * @throws Refused invalidInput, rightMissing, tooManyWaiting
 */
export const readOwnDraft = (
  given: { title: unknown; changes: unknown },
  params: object,
  context: SignedIn,
  most?: number,
): Promise<Draft> =>
  reading.run(context.user.staffId, async () => {
    const draft = await readDraft(given, (read) => assertMayWrite(read, params, context), most);
    await assertMaySeeFiles(draft, context);
    return draft;
  });

/**
 * CK3: changes that somebody still writes, as a draft; null where nobody could save them yet, or this person could not. Their
 * form says that, so that it is no refused act in the record.
 * @throws Refused tooManyWaiting
 */
export const readUnfinished = (changes: unknown, context: SignedIn, most: number): Promise<Draft | null> =>
  reading.run(context.user.staffId, async () => {
    const assertMay = async (read: Draft): Promise<void> => {
      if ((await rightLacking(read.changes, context)) !== '') throw new Refused('rightMissing');
    };
    try {
      const draft = await readDraft({ title: '检查', changes }, assertMay, most);
      await assertMaySeeFiles(draft, context);
      return draft;
    } catch (error) {
      if (error instanceof Refused) return null;
      throw error;
    }
  });

/** PD18 @throws Refused rightMissing */
async function assertMaySeeFiles({ changes }: Draft, context: SignedIn): Promise<void> {
  // found as the database finds what an edition names (migration 0018)
  const { rows } = await sql<{ filepath: string }>`
    select filepath from file where sha256 = any(hashes_in(${JSON.stringify(changes)})) order by filepath`.execute(
    context.db,
  );
  for (const { filepath } of rows) await assertMaySee(filepath, context);
}
