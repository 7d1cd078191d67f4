import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mergeThreeWay } from '#console/merge/three-way.ts';
import { changeTitle, seenAt, subjectTitle, summaryOf } from '#kinds/change-words.ts';
import { pageName } from '#rules/addresses/page-name.ts';
import { idOf, partsOf, subjectsOf } from '#kinds/changes.ts';
import { KIND_NAMES, kindOf, kinds, type AnyKind, type Change } from '#kinds/index.ts';
import { storeOf } from '#kinds/stores.ts';
import { compareEditions } from '#server/editions/review/compare-editions.ts';
import { findEdition } from '#server/editions/find-edition.ts';
import { publicChange } from '#server/editions/review/public-change.ts';
import { publicRevisions } from '#server/editions/publish/public-revisions.ts';
import { publishEdition } from '#server/editions/publish/publish-edition.ts';
import { publishedMeanwhile } from '#server/editions/publish/published-meanwhile.ts';
import { rolledBack } from '#server/editions/publish/roll-back.ts';
import { titlesOfEnded } from '#server/editions/publish/titles-of-ended.ts';
import { makeToken } from '#features/feeding/server/tokens.ts';
import { listPastSources } from '#server/pages/past/past-sources.ts';
import { DATED } from '#server/store/publication/publication-log.ts';
import { listPublicationChanges } from '#server/store/publication/publication-changes.ts';
import { storeFile } from '#server/files/store.ts';
import { removeUnnamed } from '#server/editions/cleaning/remove-unnamed.ts';
import { verifyLog } from '#server/store/publication/verify-log.ts';
import { approvedBy, draftBy, hand, publishContextOf, type Hand } from '../world/editions.ts';
import { startSite, type TestSite } from '../world/site.ts';

/**
 * Every kind of change, tried with its example: a developer who adds a kind finds here what it still lacks. They run in
 * the order of their list, because an article stands in a channel and rows in a register.
 */
let site: TestSite;
let [writer, reviewer, publisher]: Hand[] = [];
/** a stored file that some examples show */
let file: string;
beforeAll(async () => {
  site = await startSite();
  const stored = { bytes: Buffer.from('开放日的说明'), extension: 'txt' };
  file = (await storeFile({ db: db(), dir: site.filesDir }, stored)).filepath;
  [writer, reviewer, publisher] = [await hand(site, '撰写甲'), await hand(site, '审核乙'), await hand(site, '发布丙')];
  // number 1, which the example of a rule names
  const expiresAt = new Date(Date.now() + 86_400_000);
  await makeToken(db(), writer, { name: '日报', registers: ['open-days'], expiresAt });
});
afterAll(() => site.end());

const db = () => site.database.db;
const names = {
  pageName: (document: unknown) => pageName(document, () => [{ channelId: '4', url: 'd', name: '栏目四' }]),
  knownTitle: (subject: string) => ({ 'page:people-page': '人员页', 'register:people': '人员' })[subject],
  nameOf: (id: string) => `栏目${id}`,
  settingTitle: (name: string) => name,
  settingPlace: () => undefined,
  settingText: (_name: string, value: unknown) => String(value),
  endedTitle: () => undefined,
};

async function publish(changes: readonly Change[], title: string): Promise<number> {
  const edition = await approvedBy(site, writer!, reviewer!, changes, title);
  const { no } = await publishEdition(publishContextOf(site), publisher!, edition);
  await site.publications.refresh();
  return no;
}

const textOf = ({ name }: { name: string }): string => readFileSync(`src/kinds/${name}/example.json`, 'utf8');
const exampleOf = (kind: { name: string }): [Change, Change] =>
  JSON.parse(textOf(kind).replaceAll('{file}', file)) as [Change, Change];

