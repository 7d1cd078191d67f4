import { sql, type RawBuilder } from 'kysely';
import { endsWords, type ArticleEnds } from '#rules/editions/article-ends.ts';
import { CONTRIBUTING, type EditionState } from '#rules/editions/edition-steps.ts';
import {
  changeKindsOf,
  NEWEST_CHANGE,
  sortParts,
  STATES_AT_WORK,
  WORK_KIND_NAMES,
  WORK_STATE_NAMES,
  workKindsOf,
  type WorkColumn,
  type WorkKind,
  type WorkSort,
  type WorkState,
} from '#rules/editions/work-list.ts';
import { dayBegins } from '#rules/time/shanghai-date.ts';
import type { EditionView } from '#wire/edition-answers.ts';
import type { WorkLine } from '#wire/work-answers.ts';
import { containing } from '../../db/like.ts';
import type { Db } from '../../db/tables.ts';
import { lineFacts, matchingEditions, toLine, type LineRow } from '../list-editions.ts';
import { isWithin, type Reach } from '../../people/staff/reach.ts';
import { ENDED, endedWithin } from '../publish/ended.ts';

/** A register, a page or a setting: the program knows its title and channels, the store when it was published. */
export interface KnownThing {
  kind: 'rows' | 'page' | 'setting';
  id: string;
  title: string;
  /** '' the whole site */
  channelIds: readonly string[];
}

export interface WorkQuestion {
  /** editions that wait for somebody; absent: all that there is */
  view?: EditionView;
  kind?: WorkKind;
  state?: WorkState;
  /** the channel or any of these */
  channelIds?: readonly string[];
  /** part of a name */
  author?: string;
  /** yyyy-mm-dd in Shanghai, both included, of the last change */
  from?: string;
  to?: string;
  isPinned?: boolean;
  /** public, and changed by an edition that is not */
  isWaiting?: boolean;
  /** in the title */
  words?: string;
  sort?: WorkSort;
  staffId: number;
  /** channels of which the person may see what is public and what waits */
  reach: Reach;
  /** scope of the view, as in EditionQuestion */
  viewReach: Reach;
  known: readonly KnownThing[];
  /** nearest public channel of every channel that was ever public; asked for only where what ended is listed */
  publicAbove: () => Promise<ReadonlyMap<string, string>>;
  pageNum: number;
  pageSize: number;
}

type Sql = RawBuilder<unknown>;

const CHANGE_KINDS = WORK_KIND_NAMES.flatMap(changeKindsOf);
const OPEN = sql`state not in ('published', 'discarded')`;

/** Columns of each part of the list, in order; of an edition the kinds are read once it is shown. */
const COLUMNS = sql`kinds, id, title, state, channel_ids, changed_at, published_at, no, is_pinned, edition_id`;

const KINDS_OF_EDITION = sql`(select array_agg(distinct split_part(subject, ':', 1)) from jsonb_object_keys(edition.base) as subject)`;

/** Conditions that read every line, once for the page and for its count, and leave few. */
const isNarrowed = ({ words, author, from, to, isPinned, isWaiting }: WorkQuestion): boolean =>
  [words, author, from, to, isPinned, isWaiting].some(Boolean);

const all = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);

