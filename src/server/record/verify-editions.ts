import { sql } from 'kysely';
import { shanghaiSecond } from '#rules/time/shanghai-date.ts';
import { ruleNote, type EditionState, type EditionStep } from '#rules/editions/edition-steps.ts';
import type { Db } from '../db/tables.ts';
import { draftHash } from '../editions/draft/draft-changes.ts';
import { NO_REMOVALS, type Removed } from '../store/publication/removed-hashes.ts';
import type { RecordProblem } from './record-problem.ts';

const PAGE = 200;

/**
 * RC1: every version says what its hash says and was written by a step, and every edition stands as its versions and
 * steps leave it. The steps themselves are covered by seals. @param db a transaction of one snapshot
 */
export async function verifyEditions(db: Db, removed: Pick<Removed, 'was'> = NO_REMOVALS): Promise<RecordProblem[]> {
  return [...(await versionProblems(db, removed)), ...(await stepProblems(db)), ...(await stateProblems(db))];
}

async function versionProblems(db: Db, removed: Pick<Removed, 'was'>): Promise<RecordProblem[]> {
  const problems: RecordProblem[] = [];
  for (let after: [number, number] = [0, 0]; ;) {
    const { rows } = await sql<{
      edition_id: number;
      version: number;
      title: string;
      changes: unknown;
      content_hash: string;
      published_in: number | null;
    }>`select edition_version.edition_id, edition_version.version, edition_version.title, changes, edition_version.content_hash, published_in
      from edition_version left join edition using (edition_id)
      where (edition_version.edition_id, edition_version.version) > (${after[0]}::bigint, ${after[1]}::integer)
      order by edition_version.edition_id, edition_version.version limit ${PAGE}`.execute(db);
    for (const row of rows)
      if (removed.was(`version ${row.edition_id}/${row.version}`, draftHash(row)) !== row.content_hash)
        problems.push({
          no: row.published_in,
          code: 'version-edited',
          message: `version ${row.version} of edition ${row.edition_id} does not say what its hash says`,
        });
    if (rows.length < PAGE) return problems;
    const { edition_id, version } = rows.at(-1)!;
    after = [edition_id, version];
  }
}

/** Versions that no step wrote, and steps whose version is gone. */
async function stepProblems(db: Db): Promise<RecordProblem[]> {
  const { rows } = await sql<{ edition_id: number; version: number; written: boolean; published_in: number | null }>`
    with wrote as (select distinct edition_id, version, content_hash, staff_id from edition_step where act in ('created', 'saved', 'rebased'))
    select coalesce(edition_version.edition_id, wrote.edition_id) as edition_id, coalesce(edition_version.version, wrote.version) as version,
      wrote.edition_id is not null as written, published_in
    from edition_version full join wrote
      on wrote.edition_id = edition_version.edition_id and wrote.version = edition_version.version
        and wrote.content_hash = edition_version.content_hash and wrote.staff_id is not distinct from edition_version.staff_id
    left join edition on edition.edition_id = coalesce(edition_version.edition_id, wrote.edition_id)
    where wrote.edition_id is null or edition_version.edition_id is null or edition.edition_id is null order by 1, 2`.execute(
    db,
  );
  return rows.map(({ edition_id, version, written, published_in }) => ({
    no: published_in,
    code: 'edition-differs',
    message: written
      ? `version ${version} of edition ${edition_id} was written, and is not there as it was written`
      : `version ${version} of edition ${edition_id} was written by no step`,
  }));
}

interface StateRow {
  edition_id: number;
  title: string;
  state: EditionState;
  version: number;
  content_hash: string;
  approved_hash: string | null;
  approved_by: number | null;
  publish_at: Date | null;
  published_in: number | null;
  rule_no: number | null;
  reviewed_at: Date | null;
  review_due: Date | null;
  newest: { version: number; title: string; content_hash: string } | null;
  steps: { act: EditionStep; staff_id: number | null; content_hash: string; note: string }[] | null;
}

/** In which state a step leaves an edition; the others leave it as it is. */
const LEAVES: Partial<Record<EditionStep, EditionState>> = {
  created: 'draft',
  saved: 'draft',
  submitted: 'in-review',
  approved: 'approved',
  returned: 'returned',
  published: 'published',
  'part-published': 'publishing',
  emergency: 'published',
  discarded: 'discarded',
  'approval-ended': 'in-review',
  'by-rule': 'published',
};

async function stateProblems(db: Db): Promise<RecordProblem[]> {
  const problems: RecordProblem[] = [];
  for (let after = 0; ;) {
    const { rows } = await sql<StateRow>`
      select edition_id, title, state, version, content_hash, approved_hash, approved_by, publish_at, published_in, rule_no, reviewed_at, review_due,
        (select jsonb_build_object('version', version, 'title', title, 'content_hash', content_hash)
          from edition_version where edition_version.edition_id = edition.edition_id order by version desc limit 1) as newest,
        (select jsonb_agg(jsonb_build_object('act', act, 'staff_id', staff_id, 'content_hash', content_hash, 'note', note) order by step_id)
          from edition_step where edition_step.edition_id = edition.edition_id) as steps
      from edition where edition_id > ${after} order by edition_id limit ${PAGE}`.execute(db);
    for (const row of rows)
      for (const what of wrongIn(row))
        problems.push({
          no: row.published_in,
          code: 'edition-differs',
          message: `edition ${row.edition_id}: its ${what} is not what its versions and steps leave`,
        });
    if (rows.length < PAGE) return problems;
    after = rows.at(-1)!.edition_id;
  }
}

function wrongIn(edition: StateRow): string[] {
  const { newest } = edition;
  const steps = edition.steps ?? [];
  const last = steps.findLast(({ act }) => LEAVES[act] !== undefined);
  const isApproved =
    edition.state === 'approved' ||
    edition.state === 'publishing' ||
    (edition.state === 'published' && last?.act === 'published');
  const approved = isApproved ? steps.findLast(({ act }) => act === 'approved') : undefined;
  const newestStep = steps.at(-1);
  const isRight = {
    title: edition.title === newest?.title,
    version: edition.version === newest?.version,
    'content hash': edition.content_hash === newest?.content_hash,
    state: edition.state === (last ? LEAVES[last.act] : 'draft'),
    approval:
      edition.approved_by === (approved?.staff_id ?? null) &&
      edition.approved_hash === (approved?.content_hash ?? null),
    moment:
      edition.state !== 'approved' ||
      (newestStep?.act === 'scheduled'
        ? edition.publish_at !== null && newestStep.note.includes(shanghaiSecond(edition.publish_at.toISOString()))
        : edition.publish_at === null),
    'day of review': (edition.review_due !== null) === steps.some(({ act }) => act === 'emergency'),
    review: (edition.reviewed_at !== null) === steps.some(({ act }) => act === 'reviewed-after'),
    rule:
      (edition.rule_no === null ? '' : ruleNote(edition.rule_no)) ===
      (steps.find(({ act }) => act === 'by-rule')?.note ?? ''),
    publication: (edition.state === 'published') === (edition.published_in !== null),
  };
  return Object.entries(isRight).flatMap(([what, right]) => (right ? [] : [what]));
}
