import type { ReferredRow } from '#page/register-view.ts';
import { findKept, forgetKept, keep } from '../../db/kept.ts';
import type { Db } from '../../db/tables.ts';
import type { ChannelRow } from './list-channels.ts';

const NAME = 'upstream-channels';

/** A column of research as news/columns answers it. */
export interface NewsColumn {
  columnId: string;
  code: string;
  name: string;
}

/** The channel tree of another system as it was last answered, and what else pages depend on. */
export interface UpstreamChannels {
  /** host that it came from */
  origin: string;
  channels: readonly ChannelRow[];
  /** channels that it answered and that are not shown, each with the reason */
  leftOut?: readonly { channelId: string; name: string; why: string }[];
  /** web parameters by code */
  params?: Readonly<Record<string, string>>;
  /** columns of research; absent: never answered */
  columns?: readonly NewsColumn[];
  /** provinces and cities; null: never answered */
  regions?: readonly ReferredRow[] | null;
}

/** null: channels are this site's own. */
export async function findUpstreamChannels(db: Db): Promise<UpstreamChannels | null> {
  const stored = await findKept(db, NAME);
  return stored === undefined ? null : (JSON.parse(stored) as UpstreamChannels);
}

/** Replaces what is kept; null: channels are this site's own from now on. */
export const keepUpstreamChannels = (db: Db, known: UpstreamChannels | null): Promise<void> =>
  known ? keep(db, NAME, JSON.stringify(known)) : forgetKept(db, NAME);
