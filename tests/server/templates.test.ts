import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proposeEditions } from '#features/templates/server/propose-editions.ts';
import { emptyTemplate, type TemplateDocument } from '#features/templates/template.ts';
import type { TemplateLine, TemplatePerson, TemplateView } from '#features/templates/wire.ts';
import type { ArticleDocument } from '#kinds/article/index.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import { carryOutArticleEnds } from '#server/editions/publish/carry-out-article-ends.ts';
import { findEdition } from '#server/editions/find-edition.ts';
import { publishEdition } from '#server/editions/publish/publish-edition.ts';
import { setState } from '#server/people/staff/accounts.ts';
import { checkRecord } from '#server/record/check-record.ts';
import type { WorkLine } from '#wire/work-answers.ts';
import { approvedBy, consoleOf, draftBy, hand, publishContextOf, type Hand } from '../world/editions.ts';
import {
  article,
  BOND_TRADER,
  channel,
  PAGES_DIR,
  SECTION,
  smallWorld,
  startSite,
  type TestSite,
} from '../world/site.ts';

const ORIGIN = 'http://localhost';
const DAY = 86_400_000;
const COMPANY = '00010002000100020001';
const LOSS = `${SECTION}0003`;
const SHORT_LIVED = `${SECTION}0077`;
const definition = JSON.parse(
  readFileSync('page-schemas/registers/bond-investment.json', 'utf8'),
) as RegisterDefinition;
const now = Date.now();
const dayIn = (days: number): string => shanghaiDate(now + days * DAY);
const momentIn = (days: number): Date => new Date(now + days * DAY);

let site: TestSite;
let writer: Hand, reviewer: Hand, publisher: Hand, head: Hand, elsewhere: Hand;
beforeAll(async () => {
  site = await startSite({
    siteUrl: ORIGIN,
    changes: [
      ...smallWorld(),
      channel(`${SECTION}0005`, 'publicChannel/bondInvestment', '债券投资交易人员公示', { type: 2, classOrder: 5 }),
      channel(SHORT_LIVED, 'publicChannel/shortLived', '短期专栏', { type: 2, classOrder: 77 }),
      { kind: 'rows', document: { definition, dataDate: '2026-11-20', department: '合规部', rows: [BOND_TRADER] } },
    ],
  });
  writer = await hand(site, '撰写甲', [{ role: 'editor', channelId: '' }]);
  reviewer = await hand(site, '审核乙', [{ role: 'reviewer', channelId: '' }]);
  publisher = await hand(site, '发布丙', [{ role: 'publisher', channelId: '' }]);
  head = await hand(site, '栏目丁', [{ role: 'channel-admin', channelId: '' }]);
  elsewhere = await hand(site, '别处戊', [{ role: 'editor', channelId: COMPANY }]);
  // begins with the next step
  await site.run('notices');
});
afterAll(() => site.end());

const db = () => site.database.db;
const ask = (person: Hand) => consoleOf(site, person, ORIGIN);
const published = async (channelId: string, title: string, more: Partial<ArticleDocument>) => {
  const edition = await approvedBy(site, writer, reviewer, [article(channelId, title, more)], `稿件：${title}`);
  const { no, articleIds } = await publishEdition(publishContextOf(site), publisher, edition);
  await site.publications.refresh();
  return { editionId: edition.editionId, no, articleId: articleIds[0]! };
};
const endedOn = async (days: number): Promise<number> => {
  const count = await carryOutArticleEnds(publishContextOf(site), momentIn(days));
  await site.publications.refresh();
  return count;
};
const openRow = (articleId: number) =>
  db()
    .selectFrom('article')
    .select(['top_flag', 'off_home', 'ends', 'opened_in'])
    .where('article_id', '=', articleId)
    .where('public_to', 'is', null)
    .executeTakeFirst();
