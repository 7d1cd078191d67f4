import { sql } from 'kysely';
import { CONTRIBUTING, type EditionState } from '#rules/editions/edition-steps.ts';
import { mayDo, type Grant, type StaffRight } from '#rules/people/staff-rights.ts';
import type { DepartmentGroup, HeldEdition, Workbench } from '#wire/bench-answers.ts';
import type { Db } from '../../db/tables.ts';
import { matchingEditions } from '../../editions/list-editions.ts';
import type { Reach } from '../../people/staff/reach.ts';
import { listInPlace } from '../../people/staff/substitutions.ts';
import type { Site } from '../../site/site.ts';
import { lineOf } from '../authorize.ts';

/** Filter for content whose channels name no department. */
const NO_DEPARTMENT = '-';
/** editions that are shown of each department */
const SHOWN = 5;
/** names that are said of those who may review or publish */
const MOST_HOLDERS = 3;

/** WB3: the department of a channel, or of the nearest one above that names one; '-' for none. */
function departmentOf(site: Pick<Site, 'channel'>, channelId: string): string {
  for (const id of lineOf(site, channelId)) {
    const department = site.channel(id)?.department ?? '';
    if (department !== '') return department;
  }
  return NO_DEPARTMENT;
}

/** Channels of a department, those that only open editions know too: the condition of the list of work. */
export async function channelsOfDepartment(db: Db, site: Site, department: string): Promise<string[]> {
  const own = site.channels.map(({ channelId }) => channelId).filter((id) => departmentOf(site, id) === department);
  if (department !== NO_DEPARTMENT) return own;
  const { rows } = await sql<{ id: string }>`select distinct unnest(channel_ids) as id from edition
    where state not in ('published', 'discarded')`.execute(db);
  return [...own, ...rows.map(({ id }) => id).filter((id) => site.channel(id) === undefined)];
}

interface Open {
  edition_id: number;
  title: string;
  state: EditionState;
  channel_ids: string[];
  changed_at: Date;
  publish_at: Date | null;
}

/** WB3: open editions within reach by department of their channels, the oldest first; one of two departments is in both. */
export async function openByDepartment(
  db: Db,
  site: Site,
  { staffId, reach }: { staffId: number; reach: Reach },
): Promise<Pick<NonNullable<Workbench['work']>, 'open' | 'departments'>> {
  const open: Open[] = await matchingEditions(db.selectFrom('edition'), { view: 'open', staffId, reach })
    .select(['edition_id', 'title', 'state', 'channel_ids', 'changed_at', 'publish_at'])
    .orderBy('changed_at')
    .orderBy('edition_id')
    .execute();
  const byChannel = new Map<string, string>();
  for (const { channel_ids } of open)
    for (const id of channel_ids) if (!byChannel.has(id)) byChannel.set(id, departmentOf(site, id));
  const groups = new Map<string, Open[]>();
  for (const edition of open)
    for (const department of new Set(edition.channel_ids.map((id) => byChannel.get(id)!))) {
      const group = groups.get(department);
      if (group) group.push(edition);
      else groups.set(department, [edition]);
    }
  const shown = new Map(
    [...groups.values()].flatMap((list) => list.slice(0, SHOWN)).map((one) => [one.edition_id, one]),
  );
  const holders = await holdersOf(db, site, [...shown.values()]);
  const departments = [...groups].map(([department, list]): DepartmentGroup => ({
    department,
    total: list.length,
    list: list.slice(0, SHOWN).map((one): HeldEdition => ({
      editionId: one.edition_id,
      title: one.title,
      state: one.state,
      holders: holders.get(one.edition_id) ?? [],
      since: one.changed_at.toISOString(),
      publishAt: one.publish_at?.toISOString() ?? '',
    })),
  }));
  return { open: { total: open.length, states: statesOf(open) }, departments };
}

const ORDER = ['in-review', 'approved', 'scheduled', 'returned', 'draft', 'publishing'] as const;

