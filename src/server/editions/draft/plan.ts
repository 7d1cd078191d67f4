import { sql } from 'kysely';
import type { PlannedEdition } from '#wire/edition-answers.ts';
import type { Plan } from '#kinds/define-kind.ts';
import { subjectsOf, type Subject } from '#kinds/changes.ts';
import type { Change } from '#kinds/index.ts';
import type { Db } from '../../db/tables.ts';
import { Refused } from '../../errors.ts';

/** newest editions of a subject that are looked at; a plan has a few */
const MOST = 200;

/** Editions of a subject that are part of a plan, oldest first. */
async function listPlanned(db: Db, subject: Subject): Promise<PlannedEdition[]> {
  const rows = await db
    .selectFrom('edition')
    .innerJoin('edition_version', (join) =>
      join
        .onRef('edition_version.edition_id', '=', 'edition.edition_id')
        .onRef('edition_version.version', '=', 'edition.version'),
    )
    .select([
      'edition.edition_id',
      'edition.title',
      'edition.state',
      'edition.version',
      'edition.publish_at',
      'edition.published_in',
    ])
    .select(sql<Plan>`jsonb_path_query_first(edition_version.changes, '$[*].plan')`.as('plan'))
    .where(sql<boolean>`edition.base ? ${subject}`)
    .where(sql<boolean>`jsonb_path_exists(edition_version.changes, '$[*].plan')`)
    .orderBy('edition.edition_id', 'desc')
    .limit(MOST)
    .execute();
  return rows
    .map((row) => ({
      editionId: row.edition_id,
      title: row.title,
      state: row.state,
      version: row.version,
      at: row.plan.at,
      publishAt: row.publish_at?.toISOString() ?? '',
      publishedIn: row.published_in,
      after: row.plan.after ?? null,
    }))
    .toReversed();
}

const planned = (changes: readonly Change[]) => changes.findIndex((change) => change.plan !== undefined);

/** The whole plan that an edition is part of, in order; [] where it is part of none. */
export async function findPlan(db: Db, editionId: number, changes: readonly Change[]): Promise<PlannedEdition[]> {
  const at = planned(changes);
  if (at < 0) return [];
  const all = await listPlanned(db, subjectsOf(changes)[at]!);
  const before = lineBefore(all, editionId);
  const found = new Set([...before.map((one) => one.editionId), editionId]);
  // numbers rise along a plan
  for (const one of all) if (one.after !== null && found.has(one.after)) found.add(one.editionId);
  return all.filter((one) => found.has(one.editionId));
}

/** Editions of a plan that come before one, nearest first. */
export async function findBefore(db: Db, editionId: number, changes: readonly Change[]): Promise<PlannedEdition[]> {
  const at = planned(changes);
  return at < 0 ? [] : lineBefore(await listPlanned(db, subjectsOf(changes)[at]!), editionId);
}

function lineBefore(all: readonly PlannedEdition[], editionId: number): PlannedEdition[] {
  const byId = new Map(all.map((one) => [one.editionId, one]));
  const line: PlannedEdition[] = [];
  for (
    let at = byId.get(editionId)?.after ?? null;
    at !== null && !line.some((one) => one.editionId === at);
    at = byId.get(at)?.after ?? null
  ) {
    const one = byId.get(at);
    if (one) line.push(one);
  }
  return line;
}

/** An end that came before its start would leave the start public for ever. @throws Refused editionState */
export function assertTurn(before: readonly PlannedEdition[]): void {
  const waiting = before.find(({ state }) => state !== 'published' && state !== 'discarded');
  if (waiting)
    throw new Refused(
      'editionState',
      `计划中在它之前的稿件“${waiting.title}”（第 ${waiting.editionId} 号）还没有发布，请先发布或作废那一份`,
    );
}