describe.each(kinds as readonly AnyKind[])('a change of $name', (kind) => {
  let [first, later]: Change[] = [];
  beforeAll(() => {
    [first, later] = exampleOf(kind);
  });
  let subject: string;
  let began: number;
  const now = async () => site.deps.siteAt('now');
  const current = async (): Promise<Change> => (await publicChange({ db: db() }, await now(), subject))!;

  test('is told in words', () => {
    expect([
      kind.title,
      changeTitle(first!, names),
      seenAt(first!, names),
      subjectTitle(`${kind.name}:x`),
    ]).not.toContain('');
    expect(typeof summaryOf(first!, names)).toBe('string');
    expect(kindOf(first!)).toBe(kind);
  });

  test('[PB1] is drafted, compared, approved and published', async () => {
    const draft = await draftBy(site, writer!, [first!]);
    const added = await compareEditions({ db: db() }, await now(), 'public', draft);
    expect(added.subjects.map(({ how }) => how)).toEqual(['added']);
    began = await publish([first!], '第一版');
    const [made] = (await listPublicationChanges(db(), began, [first!])).filter((one) => one.kind === kind.name);
    subject = `${kind.name}:${idOf(first!) ?? made!.id}`;
    expect(made).toMatchObject({ how: 'added', id: partsOf(subject)!.id });
    const { [subject]: mark } = await publicRevisions(db(), [subject]);
    expect(mark).not.toBe('');
    const same = await draftBy(site, writer!, [await current()]);
    const compared = await compareEditions({ db: db() }, await now(), 'public', same);
    expect(compared.subjects.map(({ how }) => how)).toEqual(['same']);
  });

  test('[PB3] that was published otherwise meanwhile is told with both sides, and merged by field', async () => {
    if (kind.isOnce) return;
    const begun = await current();
    const edition = await approvedBy(site, writer!, reviewer!, [begun]);
    const was = begun.document as object;
    const changed = typeof was === 'object' ? { ...was, ...(later!.document as object) } : later!.document;
    const no = await publish([{ ...begun, document: changed } as Change], '改过');
    const [found] = await publishedMeanwhile(db(), await now(), edition.editionId);
    expect([found!.subject, found!.publication]).toEqual([subject, no]);
    const sides = [found!.was, found!.now].map((side) => (side as Change).document);
    expect(sides[0]).not.toEqual(sides[1]);
    // a side without changes takes the published ones
    expect(mergeThreeWay(sides[0], sides[0], sides[1]).merged(new Set())).toEqual(sides[1]);
    await expect(publishEdition(publishContextOf(site), publisher!, edition)).rejects.toMatchObject({
      data: { subjects: [subject] },
    });
    const { outdated } = await findEdition(db(), edition.editionId, writer!.staffId);
    expect(outdated).toEqual([subject]);
    const compared = await compareEditions(
      { db: db() },
      await now(),
      { beforeNo: no },
      await draftBy(site, writer!, [await current()]),
    );
    expect(compared.subjects.map(({ how }) => how)).toEqual(['changed']);
  });

  test('goes back to what an earlier publication left', async () => {
    if (kind.isOnce) return;
    const { changes } = await rolledBack({ db: db() }, await now(), { no: began, subjects: [subject] });
    expect(subjectsOf(changes)).toEqual([subject]);
    await publish(changes, '恢复');
    const { moves: _moves, ...document } = changes[0]!.document as { moves?: boolean };
    const published = (await current()).document;
    expect(published).toMatchObject(typeof published === 'object' ? document : {});
  });

  test('is taken from the public and comes back, where it can be', async () => {
    const { withdrawal } = kind.words;
    if (!withdrawal) return;
    const before = await current();
    const { id } = partsOf(subject)!;
    const end = { kind: kind.name, id, withdraw: { reason: '试一试。' } } as Change;
    expect(changeTitle(end, names)).toContain(withdrawal.title);
    const no = await publish([end], '撤下');
    expect(await publicChange({ db: db() }, await now(), subject)).toBeNull();
    expect(Object.keys(await titlesOfEnded(db(), [end]))).toEqual([subject]);
    expect((await listPublicationChanges(db(), no, [end])).filter((one) => one.kind === kind.name)).toMatchObject([
      { how: 'withdrew', id },
    ]);
    await publish([before], '又公开');
    expect(await current()).toEqual(before);
  });
});

test('[PB2] pages of the past tell each kind that they were made of', async () => {
  const moment = new Date();
  const compared = await Promise.all(
    ['/openDays', '/'].map(async (path) => listPastSources({ ...site.deps, db: db() } as never, moment, path)),
  );
  const shown = kinds.filter((kind) => storeOf({ kind: kind.name }).history?.past).map(({ name }) => name);
  expect([...new Set(compared.flat().map(({ kind }) => kind))].toSorted()).toEqual(
    expect.arrayContaining(shown.filter((name) => name !== 'article')),
  );
});

test('[PB3] the log covers the tables of every kind, and holds', async () => {
  for (const { tables } of kinds) expect(Object.keys(DATED)).toEqual(expect.arrayContaining(Object.keys(tables)));
  expect(await verifyLog(db())).toEqual([]);
  for (const table of kinds.flatMap(({ tables }) => Object.keys(tables))) {
    const move = (by: number) =>
      sql`update ${sql.table(table)} set opened_in = opened_in + ${by}
        where row_id = (select max(row_id) from ${sql.table(table)})`.execute(site.database.ownerDb);
    await move(-1);
    expect(await verifyLog(db()), `a row of ${table} is of another publication`).not.toEqual([]);
    await move(1);
  }
  expect(await verifyLog(db())).toEqual([]);
  expect(KIND_NAMES).toEqual(kinds.map(({ name }) => name));
});

test('files that a kind names, or has named, are not cleaned away', async () => {
  const showing = (kinds as readonly AnyKind[]).filter((kind) => !kind.isOnce && textOf(kind).includes('{file}'));
  expect(showing.length).toBeGreaterThan(0);
  const { rows } = await sql<{ used_by: string }>`select used_by from file_use where filepath = ${file}`.execute(db());
  for (const { name } of showing) expect(rows.some(({ used_by }) => used_by.startsWith(`${name}:`))).toBe(true);
  await db()
    .updateTable('file')
    .set({ brought_at: new Date(0) })
    .execute();
  expect((await removeUnnamed(db(), new Date()))?.files).toBe(0);
});
