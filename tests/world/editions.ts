import type { Change } from '#kinds/index.ts';
import type { RedLines } from '#rules/registers/red-lines.ts';
import type { Grant } from '#rules/people/staff-rights.ts';
import { channelsConcerned } from '#server/editions/review/concerned-channels.ts';
import { addEdition } from '#server/editions/draft/create-edition.ts';
import { draftToStore, readDraft } from '#server/editions/draft/draft-changes.ts';
import { approveEdition } from '#server/editions/review/review-edition.ts';
import { saveEdition } from '#server/editions/draft/save-edition.ts';
import { submitEdition } from '#server/editions/review/submit-edition.ts';
import { addPerson } from '#server/people/staff/accounts.ts';
import type { Actor } from '#server/people/staff/audit.ts';
import { beginSession } from '#server/people/staff/sessions.ts';
import { PAGES_DIR, type TestSite } from './site.ts';

export interface Hand extends Actor {
  staffId: number;
  name: string;
}

let made = 0;

/** Somebody who works in the console. */
export async function hand(site: TestSite, name: string, grants: Grant[] = []): Promise<Hand> {
  const account = `hand-${++made}`;
  const staffId = (await addPerson(site.database.db, { account, name, grants }, { mustChange: false }))!;
  return { staffId, account, name, address: '10.0.0.1' };
}

export const publishContextOf = (site: TestSite) => ({
  db: site.database.db,
  pagesDir: PAGES_DIR,
  filesDir: site.filesDir,
});

/** A draft of these changes, by this person. */
export async function draftBy(site: TestSite, actor: Actor, changes: readonly Change[], title = '一份稿件', base = {}) {
  const { db } = site.database;
  const read = await readDraft({ title, changes: JSON.parse(JSON.stringify(changes)) });
  const draft = await draftToStore(db, read);
  const channelIds = await channelsConcerned(db, await site.deps.siteAt('now'), draft.changes);
  // tests begin the same draft again at once, which people do by mistake alone (ED10)
  return db.transaction().execute((trx) => addEdition(trx, actor, { draft, channelIds, base }));
}

export async function saveBy(
  site: TestSite,
  actor: Actor,
  { editionId, version }: { editionId: number; version: number },
  changes: readonly Change[],
  { title = '一份稿件', rebase = {} as Record<string, string> } = {},
) {
  const draft = await readDraft({ title, changes: JSON.parse(JSON.stringify(changes)) });
  return {
    editionId,
    ...(await saveEdition(site.database.db, await site.deps.siteAt('now'), actor, {
      editionId,
      version,
      draft,
      rebase,
    })),
  };
}

/** A draft that `writer` has submitted and `reviewer` approved. */
export async function approvedBy(
  site: TestSite,
  writer: Actor,
  reviewer: Actor,
  changes: readonly Change[],
  title = '一份稿件',
) {
  const edition = await draftBy(site, writer, changes, title);
  await submitEdition(publishContextOf(site), writer, edition);
  await approveEdition(site.database.db, reviewer, edition);
  return edition;
}

/** Asks the console's calls as this person. */
export async function consoleOf(site: TestSite, actor: Hand, origin: string) {
  const session = await beginSession(site.database.db, actor.staffId, '10.0.0.1');
  return async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) => {
    const answer = await site.app.inject({
      method,
      url: `/console/api${path}`,
      headers: {
        host: new URL(origin).host,
        origin,
        cookie: `console=${session}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    const json = String(answer.headers['content-type']).startsWith('application/json')
      ? answer.json()
      : { code: '', msg: '', data: null };
    return { status: answer.statusCode, body: answer.body, ...(json as { code: string; msg: string; data: any }) };
  };
}

/** RD6: what an approval is sent: the version, and the number of rows that go. */
export async function approvalOf(
  ask: Awaited<ReturnType<typeof consoleOf>>,
  { editionId, version }: { editionId: number; version: number },
): Promise<{ version: number; rowsGone: number }> {
  const { rowsGone } = (await ask('GET', `/editions/${editionId}/check`)).data.redLines as RedLines;
  return { version, rowsGone };
}

/** The code of a refusal, or null where there is none. */
export const codeOf = (act: Promise<unknown>): Promise<string | null> =>
  act.then(
    () => null,
    (error: { code?: string }) => error.code ?? String(error),
  );
