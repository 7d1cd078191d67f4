import { Refused } from '../errors.ts';
import type { Site } from '../site/site.ts';
import type { Press } from './check-edition.ts';
import type { DraftChange } from './draft-changes.ts';
import { publicChange } from './public-change.ts';
import type { Subject } from './subjects.ts';

export interface RolledBack {
  title: string;
  changes: DraftChange[];
}

/**
 * What was public of subjects after an earlier publication, as the changes of a new draft: a roll back is written,
 * approved and published as anything else, and the log keeps both.
 * @param keeps false: rows of large registers are not looked for (public-change.ts)
 * @throws Refused unfitInput where there was nothing
 */
export async function rolledBack(
  reader: Pick<Press, 'db' | 'apart'>,
  site: Pick<Site, 'registers' | 'map'>,
  { no, subjects }: { no: number; subjects: readonly Subject[] },
  { keeps = true }: { keeps?: boolean } = {},
): Promise<RolledBack> {
  const publication = await reader.db.selectFrom('publication').select('title').where('no', '=', no).executeTakeFirst();
  if (!publication) throw new Refused('unfitInput', `没有第 ${no} 号发布`);
  const changes: DraftChange[] = [];
  for (const subject of new Set(subjects)) {
    const change = await publicChange(reader, site, subject, no, { keeps });
    if (!change) throw new Refused('unfitInput', `第 ${no} 号发布之后，“${subject}”没有公开的内容，无法恢复`);
    // its address may have changed since
    changes.push(change.kind === 'channel' ? { ...change, channel: { ...change.channel, moves: true } } : change);
  }
  return { title: `恢复到第 ${no} 号发布：${publication.title}`.slice(0, 200).toWellFormed(), changes };
}
