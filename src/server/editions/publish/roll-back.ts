import { Refused } from '../../errors.ts';
import { subjectsOf, type Subject } from '#kinds/changes.ts';
import type { KnownSite, Reader } from '#kinds/define-store.ts';
import type { Change } from '#kinds/index.ts';
import { storeOf } from '#kinds/stores.ts';
import { mapDocuments } from '../draft/draft-changes.ts';
import { changeAfter } from '../review/public-change.ts';

export interface RolledBack {
  title: string;
  changes: Change[];
}

/**
 * Public content of subjects after an earlier publication, as the changes of a new draft. A roll back is written,
 * approved and published as anything else, and the log keeps both. ED5: rows come with the definition that they had.
 * @param storesRows false: rows of large registers are not looked for (public-change.ts)
 * @throws Refused invalidInput where there was nothing
 */
export async function rolledBack(
  reader: Reader,
  site: KnownSite,
  { no, subjects }: { no: number; subjects: readonly Subject[] },
  { storesRows = true }: { storesRows?: boolean } = {},
): Promise<RolledBack> {
  const publication = await reader.db.selectFrom('publication').select('title').where('no', '=', no).executeTakeFirst();
  if (!publication) throw new Refused('invalidInput', `没有第 ${no} 号发布`);
  return {
    title: `恢复到第 ${no} 号发布：${publication.title}`.slice(0, 200).toWellFormed(),
    changes: await restoredChanges(reader, site, { no, subjects }, { storesRows }),
  };
}

/** Changes that make public again what a publication left of these subjects; 0: what came with the program. @throws Refused invalidInput */
export async function restoredChanges(
  reader: Reader,
  site: KnownSite,
  { no, subjects }: { no: number; subjects: readonly Subject[] },
  { storesRows = true }: { storesRows?: boolean } = {},
): Promise<Change[]> {
  const changes: Change[] = [];
  for (const subject of new Set(subjects)) {
    const change = await changeAfter(reader, site, subject, no, { storesRows });
    if (!change) throw new Refused('invalidInput', `第 ${no} 号发布之后，“${subject}”没有公开的内容，无法恢复`);
    const whole = (await storeOf(change).history?.restoredWith?.(reader, site, change as never, no)) ?? [change];
    const known = subjectsOf(changes);
    changes.push(...whole.filter((one) => !known.includes(subjectsOf([one])[0]!)));
  }
  return mapDocuments(changes, (change) => storeOf(change).history?.restored);
}