/** LW1: one page of all that there is and of all that waits, in one question to the store. */
export async function listWork(
  db: Db,
  question: WorkQuestion,
): Promise<{ total: number; list: Omit<WorkLine, 'path'>[] }> {
  const branches = await branchesOf(db, question);
  if (branches.length === 0) return { total: 0, list: [] };
  const { pageNum, pageSize, sort = NEWEST_CHANGE, reach } = question;
  const lines = sql.join(branches, sql` union all `);
  const { column, isDescending } = sortParts(sort);
  const isByChange = column === 'changed' && !isNarrowed(question);
  const candidates = isByChange
    ? sql.join(await branchesOf(db, question, firstByChange(pageNum * pageSize, isDescending)), sql` union all `)
    : sql`select * from line`;
  const { key, join = sql`` } = KEYS[column];
  const order = sql`key ${isDescending ? sql`desc` : sql`asc`} nulls last, changed_at desc nulls last, id desc, kinds`;
  // waiting editions are found by their subjects, not from the newest on: the sum keeps the planner from that
  const { rows } = await sql<FoundRow>`
    with line (${COLUMNS}) as ${isNarrowed(question) ? sql`materialized` : sql`not materialized`} (${lines}),
    candidate (${COLUMNS}) as not materialized (${candidates}),
    shown as (
      select line.*, ${key} as key from candidate as line ${join}
      order by ${order} limit ${pageSize} offset ${(pageNum - 1) * pageSize}
    )
    select counted.total, shown.*, ${KINDS_OF_EDITION} as edition_kinds, coalesce(publication.written_by, ${lineFacts.created_by}, '') as author,
      edition.state as edition_state, edition.version, edition.publish_at, edition.published_in, edition.review_due, edition.reviewed_at,
      ${sql.join(FACTS, sql`, `)},
      waiting.edition_id as waiting_id, waiting.state as waiting_state,
      (select ends from article where shown.state = 'public' and shown.edition_id is null and shown.kinds = array['article']
        and article.article_id::text = shown.id and article.public_to is null) as ends
    from (select count(*) as total from line) as counted
    left join shown on true
    left join publication on publication.no = shown.no
    left join edition on edition.edition_id = shown.edition_id
    left join lateral (
      select edition.edition_id, edition.state from edition
      where shown.state = 'public' and edition.${OPEN} and edition.base ?| ${subjectsOf(sql`shown.kinds[1]`, sql`shown.id`)} and ${isWithin(reach)}
      order by edition.edition_id + 0 desc limit 1) as waiting on true
    order by ${order}`.execute(db);
  return { total: Number(rows[0]?.total ?? 0), list: rows.flatMap(lineOf) };
}

/** Rows of a register are changed by its definition, too. */
const subjectsOf = (kind: Sql, id: Sql): Sql =>
  sql`array[${kind} || ':' || ${id}, case ${kind} when 'rows' then 'register:' || ${id} end]`;

const FACTS = Object.entries(lineFacts).map(([name, fact]) => sql`${fact} as ${sql.ref(name)}`);

/** Sort keys of each column. */
const KEYS: Readonly<Record<WorkColumn, { key: Sql; join?: Sql }>> = {
  title: { key: sql`title` },
  kind: {
    key: sql`array_position(${CHANGE_KINDS}::text[], (coalesce(kinds, ${KINDS_OF_EDITION}))[1])`,
    join: sql`left join edition on edition.edition_id = line.edition_id`,
  },
  state: { key: sql`array_position(${WORK_STATE_NAMES}::text[], line.state)` },
  channel: {
    key: sql`place.name`,
    join: sql`left join channel as place on place.channel_id = channel_ids[1] and place.public_to is null`,
  },
  author: {
    key: sql`coalesce(publication.written_by, (select staff.name from edition_step join staff using (staff_id)
      where edition_step.edition_id = line.edition_id order by step_id limit 1))`,
    join: sql`left join publication on publication.no = line.no`,
  },
  changed: { key: sql`changed_at` },
  published: { key: sql`published_at` },
};

/** Limits very many articles to those that can be on the page, which the index gives. */
const firstByChange = (most: number, isDescending: boolean): Sql =>
  sql`order by public_from ${isDescending ? sql`desc` : sql`asc`}, article_id::text desc limit ${most}`;

/** The parts of the list that a question is about, each with the same columns. @param ofArticles order and limit */
async function branchesOf(db: Db, question: WorkQuestion, ofArticles?: Sql): Promise<Sql[]> {
  const { view = 'all', kind, state, isPinned = false, isWaiting = false } = question;
  const isOfPublic = view === 'all' && (state === undefined || state === 'public');
  const isOf = (...kinds: WorkKind[]): boolean =>
    isOfPublic && (kind === undefined || kinds.includes(kind)) && (!isPinned || kinds.includes('article'));
  const branches: Sql[] = [];
  if (isOf('article')) branches.push(ofArticles ? sql`(${articles(question)} ${ofArticles})` : articles(question));
  if (isOf('channel')) branches.push(channels(question));
  for (const one of ['rows', 'page', 'setting'] as const) if (isOf(one)) branches.push(knownThings(question, one));
  const isOfEditions = state !== 'public' && state !== 'withdrawn' && !isPinned && !isWaiting;
  if (isOfEditions) branches.push(editions(db, question));
  const isOfEnded = view === 'all' && state === 'withdrawn' && !isPinned && !isWaiting;
  if (isOfEnded && (kind === undefined || kind === 'article' || kind === 'channel'))
    branches.push(await ended(question));
  return branches;
}