const newestEdition = async () => {
  const { edition_id } = await db()
    .selectFrom('edition')
    .select('edition_id')
    .orderBy('edition_id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return findEdition(db(), edition_id, writer.staffId);
};
const isRecordRight = async (): Promise<void> => {
  await site.run('record');
  const { problems } = await checkRecord({
    database: site.database,
    pagesDir: PAGES_DIR,
    filesDir: site.filesDir,
    headsFile: join(site.filesDir, '..', 'heads.jsonl'),
  });
  expect(problems).toEqual([]);
};

describe('dates that end', () => {
  test('[TP2] what is withdrawn on a day is withdrawn as any article is, once, by the approval of its edition', async () => {
    const reason = '活动已经结束，感谢参与';
    const ends = { withdraw: dayIn(3), reason };
    const { editionId, no, articleId } = await published(LOSS, '限时活动公告', { ends });
    const path = `/swhysc/publicChannel/lossStatement/detail/${articleId}`;
    const line = await (
      await ask(writer)
    )('GET', `/work-list?words=${encodeURIComponent('限时活动公告')}&kind=article`);
    expect(line.data.list.find(({ key }: WorkLine) => key === `article:${articleId}`)).toMatchObject({
      ends: `将于 ${dayIn(3)} 撤下`,
    });
    expect([await endedOn(2), (await site.get(path)).status]).toEqual([0, 200]);
    // two servers at once
    const both = await Promise.all([
      carryOutArticleEnds(publishContextOf(site), momentIn(3)),
      carryOutArticleEnds(publishContextOf(site), momentIn(3)),
    ]);
    await site.publications.refresh();
    expect(both.toSorted()).toEqual([0, 1]);
    const gone = await site.get(path);
    expect([gone.status, gone.html]).toEqual([410, expect.stringContaining(reason)]);
    const source = `第 ${editionId} 号稿件（第 ${no} 号发布）`;
    const { state, title, steps } = await newestEdition();
    expect([state, title]).toEqual(['published', '到期撤下：《限时活动公告》']);
    expect(steps.map(({ act, name, note }) => [act, name, note])).toEqual([
      ['created', '', `${source}的到期日已到`],
      ['by-rule', '', `规则见第 ${no} 号发布`],
    ]);
    const entry = await db()
      .selectFrom('publication')
      .selectAll()
      .where('no', '=', no + 1)
      .executeTakeFirstOrThrow();
    expect([entry.written_by, entry.approved_by]).toEqual(['到期：撰写甲', `审核乙（${source}）`]);
    expect(await endedOn(30)).toBe(0);
    await isRecordRight();
  });

  test('[TP2][TP3] on its day an article is unpinned, on another it leaves the home page, and stays in its list', async () => {
    const title = '首页上的新闻';
    const more = {
      topFlag: 1 as const,
      ends: { unpin: dayIn(1), home: dayIn(2) },
      contentTime: '2026-11-02T00:00:00.000Z',
    };
    const { articleId } = await published(COMPANY, title, more);
    const shows = async (path: string) => (await site.get(path)).html.includes(title);
    expect([await shows('/swhysc/'), await endedOn(1)]).toEqual([true, 1]);
    expect(await openRow(articleId)).toMatchObject({ top_flag: 0, off_home: false, ends: { home: dayIn(2) } });
    expect([await endedOn(2), await endedOn(2)]).toEqual([1, 0]);
    expect(await openRow(articleId)).toMatchObject({ off_home: true, ends: null });
    expect([await shows('/swhysc/'), await shows('/swhysc/news/company')]).toEqual([false, true]);
    await isRecordRight();
  });

  test('[TP1] a day that has come cannot be approved, and a newer edition changes what is to come', async () => {
    const { editionId, version } = await draftBy(site, writer, [
      article(LOSS, '过去的日期', { ends: { withdraw: dayIn(0), reason: '已过' } }),
    ]);
    const call = await ask(writer);
    const refused = await call('POST', `/editions/${editionId}/submit`, { version });
    expect([refused.code, refused.msg]).toEqual(['2024', expect.stringContaining(`撤下的日期 ${dayIn(0)} 已到`)]);
    const { articleId } = await published(LOSS, '延期的公告', { ends: { withdraw: dayIn(5), reason: '到期' } });
    await published(LOSS, '延期的公告', { articleId, ends: { withdraw: dayIn(9), reason: '到期' } });
    expect([await endedOn(5), await endedOn(9)]).toEqual([0, 1]);
  });
});

const template: TemplateDocument = {
  ...emptyTemplate,
  title: '关于【姓名】任职的公告',
  content: '<p>【姓名】自【日期】起任职，编号【编号】。</p><script>alert(1)</script>',
  register: definition.register,
  fields: [
    { name: '姓名', type: 'column', column: 'certType' },
    { name: '日期', type: 'date', column: '' },
    { name: '编号', type: 'text', column: '' },
  ],
};
const saved = async (more: object = {}, person = head): Promise<number> => {
  const call = await ask(person);
  const { status, data, msg } = await call('POST', '/templates', {
    name: '任职公告',
    channelId: LOSS,
    document: template,
    ...more,
  });
  expect(status, msg).toBe(200);
  return data.templateId;
};
const contentOf = async (editionId: number): Promise<ArticleDocument> =>
  (await findEdition(db(), editionId, writer.staffId)).shown.changes[0]!.document as ArticleDocument;

describe('templates', () => {
  test('[TP4] whoever manages the channel writes them, whoever may write there uses them, and nobody else sees them', async () => {
    const templateId = await saved();
    const [byHead, byWriter, byOther] = await Promise.all([head, writer, elsewhere].map(ask));
    const values = { name: '改名', channelId: LOSS, document: template };
    expect((await byWriter!('POST', '/templates', values)).status).toBe(403);
    expect((await byWriter!('POST', `/templates/${templateId}`, { ...values, version: 1 })).status).toBe(403);
    expect((await byOther!('GET', `/templates/${templateId}`)).status).toBe(403);
    expect((await byOther!('POST', `/templates/${templateId}/use`, { channelId: COMPANY, values: {} })).status).toBe(
      403,
    );
    const listed = async (call: typeof byHead) =>
      ((await call!('GET', '/templates')).data as TemplateLine[]).map(({ name, mayChange }) => [name, mayChange]);
    expect([await listed(byHead), await listed(byWriter), await listed(byOther)]).toEqual([
      [['任职公告', true]],
      [['任职公告', false]],
      [],
    ]);
    expect((await byHead!('POST', `/templates/${templateId}`, { ...values, version: 1 })).status).toBe(200);
    const late = await byHead!('POST', `/templates/${templateId}`, { ...values, version: 1 });
    expect([late.code, late.msg]).toEqual(['2015', expect.stringContaining('模板已由栏目丁修改')]);
    const { document } = (await byWriter!('GET', `/templates/${templateId}`)).data as TemplateView;
    expect(document.content).not.toContain('script');
    expect((await byHead!('DELETE', `/templates/${templateId}`)).status).toBe(200);
    expect((await byHead!('GET', `/templates/${templateId}`)).msg).toBe('没有这个模板，它可能已经删除');
    const acts = await db()
      .selectFrom('audit')
      .select('act')
      .where('act', 'like', 'template.%')
      .orderBy('no')
      .execute();
    expect(acts.map(({ act }) => act).filter((act) => act !== 'template.save')).toEqual(['template.remove']);
  });

  test('[TP4] what cannot be filled in or is nobody’s is refused with its place', async () => {
    const call = await ask(head);
    const refusal = async (more: object) => {
      const given = { name: '错的', channelId: LOSS, document: template, ...more };
      const { code, msg, data } = await call('POST', '/templates', given);
      return [code, data?.field, msg] as const;
    };
    const placeOf = async (more: object) => (await refusal(more)).slice(0, 2);
    const other = (fields: TemplateDocument['fields']) => ({ document: { ...template, fields } });
    expect(await refusal(other([{ name: '姓名', type: 'column', column: 'nothing' }]))).toEqual([
      '2015',
      'fields',
      '字段“姓名”取自的列不存在，或不对所有访客公开',
    ]);
    expect(await placeOf(other([{ name: '没有的', type: 'text', column: '' }]))).toEqual(['2015', 'fields']);
    expect(await placeOf({ document: { ...template, register: 'nothing' } })).toEqual(['2015', 'register']);
    expect(await placeOf({ rhythm: { every: 'month', month: 0, day: 21, isWorking: true } })).toEqual([
      '2015',
      'rhythm',
    ]);
    expect(await placeOf({ staffId: reviewer.staffId })).toEqual(['2015', 'staffId']);
    const people = (await call('GET', `/template-people?channelId=${LOSS}`)).data as TemplatePerson[];
    expect(people.map(({ name }) => name)).toEqual(['撰写甲', '栏目丁'].toSorted());
  });

  test('[TP5] a draft has what was filled in, and what was forgotten keeps it from being submitted', async () => {
    const templateId = await saved();
    const call = await ask(writer);
    const use = (values: object) => call('POST', `/templates/${templateId}/use`, { channelId: LOSS, values });
    const wrong = await use({ 日期: '2026-02-30' });
    expect([wrong.code, wrong.data.field, wrong.msg]).toEqual(['2015', '日期', '日期应为日期，如 2026-12-31']);
    const { editionId } = (await use({ 姓名: '示例甲', 日期: '2026-12-01' })).data;
    expect(await contentOf(editionId)).toMatchObject({
      channelId: LOSS,
      title: '关于示例甲任职的公告',
      content: '<p>示例甲自2026年12月1日起任职，编号【待填：编号】。</p>',
    });
    const refused = await call('POST', `/editions/${editionId}/submit`, { version: 1 });
    expect([refused.code, refused.msg]).toEqual(['2024', expect.stringContaining('还有 1 处待填：“编号”')]);
  });

  test('[TP4] one whose channel, register or column is gone says so, and is filled in by hand', async () => {
    const templateId = await saved({ channelId: SHORT_LIVED });
    const without = { ...definition, columns: definition.columns.filter((name) => name !== 'certType') };
    await site.publish('栏目停用', [{ kind: 'channel', id: SHORT_LIVED, withdraw: { reason: '专栏结束' } }]);
    await site.publish('列不再公开', [{ kind: 'register', document: without as never }]);
    const call = await ask(writer);
    const view = (await call('GET', `/templates/${templateId}`)).data as TemplateView;
    expect([view.gone, view.isChannelGone]).toEqual([
      ['栏目已不存在，使用时请另选栏目', '登记表不再公开“姓名”取自的列，请手工填写'],
      true,
    ]);
    const use = (channelId: string) =>
      call('POST', `/templates/${templateId}/use`, { channelId, values: { 姓名: '手工填写' } });
    expect((await use(SHORT_LIVED)).data).toMatchObject({ field: 'channelId' });
    const { editionId } = (await use(LOSS)).data;
    expect((await contentOf(editionId)).title).toBe('关于手工填写任职的公告');
  });
});

describe('regular editions', () => {
  const document = { ...template, fields: template.fields.map(({ name }) => ({ name, type: 'text', column: '' })) };
  const propose = async (days: number) =>
    proposeEditions({ db: db(), site: await site.deps.siteAt('now'), now: now + days * DAY });
  const rhythm = {
    every: 'week',
    month: 0,
    day: new Date(now + 2 * DAY + 8 * 3_600_000).getUTCDay() || 7,
    isWorking: false,
  };

  test('[TP6][TP7] a draft is proposed on its day, once, to its person, and missed days are made up once', async () => {
    const templateId = await saved({ name: '周报', document, rhythm, staffId: writer.staffId });
    expect(await propose(1)).toEqual([]);
    const both = await Promise.all([propose(2), propose(2)]);
    const [editionId] = both.flat() as [number];
    expect(both.flat()).toHaveLength(1);
    const { state, title, steps } = await findEdition(db(), editionId, writer.staffId);
    expect([state, title]).toEqual(['draft', `周报（${dayIn(2)}）`]);
    expect(steps.map(({ act, name, note }) => [act, name, note])).toEqual([
      ['created', '', expect.stringContaining(`按模板“周报”，${dayIn(2)} 应有一份`)],
    ]);
    expect((await contentOf(editionId)).title).toBe('关于【待填：姓名】任职的公告');
    const mine = await (await ask(writer))('GET', '/editions?view=mine');
    expect(mine.data.list.find((one: { editionId: number }) => one.editionId === editionId)).toMatchObject({
      createdBy: '系统',
    });
    // three weeks without any server
    expect(await propose(2)).toEqual([]);
    expect(await propose(2 + 21)).toHaveLength(3);
    expect(await propose(2 + 21)).toEqual([]);
    await site.run('notices');
    const events = async (person: Hand) =>
      (await (await ask(person))('GET', '/notices')).data.list.filter(
        ({ event }: { event: string }) => event === 'proposed',
      ).length;
    expect([await events(writer), await events(head)]).toEqual([4, 0]);
    await (
      await ask(head)
    )('DELETE', `/templates/${templateId}`);
    expect(await propose(60)).toEqual([]);
    await isRecordRight();
  });

  test('[TP7] whose person has left, whoever may write for the channel is asked', async () => {
    const leaver = await hand(site, '离职己', [{ role: 'editor', channelId: '' }]);
    await saved({ name: '月报', document, rhythm, staffId: leaver.staffId });
    await setState(db(), leaver.staffId, 'suspended');
    const [editionId] = await propose(2);
    const proposal = await db()
      .selectFrom('edition_proposal')
      .select('staff_id')
      .where('edition_id', '=', editionId!)
      .executeTakeFirstOrThrow();
    expect(proposal.staff_id).toBeNull();
    await site.run('notices');
    const notices = (await (await ask(head))('GET', '/notices')).data.list;
    expect(notices.map(({ event, editionId: of }: { event: string; editionId: number }) => [event, of])).toContainEqual(
      ['proposed', editionId],
    );
  });
});

test('[TP2] what cannot be carried out becomes one draft that says why', async () => {
  const { articleId } = await published(LOSS, '不能办理的公告', { topFlag: 1, ends: { unpin: dayIn(1) } });
  // a text that became public before a rule was there; the record is not proved again below
  await sql`insert into article (article_id, channel_id, title, summary, content, source, content_time, top_flag, image,
      attachments, ends, opened_in, public_from)
    select article_id + 1000, channel_id, '', summary, content, source, content_time, top_flag, image, attachments, ends,
      opened_in, public_from from article where article_id = ${articleId}`.execute(db());
  expect([await endedOn(1), await endedOn(1)]).toEqual([1, 0]);
  const { state, steps } = await newestEdition();
  expect(state).toBe('draft');
  expect(steps.at(-1)).toMatchObject({ act: 'failed', note: expect.stringContaining('标题不能为空') });
});