function statesOf(open: readonly Open[]): NonNullable<Workbench['work']>['open']['states'] {
  const shownState = ({ state, publish_at }: Open) =>
    state === 'approved' && publish_at !== null ? ('scheduled' as const) : state;
  return ORDER.flatMap((state) => {
    // the first is the oldest
    const own = open.filter((one) => shownState(one) === state);
    return own[0] ? [{ state, total: own.length, oldest: own[0].changed_at.toISOString() }] : [];
  });
}

const RIGHTS: Partial<Record<EditionState, StaffRight>> = {
  'in-review': 'content.review',
  approved: 'content.publish',
};

/** Names of those whose turn it is, by edition. */
async function holdersOf(db: Db, site: Site, editions: readonly Open[]): Promise<Map<number, string[]>> {
  const wrote = await db
    .selectFrom('edition_step')
    .innerJoin('staff', 'staff.staff_id', 'edition_step.staff_id')
    .select(['edition_id', 'staff.staff_id', 'staff.name', 'instead_of'])
    .where(sql<boolean>`edition_id = any(${editions.map(({ edition_id }) => edition_id)}::int[])`)
    .where(sql<boolean>`act = any(${[...CONTRIBUTING]}::text[])`)
    .orderBy('step_id')
    .execute();
  const writers = Map.groupBy(wrote, ({ edition_id }) => edition_id);
  const people = editions.some(({ state }) => RIGHTS[state]) ? await holdersNow(db) : [];
  return new Map(
    editions.map((edition) => {
      const own = writers.get(edition.edition_id) ?? [];
      const right = RIGHTS[edition.state];
      // the clock holds what is scheduled
      if (edition.publish_at !== null || edition.state === 'publishing') return [edition.edition_id, []];
      if (!right) return [edition.edition_id, own.slice(-1).map(({ name }) => name)];
      const lines = edition.channel_ids.map((id) => lineOf(site, id));
      // bigints in an array come as texts
      const had = new Set(own.flatMap(({ staff_id, instead_of }) => [staff_id, ...instead_of.map(Number)]));
      const names = people
        .filter(
          ({ staffId, inPlaceOf = staffId, grants }) =>
            mayDo(grants, right, lines) && !(right === 'content.review' && (had.has(staffId) || had.has(inPlaceOf))),
        )
        .map(({ name }) => name);
      return [
        edition.edition_id,
        names.length > MOST_HOLDERS ? [...names.slice(0, MOST_HOLDERS), `等 ${names.length} 人`] : names,
      ];
    }),
  );
}

interface Holder {
  staffId: number;
  /** the person whose roles these are, where it is another one */
  inPlaceOf?: number;
  name: string;
  grants: Grant[];
}

/** SI4: people with their roles: those who are there, stand-ins in place of others, and last those who are away. */
async function holdersNow(db: Db): Promise<Holder[]> {
  const [own, inPlace] = await Promise.all([colleagues(db), listInPlace(db, { isVouched: true })]);
  const isAway = ({ staffId }: Holder): boolean => inPlace.some((absent) => absent.staffId === staffId);
  const nameOf = (id: number): string => own.find(({ staffId }) => staffId === id)?.name ?? '';
  return [
    ...own.filter((one) => !isAway(one)),
    ...inPlace.map(({ substituteId, staffId, name, grants }) => ({
      staffId: substituteId,
      inPlaceOf: staffId,
      name: `${nameOf(substituteId)}（代${name}）`,
      grants: [...grants],
    })),
    ...own.filter(isAway).map((one) => ({ ...one, name: `${one.name}（不在）` })),
  ];
}

async function colleagues(db: Db): Promise<Holder[]> {
  const rows = await db
    .selectFrom('staff')
    .innerJoin('staff_grant', 'staff_grant.staff_id', 'staff.staff_id')
    .select(['staff.staff_id', 'staff.name', 'role', 'channel_id'])
    .where('state', '=', 'active')
    .where('is_program', '=', false)
    .where('ended_at', 'is', null)
    .orderBy('staff.staff_id')
    .execute();
  return [...Map.groupBy(rows, ({ staff_id }) => staff_id)].map(([staffId, own]) => ({
    staffId,
    name: own[0]!.name,
    grants: own.map(({ role, channel_id }) => ({ role, channelId: channel_id })),
  }));
}
