import { sql } from 'kysely';
import type { ContentKind } from '#page/data-shapes.ts';
import { findPage } from '#page/find-page.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { Db } from '../db/tables.ts';
import type { Moment } from '../store/publication/new-publication.ts';
import { shownRegisters } from './register-places.ts';
import type { Site } from './site.ts';

/** Reason why a register is shown no more: that of the channel whose page was the last to show it. */
export interface EndedRegister {
  reason: string;
  successor: string | null;
  at: Date;
}

interface EndedChannel {
  channel_id: string;
  url: string;
  content_kind: ContentKind;
  closed_reason: string | null;
  closed_successor: string | null;
  public_to: Date;
}

/**
 * RG27: registers that a page showed whose channel has ended, and that no page shows any more. Read once a
 * publication.
 */
const endedRegisters = (db: Db, site: Site, moment: Moment): Promise<ReadonlyMap<string, EndedRegister>> =>
  site.remember('ended registers', async () => {
    const shown = shownRegisters(site);
    const ended = new Map<string, EndedRegister>();
    for (const { channel_id, url, content_kind, ...end } of await listEndedChannels(db, moment)) {
      const found = findPage(site.map.pages, { channelId: channel_id, url, contentKind: content_kind });
      for (const { source } of found?.page.blocks ?? []) {
        const name = source?.params?.register;
        if (typeof name !== 'string' || shown.has(name)) continue;
        ended.set(name, { reason: end.closed_reason ?? '', successor: end.closed_successor, at: end.public_to });
      }
    }
    return ended;
  });

/** Last state of each ended channel, the one that ended last coming last. */
async function listEndedChannels(db: Db, moment: Moment): Promise<EndedChannel[]> {
  const at = moment === 'now' ? sql`now()` : sql`${moment}::timestamptz`;
  const { rows } = await sql<EndedChannel>`
    select * from (
      select distinct on (channel_id) channel_id, url, content_kind, closed_reason, closed_successor, public_to
      from channel where public_from <= ${at} order by channel_id, public_from desc, row_id desc) as last
    where public_to is not null and public_to <= ${at} order by public_to`.execute(db);
  return rows;
}

/**
 * Whether visitors are answered from a register: `shown` by a page, or by a call that the specification names; `ended`;
 * or not shown yet by any page.
 */
export async function registerVisibility(
  db: Db,
  site: Site,
  { register }: Pick<RegisterDefinition, 'register'>,
  moment: Moment,
): Promise<'shown' | 'unshown' | EndedRegister> {
  if (shownRegisters(site).has(register)) return 'shown';
  const ended = (await endedRegisters(db, site, moment)).get(register);
  if (ended) return ended;
  return (site.registers.get(register)?.endpoints ?? []).length > 0 ? 'shown' : 'unshown';
}
