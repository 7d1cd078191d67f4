import { afterAll, beforeAll, expect, test } from 'vitest';
import { MOST_FORM_DRAFTS, MOST_TYPED } from '#rules/editions/form-drafts.ts';
import { removeUnnamed } from '#server/editions/cleaning/remove-unnamed.ts';
import { storeFile } from '#server/files/store.ts';
import type { FormDraft, FormDraftLine, StoredFormDraft } from '#wire/form-draft-answers.ts';
import { consoleOf, draftBy, hand, type Hand } from '../world/editions.ts';
import { article, SECTION, startSite, type TestSite } from '../world/site.ts';

const ORIGIN = 'http://localhost';
const LOSS = `${SECTION}0003`;
const LIST = `${SECTION}0018`;
const NEWEST = '零一二三四五六七八九之一';

let site: TestSite;
let writer: Hand, other: Hand, limited: Hand;
beforeAll(async () => {
  site = await startSite({ siteUrl: ORIGIN });
  writer = await hand(site, '撰写人', [{ role: 'editor', channelId: '' }]);
  other = await hand(site, '另一人', [{ role: 'editor', channelId: '' }]);
  limited = await hand(site, '栏目编辑', [{ role: 'editor', channelId: LOSS }]);
});
afterAll(() => site.end());

const db = () => site.database.db;

async function formsOf(person: Hand) {
  const call = await consoleOf(site, person, ORIGIN);
  const given = {
    form: 'article-new',
    piece: '',
    version: '',
    title: '新文章：甲',
    address: '/content/new',
    subjects: [] as string[],
    channelIds: [] as string[],
    work: JSON.stringify({ value: { title: '甲' } }),
  };
  return {
    call,
    store: async (more: Partial<typeof given> & { editionId?: number } = {}) =>
      (await call('POST', '/form-draft', { ...given, ...more })) as unknown as {
        code: string;
        msg: string;
        data: StoredFormDraft;
      },
    read: async (form = given.form) =>
      (await call('GET', `/form-draft?form=${encodeURIComponent(form)}`)).data as FormDraft[],
    list: async () => (await call('GET', '/form-drafts')).data as FormDraftLine[],
    remove: (which: { form: string; piece: string; version: string }) => call('DELETE', '/form-draft', which),
  };
}

const versionOf = (stored: StoredFormDraft): string => ('version' in stored ? stored.version : '');
const clear = () => db().deleteFrom('form_draft').execute();
const auditLines = () =>
  db()
    .selectFrom('audit')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();

test('[DF1] what is typed is read again by the same person alone, is no edition and no line of the record, and ends when it is thrown away', async () => {
  const [own, others] = [await formsOf(writer), await formsOf(other)];
  const before = [await auditLines(), await db().selectFrom('edition').select('edition_id').execute()];
  const text = JSON.stringify({ value: { title: NEWEST } });
  const { data } = await own.store({ work: text, channelIds: [LOSS] });
  expect(await own.read()).toMatchObject([{ work: text, version: versionOf(data), title: '新文章：甲' }]);
  expect(await own.list()).toMatchObject([{ form: 'article-new', address: '/content/new' }]);
  expect(await own.list()).not.toHaveProperty('0.work');
  expect([await others.read(), await others.list()]).toEqual([[], []]);
  // another person's has its own place
  expect(versionOf((await others.store()).data)).not.toBe('');
  await others.remove({ form: 'article-new', piece: '', version: versionOf(data) });
  expect(await own.read()).toHaveLength(1);
  expect((await own.call('GET', `/search?words=${encodeURIComponent(NEWEST)}`)).data).toMatchObject({ groups: [] });
  expect([await auditLines(), await db().selectFrom('edition').select('edition_id').execute()]).toEqual(before);
  await own.remove({ form: 'article-new', piece: '', version: versionOf(data) });
  expect(await own.read()).toEqual([]);
  await clear();
});

test('[DF3] two places of one person never overwrite each other: a version that is not known is answered and stays', async () => {
  const here = await formsOf(writer);
  const there = await formsOf(writer);
  const first = versionOf((await here.store()).data);
  // the other place has read nothing
  expect((await there.store({ work: '{"a":2}' })).data).toMatchObject({ other: { version: first } });
  const second = versionOf((await there.store({ work: '{"a":2}', version: first })).data);
  expect(second).not.toBe(first);
  expect((await here.store({ work: '{"a":3}', version: first })).data).toMatchObject({
    other: { version: second, work: '{"a":2}' },
  });
  // at once
  const both = await Promise.all([
    here.store({ work: '{"a":4}', version: second }),
    there.store({ work: '{"a":5}', version: second }),
  ]);
  expect(both.filter(({ data }) => 'other' in data)).toHaveLength(1);
  // thrown away elsewhere: a stale version removes nothing
  const [now] = await here.read();
  await there.remove({ form: 'article-new', piece: '', version: first });
  expect(await here.read()).toEqual([now]);
  await there.remove({ form: 'article-new', piece: '', version: now!.version });
  expect((await here.store({ version: now!.version })).data).toEqual({ other: null });
  expect(await here.read()).toEqual([]);
  // pieces of new things stand beside each other
  await here.store({ piece: 'one' });
  await there.store({ piece: 'two' });
  expect((await here.read()).map(({ piece }) => piece).sort()).toEqual(['one', 'two']);
  await clear();
});