/** Conditions that hold for everything, of the columns of one part of the list. */
function conditionsOf(
  { words = '', from, to, author = '', isWaiting = false, reach }: WorkQuestion,
  { title, changed, no, subjects }: { title: Sql; changed: Sql; no: Sql; subjects: readonly Sql[] },
): Sql[] {
  const conditions: Sql[] = [];
  if (words.trim() !== '') conditions.push(sql`${title} ilike ${containing(words.trim())}`);
  if (from) conditions.push(sql`${changed} >= ${dayBegins(from)}`);
  if (to) conditions.push(sql`${changed} < ${new Date(dayBegins(to).getTime() + 86_400_000)}`);
  if (author.trim() !== '')
    conditions.push(sql`${no} in (select no from publication where written_by ilike ${containing(author.trim())})`);
  if (isWaiting) {
    const waiting = sql`(select jsonb_object_keys(base) from edition where ${OPEN} and ${isWithin(reach)})`;
    conditions.push(
      sql`(${sql.join(
        subjects.map((subject) => sql`${subject} in ${waiting}`),
        sql` or `,
      )})`,
    );
  }
  return conditions;
}

/** Channels that somebody may see, as far as they are sought; null: all. */
function channelsSought({ channelIds, reach }: WorkQuestion): readonly string[] | null {
  if (channelIds === undefined) return reach;
  return reach === null ? channelIds : channelIds.filter((id) => reach.includes(id));
}

const inChannels = (channelId: Sql, sought: readonly string[] | null): Sql[] =>
  sought === null ? [] : [sql`${channelId} = any(${[...sought]}::text[])`];

function articles(question: WorkQuestion): Sql {
  const conditions = [
    sql`public_to is null`,
    ...inChannels(sql`channel_id`, channelsSought(question)),
    ...(question.isPinned ? [sql`top_flag = 1`] : []),
    ...conditionsOf(question, {
      title: sql`title`,
      changed: sql`public_from`,
      no: sql`opened_in`,
      subjects: [sql`'article:' || article_id`],
    }),
  ];
  return sql`select array['article'], article_id::text, title, 'public', array[channel_id],
    public_from, content_time, opened_in, top_flag = 1, null::bigint from article where ${all(conditions)}`;
}

function channels(question: WorkQuestion): Sql {
  const conditions = [
    sql`public_to is null`,
    ...inChannels(sql`channel_id`, channelsSought(question)),
    ...conditionsOf(question, {
      title: sql`name`,
      changed: sql`public_from`,
      no: sql`opened_in`,
      subjects: [sql`'channel:' || channel_id`],
    }),
  ];
  return sql`select array['channel'], channel_id, name, 'public', array[channel_id],
    public_from, null::timestamptz, opened_in, false, null::bigint from channel where ${all(conditions)}`;
}

/** Publication of each kind of known things that is the last to have changed one. */
const PUBLISHED: Readonly<Record<KnownThing['kind'], Sql>> = {
  // facts of a register stay where as many rows are others than before
  rows: sql`cross join lateral (
    select public_from, opened_in from (
      select public_from, opened_in from register_state where register_state.register = known.id and public_to is null
      union all
      (select public_from, opened_in from register_row where register_row.register = known.id
        and exists (select from register_state where register_state.register = known.id and public_to is null)
        order by public_from desc limit 1)) as touched
    order by public_from desc limit 1) as published`,
  // a page that came with the program is public without a publication
  page: sql`left join page as published on published.page = known.id and published.public_to is null
    and not jsonb_exists(published.document, 'register')`,
  setting: sql`join setting as published on published.name = known.id and published.public_to is null`,
};

function knownThings(question: WorkQuestion, kind: KnownThing['kind']): Sql {
  const { channelIds, reach, known } = question;
  const own = known
    .filter((thing) => thing.kind === kind)
    .filter(({ channelIds: ids }) => reach === null || ids.every((id) => reach.includes(id)))
    .filter(({ channelIds: ids }) => channelIds === undefined || ids.some((id) => channelIds.includes(id)))
    .map(({ id, title, channelIds: ids }) => ({ id, title, channel_ids: ids }));
  const conditions = conditionsOf(question, {
    title: sql`known.title`,
    changed: sql`published.public_from`,
    no: sql`published.opened_in`,
    subjects: [sql`${`${kind}:`} || known.id`, ...(kind === 'rows' ? [sql`'register:' || known.id`] : [])],
  });
  return sql`select array[${kind}::text], known.id, known.title, 'public', known.channel_ids,
    published.public_from, null::timestamptz, published.opened_in, false, null::bigint
    from jsonb_to_recordset(${JSON.stringify(own)}::jsonb) as known (id text, title text, channel_ids text[])
    ${PUBLISHED[kind]} where ${all(conditions)}`;
}

