import { END_WORDS } from '#rules/editions/article-ends.ts';
import { daysAfter, freshnessName } from '#rules/registers/freshness.ts';
import { dayBegins, shanghaiDate, shanghaiSecond } from '#rules/time/shanghai-date.ts';
import type { CalendarItem, CalendarKind, WorkCalendar } from '#wire/bench-answers.ts';
import type { ChannelDuty } from '#wire/channel-answers.ts';
import { matchingEditions } from '../../editions/list-editions.ts';
import type { Reach } from '../../people/staff/reach.ts';
import { reachOf } from '../authorize.ts';
import type { SignedIn } from '../define-console-call.ts';

/** days that are shown, today included */
const DAYS = 30;

interface Question {
  context: SignedIn;
  /** channels whose content the person may read */
  reach: Reach;
  /** yyyy-mm-dd, both included */
  from: string;
  to: string;
  duties: readonly ChannelDuty[];
}

type Found = Omit<CalendarItem, 'kind'>;

/** One source of the calendar: it answers what the person may see, and nothing else. */
interface CalendarSource {
  kind: CalendarKind;
  find: (question: Question) => Promise<Found[]>;
}

/** Editions that become public by themselves. */
const scheduled: CalendarSource = {
  kind: 'comes',
  find: async ({ context: { db, site, user }, reach, from, to }) => {
    const rows = await matchingEditions(db.selectFrom('edition'), { view: 'open', staffId: user.staffId, reach })
      .select(['edition_id', 'title', 'publish_at', 'channel_ids'])
      .where('state', '=', 'approved')
      .where('publish_at', '>=', dayBegins(from))
      .where('publish_at', '<', dayBegins(daysAfter(to, 1)))
      .execute();
    return rows.map(({ edition_id, title, publish_at, channel_ids: [channelId = ''] }) => {
      const at = publish_at!.toISOString();
      return {
        day: shanghaiDate(at),
        time: shanghaiSecond(at).slice(11, 16),
        title,
        note: site.channel(channelId)?.name ?? '',
        to: `/editions/${edition_id}`,
      };
    });
  },
};

/** Last days of duties of freshness. */
const renewals: CalendarSource = {
  kind: 'due',
  find: async ({ duties, from, to }) =>
    duties
      .filter(({ until }) => until >= from && until <= to)
      .map(({ channelId, name, department, freshness, until }) => ({
        day: until,
        time: '',
        title: name,
        note: [freshnessName(freshness), department].filter((text) => text !== '').join(' · '),
        to: `/duties?channel=${encodeURIComponent(channelId)}`,
      })),
};

/** TP1: days on which articles are withdrawn, unpinned or off the home page. */
const ends: CalendarSource = {
  kind: 'leaves',
  find: async ({ context: { db, site }, reach, from, to }) => {
    const rows = await db
      .selectFrom('article')
      .select(['title', 'channel_id', 'ends'])
      .where('public_to', 'is', null)
      .where('ends', 'is not', null)
      .$if(reach !== null, (query) => query.where('channel_id', 'in', [...(reach ?? []), '']))
      .execute();
    return rows.flatMap(({ title, channel_id, ends: days }) =>
      (['withdraw', 'unpin', 'home'] as const).flatMap((act) => {
        const day = days?.[act] ?? '';
        if (day < from || day > to) return [];
        const note = [END_WORDS[act], site.channel(channel_id)?.name ?? ''].filter((text) => text !== '').join(' · ');
        // its line in the list of work: whoever may not write opens no form
        const line = `/editions?kind=article&words=${encodeURIComponent(title)}`;
        return [{ day, time: '00:00', title, note, to: line }];
      }),
    );
  },
};

/** WB4: everything that the calendar shows; a row of it appears once a source has its kind. */
const sources: readonly CalendarSource[] = [scheduled, ends, renewals];

/** WB4: the 30 days from a day on. */
export async function calendarOf(
  context: SignedIn,
  { today, duties }: { today: string; duties: readonly ChannelDuty[] },
): Promise<WorkCalendar> {
  const to = daysAfter(today, DAYS - 1);
  const question: Question = { context, reach: reachOf(context, 'content.read'), from: today, to, duties };
  const found = await Promise.all(
    sources.map(async ({ kind, find }) => (await find(question)).map((item): CalendarItem => ({ kind, ...item }))),
  );
  const items = found.flat().sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  const kinds = [...new Set(sources.map(({ kind }) => kind))];
  return {
    from: today,
    to,
    kinds: kinds.map((kind) => ({ kind, total: items.filter((item) => item.kind === kind).length })),
    items,
  };
}

const keyOf = ({ day, time, title }: CalendarItem): string => `${day} ${time} ${title}`;