test('[DF4] nobody stores or reads what they may not save, also after a role has ended, and it is removed', async () => {
  const forms = await formsOf(limited);
  const may = { form: 'article-new', channelIds: [LOSS] };
  expect(await forms.store(may)).toMatchObject({ code: '0' });
  // before a channel is chosen it belongs to none
  expect((await forms.store({ form: 'article-other' })).code).toBe('0');
  const elsewhere = await draftBy(site, writer, [article(LIST, '别处的稿件')]);
  const before = await auditLines();
  for (const refused of [
    { channelIds: [LIST] },
    { subjects: ['setting:site.name'] },
    { subjects: ['page:home'] },
    { subjects: ['channel:0001'] },
  ])
    expect((await forms.store({ form: 'refused', ...refused })).code).toBe('2008');
  expect((await forms.store({ form: 'refused', editionId: elsewhere.editionId })).code).toBe('2008');
  expect(await forms.read('refused')).toEqual([]);
  expect(await auditLines()).toEqual(before);
  await db()
    .updateTable('staff_grant')
    .set({ ended_at: new Date() })
    .where('staff_id', '=', limited.staffId!)
    .execute();
  await db()
    .insertInto('staff_grant')
    .values({ staff_id: limited.staffId!, role: 'editor', channel_id: LIST, granted_at: new Date() })
    .execute();
  expect(await forms.read()).toEqual([]);
  expect(await forms.list()).toMatchObject([{ form: 'article-other' }]);
  expect(
    (await db().selectFrom('form_draft').select('form').where('staff_id', '=', limited.staffId!).execute()).map(
      ({ form }) => form,
    ),
  ).toEqual(['article-other']);
  // the drafts are out of reach without a session
  await db().deleteFrom('staff_session').where('staff_id', '=', limited.staffId!).execute();
  expect((await forms.call('GET', '/form-drafts')).code).toBe('2001');
  await clear();
});

test('[DF5] there are so many and so large, the oldest is named, and what nobody changes goes with its file', async () => {
  const forms = await formsOf(writer);
  expect((await forms.store({ work: 'x'.repeat(MOST_TYPED + 1) })).code).toBe('1001');
  expect((await forms.store({ address: '//elsewhere.example' })).code).toBe('1001');
  expect((await forms.store({ title: '甲\0' })).code).toBe('1001');
  const stored = await storeFile(
    { db: db(), dir: site.filesDir },
    { bytes: Buffer.from('只在填写的内容里'), extension: 'txt' },
  );
  for (let at = 0; at < MOST_FORM_DRAFTS; at += 1)
    await forms.store({
      form: `article-${at}`,
      title: `第 ${at} 份`,
      work: JSON.stringify({ value: at === 0 ? stored.filepath : '' }),
    });
  const tooMany = await forms.store({ form: 'article-x' });
  expect(tooMany.code).toBe('2015');
  expect(tooMany.msg).toContain('“第 0 份”');
  // one that is there is stored as before
  const [first] = await forms.read('article-1');
  expect((await forms.store({ form: 'article-1', version: first!.version })).code).toBe('0');

  const days = (count: number) => new Date(Date.now() - count * 24 * 3_600_000);
  await db()
    .updateTable('file')
    .set({ brought_at: days(20) })
    .execute();
  const isThere = async () =>
    (await db().selectFrom('file').select('filepath').where('filepath', '=', stored.filepath).execute()).length;
  const clean = async () => {
    await db().deleteFrom('kept').where('name', '=', 'cleaned').execute();
    return removeUnnamed(db(), new Date());
  };
  expect(await clean()).toMatchObject({ formDrafts: 0 });
  expect(await isThere()).toBe(1);
  await db()
    .updateTable('form_draft')
    .set({ changed_at: days(31) })
    .where('form', '=', 'article-0')
    .execute();
  expect(await clean()).toMatchObject({ formDrafts: 1, files: 1 });
  expect(await isThere()).toBe(0);
  // the writer may not sign in any more
  await db().updateTable('staff').set({ state: 'suspended' }).where('staff_id', '=', writer.staffId!).execute();
  expect(await clean()).toMatchObject({ formDrafts: MOST_FORM_DRAFTS - 1 });
});