function editions(db: Db, question: WorkQuestion): Sql {
  const { view = 'all', kind, state, words, channelIds, author = '', from, to, staffId, viewReach } = question;
  let found = matchingEditions(db.selectFrom('edition'), {
    view,
    staffId,
    reach: viewReach,
    ...(words !== undefined && { words }),
    ...(channelIds && { channelIds }),
  });
  if (state !== undefined)
    found = found
      .where('edition.state', '=', state === 'scheduled' ? 'approved' : (state as EditionState))
      .$if(state === 'scheduled', (query) => query.where('publish_at', 'is not', null))
      .$if(state === 'approved', (query) => query.where('publish_at', 'is', null));
  // a view says itself which states it has
  else if (view === 'all') found = found.where('edition.state', 'in', EDITIONS_AT_WORK);
  if (kind !== undefined)
    found = found.where(
      sql<boolean>`exists (select from jsonb_object_keys(edition.base) as subject where split_part(subject, ':', 1) = any(${[...changeKindsOf(kind)]}::text[]))`,
    );
  if (author.trim() !== '')
    found = found.where(
      sql<boolean>`exists (select from edition_step join staff using (staff_id) where edition_step.edition_id = edition.edition_id
        and act = any(${[...CONTRIBUTING]}::text[]) and staff.name ilike ${containing(author.trim())})`,
    );
  if (from) found = found.where('changed_at', '>=', dayBegins(from));
  if (to) found = found.where('changed_at', '<', new Date(dayBegins(to).getTime() + 86_400_000));
  return sql`${found.select([
    sql`null::text[]`.as('kinds'),
    sql`edition_id::text`.as('id'),
    'title',
    sql`case when state = 'approved' and publish_at is not null then 'scheduled' else state end`.as('state'),
    'channel_ids',
    'changed_at',
    'publish_at as published_at',
    sql`null::bigint`.as('no'),
    sql`false`.as('is_pinned'),
    'edition_id',
  ])}`;
}

const EDITIONS_AT_WORK = STATES_AT_WORK.filter(
  (state): state is WorkState & EditionState => state !== 'public' && state !== 'scheduled',
);

async function ended(question: WorkQuestion): Promise<Sql> {
  const { reach, kind, channelIds } = question;
  const within = reach === null ? null : endedWithin(reach, await question.publicAbove());
  const conditions = [
    ...inChannels(sql`channel_id`, within),
    ...inChannels(sql`channel_id`, channelIds ?? null),
    ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
    ...conditionsOf(question, {
      title: sql`title`,
      changed: sql`public_to`,
      no: sql`ended_in`,
      subjects: [],
    }),
  ];
  return sql`select array[kind], id, title, 'withdrawn', array[channel_id],
    public_to, null::timestamptz, ended_in, false, null::bigint from (${ENDED}) as ended where ${all(conditions)}`;
}

/** Columns of the question; those of a line are null where the page has none. */
interface FoundRow extends Omit<LineRow, 'edition_id' | 'state' | 'changed_at'> {
  total: number;
  id: string | null;
  edition_id: number | null;
  edition_state: EditionState;
  kinds: string[] | null;
  edition_kinds: string[] | null;
  state: WorkState;
  changed_at: Date | null;
  published_at: Date | null;
  is_pinned: boolean;
  author: string;
  waiting_id: number | null;
  ends: ArticleEnds | null;
  waiting_state: EditionState;
}

function lineOf(row: FoundRow): Omit<WorkLine, 'path'>[] {
  const { id, changed_at: changed, edition_id: editionId } = row;
  const kinds = row.kinds ?? row.edition_kinds ?? [];
  if (id === null) return [];
  const line = {
    id,
    kinds: workKindsOf(kinds),
    title: row.title,
    state: row.state,
    channelIds: row.channel_ids,
    author: row.author,
    changedAt: changed?.toISOString() ?? '',
    publishedAt: row.published_at?.toISOString() ?? '',
    isPinned: row.is_pinned,
    ends: endsWords(row.ends),
    waiting: row.waiting_id === null ? null : { editionId: row.waiting_id, state: row.waiting_state },
  };
  if (editionId === null || changed === null) return [{ ...line, key: `${kinds[0]}:${id}`, edition: null }];
  const edition = toLine({ ...row, edition_id: editionId, state: row.edition_state, changed_at: changed });
  return [{ ...line, key: `edition:${editionId}`, edition }];
}
