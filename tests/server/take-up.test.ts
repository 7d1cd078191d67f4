import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MOST_RESTORED } from '#rules/editions/restored-articles.ts';
import { documentIn } from '#kinds/changes.ts';
import type { Change } from '#kinds/index.ts';
import { rows as rowsKind } from '#kinds/rows/index.ts';
import { register as registerKind } from '#kinds/register/index.ts';
import { article as articleKind } from '#kinds/article/index.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { getDraft } from '#server/editions/edition-row.ts';
import { findEdition } from '#server/editions/find-edition.ts';
import { publishEdition } from '#server/editions/publish/publish-edition.ts';
import type { Paged } from '#wire/console-answers.ts';
import type { MadeEdition } from '#wire/edition-answers.ts';
import type { DefinitionFacts, DefinitionPlan, RegisterFacts } from '#wire/register-answers.ts';
import type {
  CopyProposal,
  EndedThing,
  RegisterPublication,
  SubjectPublication,
  WayBackPlan,
} from '#wire/take-up-answers.ts';
import {
  approvalOf,
  approvedBy,
  consoleOf,
  draftBy,
  hand,
  publishContextOf,
  saveBy,
  type Hand,
} from '../world/editions.ts';
import { article, channel, SECTION, startSite, type TestSite } from '../world/site.ts';

const ORIGIN = 'http://localhost';
const LOSS = `${SECTION}0003`;
const [DAY, EMPTY] = [`${SECTION}0055`, `${SECTION}0056`];

type Ask = Awaited<ReturnType<typeof consoleOf>>;
let site: TestSite;
let [writer, reviewer, publisher]: Hand[] = [];
let ask: Ask;
/** may read and write in LOSS alone */
let clerk: Ask;
beforeAll(async () => {
  site = await startSite({ siteUrl: ORIGIN });
  writer = await hand(site, '栏目管理甲', [{ role: 'channel-admin', channelId: '' }]);
  reviewer = await hand(site, '审核乙', [{ role: 'reviewer', channelId: '' }]);
  publisher = await hand(site, '发布丙', [{ role: 'publisher', channelId: '' }]);
  ask = await consoleOf(site, writer, ORIGIN);
  clerk = await consoleOf(site, await hand(site, '编辑丁', [{ role: 'channel-admin', channelId: LOSS }]), ORIGIN);
});
afterAll(() => site.end());

const db = () => site.database.db;

async function publish(changes: readonly Change[], title = '一次发布'): Promise<number> {
  const { no } = await publishEdition(
    publishContextOf(site),
    publisher!,
    await approvedBy(site, writer!, reviewer!, changes, title),
  );
  await site.publications.refresh();
  return no;
}

async function changesOf({ editionId, version }: MadeEdition): Promise<Change[]> {
  return (await getDraft(db(), editionId, version)).changes;
}

/** Sent, approved and published as any edition, and what visitors find then at an address. */
async function publicAt(made: MadeEdition, path: string): Promise<{ status: number; html: string }> {
  const { code, msg } = await ask('POST', `/editions/${made.editionId}/submit`, { version: made.version });
  expect(code, msg).toBe('0');
  const steps = [
    [await consoleOf(site, reviewer!, ORIGIN), 'approve'],
    [await consoleOf(site, publisher!, ORIGIN), 'publish'],
  ] as const;
  for (const [one, step] of steps) {
    const body = step === 'approve' ? await approvalOf(one, made) : { version: made.version };
    const answer = await one('POST', `/editions/${made.editionId}/${step}`, body);
    expect(answer.code, answer.msg).toBe('0');
  }
  await site.publications.refresh();
  return site.get(`/swhysc${path}`);
}

const definition: RegisterDefinition = {
  schemaVersion: 1,
  register: 'day-places',
  title: '开放日地点',
  endpoints: [],
  department: '办公室',
  key: ['placeNo'],
  fields: {
    placeNo: { title: '编号', type: 'text', required: true },
    placeName: { title: '地点', type: 'text', required: true },
    keeper: { title: '管理人手机', type: 'text' },
  },
  columns: ['placeNo', 'placeName'],
  filters: [],
  order: ['placeNo'],
};
const placesOf = (count: number, name = '会议室') =>
  Array.from({ length: count }, (_, at) => ({
    placeNo: `P${String(at + 1).padStart(3, '0')}`,
    placeName: `第${at + 1}号${name}`,
    keeper: `1390000${1000 + at}`,
  }));
const rowsOf = (rows: readonly object[], of = definition, dataDate = '2026-11-01'): Change =>
  ({ kind: 'rows', document: { definition: of, rows, dataDate, department: '办公室' } }) as Change;
const pageOf = (register = 'day-places'): Change => ({
  kind: 'page',
  id: 'day-page',
  document: {
    schemaVersion: 1,
    page: 'day-page',
    for: { channel: DAY },
    layout: 'channel',
    blocks: [
      { id: 'rows', place: 'main', widget: 'register-table', source: { name: 'register', params: { register } } },
    ],
  },
});
beforeAll(async () => {
  await publish([
    channel(DAY, 'publicChannel/day', '开放日', { type: 2, classOrder: 55 }),
    channel(EMPTY, 'publicChannel/empty', '空栏目', { type: 2, classOrder: 56 }),
    { kind: 'register', document: definition },
    pageOf(),
    rowsOf(placesOf(20)),
  ]);
});

describe('versions of a register', () => {
  const listed = async (): Promise<RegisterPublication[]> =>
    ((await ask('GET', '/registers/day-places/publications')).data as Paged<RegisterPublication>).list;

  test('[ED5] its publications are listed with date, people, counts and how it was left, and each is taken as a new edition', async () => {
    const [first] = await listed();
    await publish([rowsOf(placesOf(18, '教室').with(0, placesOf(1)[0]!), definition, '2026-11-05')], '换教室');
    await publish([rowsOf(placesOf(300), definition, '2026-11-06')], '三百处');
    const [newest, second] = await listed();
    expect([newest, second]).toMatchObject([
      { title: '三百处', rows: 300, dataDate: '2026-11-06', added: 282, changed: 17, removed: 0, hasDefinition: false },
      { title: '换教室', rows: 18, writtenBy: '栏目管理甲', approvedBy: '审核乙', added: 0, changed: 17, removed: 2 },
    ]);
    expect(first).toMatchObject({ rows: 20, added: 20, hasDefinition: true });
    const { data } = await ask('POST', '/editions/roll-back', { no: second!.no, subjects: ['rows:day-places'] });
    const [rows] = await changesOf(data as MadeEdition);
    expect(documentIn(rowsKind, rows)).toMatchObject({ dataDate: '2026-11-05', rows: { length: 18 } });
    // nothing is public of it before its own review
    expect((await site.get('/swhysc/publicChannel/day')).html).not.toContain('第2号教室');
    expect((await publicAt(data as MadeEdition, '/publicChannel/day')).html).toContain('第2号教室');
  });

  test('[ED5] one of 300 rows comes back whole', async () => {
    const no = (await listed()).find(({ rows }) => rows === 300)!.no;
    const { data } = await ask('POST', '/editions/roll-back', { no, subjects: ['rows:day-places'] });
    expect(documentIn(rowsKind, (await changesOf(data as MadeEdition))[0])?.rowSet?.count).toBe(300);
    expect((await publicAt(data as MadeEdition, '/publicChannel/day?pageNum=30')).html).toContain('第300号会议室');
  });

  test('[ED5] rows come back with the definition that they had', async () => {
    const { placeName: _name, ...fields } = definition.fields;
    const other = {
      ...definition,
      fields: { ...fields, site: { title: '所在楼', type: 'text' as const } },
      columns: ['placeNo', 'site'],
    };
    await publish(
      [{ kind: 'register', document: other }, rowsOf([{ placeNo: 'P001', site: '一号楼' }], other, '2026-11-08')],
      '改了定义',
    );
    const [now, before] = await listed();
    expect([now!.hasDefinition, before!.hasDefinition]).toEqual([true, false]);
    expect([now!.lacks, before!.lacks]).toEqual(['', '']);
    const { data } = await ask('POST', '/editions/roll-back', { no: before!.no, subjects: ['rows:day-places'] });
    const changes = await changesOf(data as MadeEdition);
    expect(changes.map(({ kind }) => kind)).toEqual(['register', 'rows']);
    expect(documentIn(registerKind, changes[0])?.columns).toEqual(['placeNo', 'placeName']);
    expect((await publicAt(data as MadeEdition, '/publicChannel/day')).html).toContain('第1号会议室');
  });

  test('[ED5] who may write rows and no definitions is not offered one that differs, is refused it, and takes the others', async () => {
    const editor = await consoleOf(site, await hand(site, '编辑己', [{ role: 'editor', channelId: DAY }]), ORIGIN);
    const { list } = (await editor('GET', '/registers/day-places/publications')).data as Paged<RegisterPublication>;
    const other = list.find(({ title }) => title === '改了定义')!;
    const same = list.find(({ title }) => title === '三百处')!;
    expect([other.lacks, same.lacks]).toEqual(['管理页面', '']);
    const take = (no: number) => editor('POST', '/editions/roll-back', { no, subjects: ['rows:day-places'] });
    const refused = await take(other.no);
    expect([refused.status, refused.msg]).toEqual([403, expect.stringContaining('您没有“管理页面”的权限')]);
    const made = (await take(same.no)).data as MadeEdition;
    expect((await changesOf(made)).map(({ kind }) => kind)).toEqual(['rows']);
  });

  test('[ED5] who may not write where it is shown takes nothing, and who may not read sees no list', async () => {
    const refused = await clerk('POST', '/editions/roll-back', { no: 2, subjects: ['rows:day-places'] });
    expect([refused.status, refused.code]).toEqual([403, '2008']);
    expect((await clerk('GET', '/registers/day-places/publications')).status).toBe(403);
  });
});

describe('versions of an edition', () => {
  test('[ED5] an earlier version becomes an edition of its own, and the one that it is from stays as it is', async () => {
    const first = await draftBy(site, writer!, [article(LOSS, '第一版的标题')], '一篇');
    await saveBy(site, writer!, first, [article(LOSS, '第二版的标题')], { title: '一篇' });
    const { data } = await ask('POST', `/editions/${first.editionId}/take-up`, { version: 1 });
    const made = data as MadeEdition;
    expect(made.editionId).not.toBe(first.editionId);
    expect(await findEdition(db(), made.editionId, writer!.staffId)).toMatchObject({ state: 'draft', version: 1 });
    expect(documentIn(articleKind, (await changesOf(made))[0])?.title).toBe('第一版的标题');
    expect((await findEdition(db(), first.editionId, writer!.staffId)).version).toBe(2);
  });

  test('[ED5] of a published one its article is changed, and not made a second time', async () => {
    await publish([article(LOSS, '只有一篇')], '只有一篇');
    const { data: found } = await ask('GET', '/articles?words=只有一篇');
    const { edition_id } = await db()
      .selectFrom('edition')
      .select('edition_id')
      .where('title', '=', '只有一篇')
      .executeTakeFirstOrThrow();
    const { data } = await ask('POST', `/editions/${edition_id}/take-up`, { version: 1 });
    expect(documentIn(articleKind, (await changesOf(data as MadeEdition))[0])?.articleId).toBe(found.list[0].articleId);
  });

  test('[ED5] whose source one may not read, or whose place one may not write in, is refused and written down', async () => {
    const { editionId } = await draftBy(site, writer!, [article(DAY, '别处的草稿')]);
    const refused = await clerk('POST', `/editions/${editionId}/take-up`, { version: 1 });
    expect([refused.status, refused.code]).toEqual([403, '2008']);
    const reader = await consoleOf(site, await hand(site, '审计戊', [{ role: 'auditor', channelId: '' }]), ORIGIN);
    expect((await reader('GET', `/editions/${editionId}`)).code).toBe('0');
    expect((await reader('POST', `/editions/${editionId}/take-up`, { version: 1 })).status).toBe(403);
    expect((await ask('POST', `/editions/${editionId}/take-up`, { version: 9 })).code).toBe('2020');
  });
});

describe('what was withdrawn or ended', () => {
  const ended = async (of: Ask, words = ''): Promise<EndedThing[]> =>
    ((await of('GET', `/ended?words=${encodeURIComponent(words)}`)).data as Paged<EndedThing>).list;

  test('[ED5] a withdrawn article is listed with its reason, restored by review at its old address, and listed no more', async () => {
    await publish([article(LOSS, '撤下又恢复')]);
    const { data } = await ask('GET', '/articles?words=撤下又恢复');
    const { articleId, path } = data.list[0] as { articleId: number; path: string };
    const subject = `article:${articleId}`;
    expect((await ask('POST', '/ended/restore', { subject })).code).toBe('2015');
    await publish([{ kind: 'article', id: String(articleId), withdraw: { reason: '先撤下核对。' } }]);
    // another reason, given later, is the one that is told; what is restored is what was public
    await publish([{ kind: 'article', id: String(articleId), withdraw: { reason: '仍在核对。' } }]);
    expect(await ended(ask, '撤下又恢复')).toMatchObject([{ subject, title: '撤下又恢复', reason: '仍在核对。' }]);
    expect(await ended(clerk, '撤下又恢复')).toHaveLength(1);
    const made = (await clerk('POST', '/ended/restore', { subject })).data as MadeEdition;
    expect((await site.get(path)).status).toBe(410);
    expect((await publicAt(made, path.slice('/swhysc'.length))).html).toContain('撤下又恢复');
    expect(await ended(ask, '撤下又恢复')).toEqual([]);
  });

  test('[ED5] a retired channel comes back with its page, its register and the articles that went with it', async () => {
    await publish([article(DAY, '开放日须知')]);
    await publish([{ kind: 'channel', id: DAY, withdraw: { reason: '活动已结束。' } }], '停用开放日');
    expect((await site.get('/swhysc/publicChannel/day')).status).toBe(410);
    const [found] = await ended(ask, '开放日');
    expect(found).toMatchObject({ subject: `channel:${DAY}`, title: '开放日', reason: '活动已结束。', articles: 1 });
    expect(await ended(clerk, '开放日')).toEqual([]);
    expect((await clerk('POST', '/ended/restore', { subject: `channel:${DAY}` })).status).toBe(403);
    const made = (await ask('POST', '/ended/restore', { subject: `channel:${DAY}` })).data as MadeEdition;
    expect((await changesOf(made)).map(({ kind }) => kind)).toEqual(['channel', 'article']);
    expect((await publicAt(made, '/publicChannel/day')).html).toContain('第1号会议室');
    expect((await ask('GET', '/articles?words=开放日须知')).data.list).toHaveLength(1);
  });
});

test('[ED5] of a channel with more articles than an edition holds the newest come back with it, the others by themselves', async () => {
  const place = `${SECTION}0059`;
  const old = channel(place, 'publicChannel/old', '旧闻', { type: 2, classOrder: 59 });
  const day = (at: number) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString();
  await publish([
    old,
    ...Array.from({ length: 160 }, (_, at) => article(place, `旧闻${at}`, { contentTime: day(at) })),
  ]);
  await publish([{ kind: 'channel', id: place, withdraw: { reason: '已归档。' } }], '停用旧闻');
  const made = (await ask('POST', '/ended/restore', { subject: `channel:${place}` })).data as MadeEdition;
  const changes = await changesOf(made);
  expect(changes).toHaveLength(1 + MOST_RESTORED);
  const titles = changes.map((change) => documentIn(articleKind, change)?.title);
  expect([titles.includes('旧闻159'), titles.includes('旧闻10'), titles.includes('旧闻9')]).toEqual([
    true,
    true,
    false,
  ]);
  await publicAt(made, '/publicChannel/old');
  const left = (await ask('GET', `/ended?words=${encodeURIComponent('旧闻9')}`)).data as Paged<EndedThing>;
  expect(left.list.map(({ title }) => title)).toEqual(['旧闻9']);
});

describe('a way back', () => {
  const BACK = `${SECTION}0061`;
  beforeAll(() => publish([channel(BACK, 'publicChannel/back', '回看', { type: 2, classOrder: 61 })]));

  const plan = async (target: object, of: Ask = ask) => of('POST', '/way-back/plan', target);
  const articleNamed = async (title: string) =>
    (await ask('GET', `/articles?words=${encodeURIComponent(title)}`)).data.list[0] as {
      articleId: number;
      path: string;
    };
  const setting = (value: object): Change => ({ kind: 'setting', id: 'search.words', document: value }) as Change;

  test('[ED16] a publication is taken back as a whole: what was before is public again, what is new is withdrawn, and it is told before', async () => {
    await publish([article(LOSS, '收回的旧文章'), article(LOSS, '收回时撤下的文章')]);
    const [old, gone] = [await articleNamed('收回的旧文章'), await articleNamed('收回时撤下的文章')];
    const no = await publish(
      [
        article(LOSS, '收回的旧文章', { articleId: old.articleId, content: '<p>错误的正文。</p>' }),
        { kind: 'article', id: String(gone.articleId), withdraw: { reason: '误撤。' } },
        article(LOSS, '收回的新文章'),
      ],
      '有误的发布',
    );
    const added = await articleNamed('收回的新文章');
    expect((await site.get(old.path)).html).toContain('错误的正文');

    const { data } = (await plan({ no })) as { data: WayBackPlan };
    expect(data.title).toBe(`收回第 ${no} 号发布：有误的发布`);
    expect(data.parts.map(({ subject, does, newer }) => [subject, does, newer])).toEqual([
      [`article:${old.articleId}`, 'restored', null],
      [`article:${gone.articleId}`, 'again', null],
      [`article:${added.articleId}`, 'withdrawn', null],
    ]);
    expect(data.again).toEqual([expect.stringContaining('收回时撤下的文章')]);
    expect(await ask('POST', '/way-back', { no }), 'without a reason').toMatchObject({
      code: '2015',
      data: { field: 'reason' },
    });
    const made = (await ask('POST', '/way-back', { no, reason: '内容有误。' })).data as MadeEdition;
    expect((await site.get(gone.path)).status, 'nothing is public by itself').toBe(410);
    expect((await publicAt(made, old.path.slice('/swhysc'.length))).html).toContain('收回的旧文章的正文');
    expect((await site.get(gone.path)).status).toBe(200);
    expect(await site.get(added.path)).toMatchObject({ status: 410, html: expect.stringContaining('内容有误。') });
    expect(await plan({ no }), 'a second time').toMatchObject({ code: '2015', msg: expect.stringContaining('相同') });
  });

  test('[ED16] what was published later of the same things is told, and goes only where that is confirmed', async () => {
    await publish([article(LOSS, '又改过的文章')]);
    const { articleId, path } = await articleNamed('又改过的文章');
    const change = (content: string) => article(LOSS, '又改过的文章', { articleId, content: `<p>${content}</p>` });
    const no = await publish([change('第二版。')], '第二版');
    const later = await publish([change('第三版。')], '第三版');
    const { data } = (await plan({ no })) as { data: WayBackPlan };
    expect(data.parts).toEqual([
      { subject: `article:${articleId}`, title: '文章《又改过的文章》', does: 'restored', newer: later },
    ]);
    expect(await ask('POST', '/way-back', { no })).toMatchObject({ code: '2015', data: { field: 'overNewer' } });
    const made = (await ask('POST', '/way-back', { no, overNewer: true })).data as MadeEdition;
    expect((await publicAt(made, path.slice('/swhysc'.length))).html).toContain('又改过的文章的正文');
  });

  test('[ED16] what went along with a channel comes back with it', async () => {
    const place = `${SECTION}0062`;
    await publish([
      channel(place, 'publicChannel/gone', '误停', { type: 2, classOrder: 62 }),
      article(place, '随栏目的文章'),
    ]);
    const { articleId } = await articleNamed('随栏目的文章');
    const no = await publish([{ kind: 'channel', id: place, withdraw: { reason: '误停。' } }], '误停');
    const { data } = (await plan({ no })) as { data: WayBackPlan };
    expect(data.parts.map(({ subject, does }) => [subject, does])).toEqual([
      [`channel:${place}`, 'again'],
      [`article:${articleId}`, 'again'],
    ]);
    const made = (await ask('POST', '/way-back', { no })).data as MadeEdition;
    expect((await publicAt(made, `/publicChannel/gone/detail/${articleId}`)).html).toContain('随栏目的文章');
  });

  test('[ED16] rows come back as they were, and how many go is told', async () => {
    await publish([rowsOf(placesOf(20))]);
    const no = await publish([rowsOf(placesOf(24))], '多出四行');
    const { data } = (await plan({ no })) as { data: WayBackPlan };
    expect(data.parts).toMatchObject([{ subject: 'rows:day-places', does: 'restored' }]);
    expect(data.rowsGone).toBe(4);
    const made = (await ask('POST', '/way-back', { no })).data as MadeEdition;
    await publicAt(made, '/publicChannel/day');
    const facts = (await ask('GET', '/registers/day-places')).data as RegisterFacts;
    expect(facts.rows).toBe(20);
    const back = await publish([rowsOf(placesOf(19))], '少一行');
    const again = ((await plan({ no: back })) as { data: WayBackPlan }).data;
    expect(again.again, 'a row that was public before').toEqual([expect.stringContaining('P020')]);
    await publish([rowsOf(placesOf(300))]);
  });

  test('[ED17] a page of the past is restored like this, with all that it was made of', async () => {
    await publish([article(BACK, '历史页面的文章')]);
    const { articleId } = await articleNamed('历史页面的文章');
    const at = new Date().toISOString();
    await publish([article(BACK, '历史页面的文章', { articleId, content: '<p>后来的正文。</p>' })]);
    const path = encodeURIComponent('/publicChannel/back');
    const sources = (await ask('GET', `/past/sources?path=${path}&at=${encodeURIComponent(at)}`)).data as {
      subject: string;
      no: number;
    }[];
    expect(sources.map(({ subject }) => subject)).toContain(`article:${articleId}`);
    const target = { no: Math.max(...sources.map(({ no }) => no)), subjects: sources.map(({ subject }) => subject) };
    const { data } = (await plan(target)) as { data: WayBackPlan };
    expect(data.parts, 'what has not changed is left out').toMatchObject([
      { subject: `article:${articleId}`, does: 'restored' },
    ]);
    const made = (await ask('POST', '/way-back', target)).data as MadeEdition;
    expect(documentIn(articleKind, (await changesOf(made))[0])?.content).toContain('历史页面的文章的正文');
  });

  test('[ED17] settings and pages list their publications, and each is restored by review', async () => {
    const words = (word: string) => setting([{ said: [word], means: ['别名'] }]);
    const no = await publish([words('甲')], '词一');
    expect(await plan({ no }), 'nothing was before').toMatchObject({
      code: '2015',
      msg: expect.stringContaining('第一次公开'),
    });
    await publish([words('乙')], '词二');
    const listed = async (subject: string) =>
      (await ask('GET', `/subject-publications?subject=${encodeURIComponent(subject)}`)).data as SubjectPublication[];
    const [newest, first] = await listed('setting:search.words');
    expect([newest!.title, first!.title]).toEqual(['词二', '词一']);
    const made = (await ask('POST', '/way-back', { no: first!.no, subjects: ['setting:search.words'] }))
      .data as MadeEdition;
    expect(await changesOf(made)).toMatchObject([{ kind: 'setting', document: [{ said: ['甲'] }] }]);
    expect((await listed('page:day-page')).map(({ title }) => title)).toEqual(['一次发布']);
    expect((await ask('GET', '/subject-publications?subject=nothing')).code).not.toBe('0');
  });

  test('[ED16] whoever may not write all of it is refused, and an unknown publication is a sentence', async () => {
    const no = await publish([article(BACK, '别处的文章')]);
    expect((await plan({ no }, clerk)).status).toBe(403);
    expect((await clerk('POST', '/way-back', { no, reason: '有误' })).status).toBe(403);
    expect(await plan({ no: 99_999 })).toMatchObject({ code: '2015', msg: '没有第 99999 号发布' });
  });
});

describe('a copy', () => {
  test('[ED6] of an article has its text in another channel, is new, and is approved as any other', async () => {
    await publish([article(LOSS, '要复制的文章', { content: '<p>原来的正文。</p>' })]);
    const { articleId } = (await ask('GET', '/articles?words=要复制的文章')).data.list[0] as { articleId: number };
    const subject = `article:${articleId}`;
    const proposal = (await ask('GET', `/copy?subject=${subject}`)).data as CopyProposal;
    expect(proposal).toEqual({ subject, kind: 'article', title: '要复制的文章', name: '', channelId: LOSS, rows: 0 });
    const { data } = await ask('POST', '/copy', { subject, title: '副本的标题', channelId: EMPTY });
    expect(documentIn(articleKind, (await changesOf(data as MadeEdition))[0])).toMatchObject({
      title: '副本的标题',
      channelId: EMPTY,
      content: '<p>原来的正文。</p>',
    });
    const { html } = await publicAt(data as MadeEdition, '/publicChannel/empty');
    expect(html).toContain('原来的正文。');
    expect((await ask('GET', '/articles?words=要复制的文章')).data.list).toHaveLength(1);
  });

  test('[ED6] of a register has a free name, a title, a page where it is shown, and its rows where they are wanted', async () => {
    const place = `${SECTION}0057`;
    await publish([channel(place, 'publicChannel/second', '第二处', { type: 2, classOrder: 57 })]);
    const subject = 'register:day-places';
    const proposal = (await ask('GET', `/copy?subject=${subject}`)).data as CopyProposal;
    expect(proposal).toMatchObject({ kind: 'register', title: '开放日地点（副本）', name: 'day-places-2', rows: 300 });
    const input = { subject, title: '第二处地点', channelId: place, name: proposal.name };
    const without = (await ask('POST', '/copy', input)).data as MadeEdition;
    expect(documentIn(rowsKind, (await changesOf(without))[2])?.rows).toEqual([]);
    const made = (await ask('POST', '/copy', { ...input, withRows: true })).data as MadeEdition;
    expect(documentIn(rowsKind, (await changesOf(made))[2])?.rowSet?.count).toBe(300);
    expect((await publicAt(made, '/publicChannel/second')).html).toContain('第1号会议室');
    // the copied page stays where it was
    expect((await site.get('/swhysc/publicChannel/day')).html).toContain('第1号会议室');
  });

  test('[ED4] of a register is changed before it is public, its definition with the rows that it brings, by who may read it', async () => {
    const place = `${SECTION}0069`;
    await publish([channel(place, 'publicChannel/fifth', '第五处', { type: 2, classOrder: 69 })]);
    const input = {
      subject: 'register:day-places',
      title: '第三处地点',
      channelId: place,
      name: 'day-places-5',
      withRows: true,
    };
    const { editionId, version } = (await ask('POST', '/copy', input)).data as MadeEdition;
    const of = `/registers/day-places-5`;
    expect((await ask('GET', of)).code).toBe('1002');
    const facts = (await ask('GET', `${of}?editionId=${editionId}`)).data as RegisterFacts;
    expect([facts.title, facts.rows, facts.path]).toEqual(['第三处地点', 0, '']);
    expect((await clerk('GET', `${of}?editionId=${editionId}`)).status).toBe(403);
    expect((await ask('GET', `/registers/day-none?editionId=${editionId}`)).code).toBe('1002');
    const { document } = (await ask('GET', `${of}/definition?editionId=${editionId}`)).data as DefinitionFacts;
    const next = {
      ...document,
      fields: { ...document.fields, floor: { title: '楼层', type: 'text', required: true } },
      columns: [...document.columns, 'floor'],
    };
    const given = { editionId, document: next, fill: { floor: '三层' } };
    const { problems, rows } = (await ask('POST', `${of}/definition-plan`, given)).data as DefinitionPlan;
    expect([problems, rows!.unfit, rows!.rewritten]).toEqual([[], [], rows!.rows]);
    expect(rows!.rows).toBeGreaterThanOrEqual(20);
    const stated = { dataDate: '2026-11-01', department: '办公室', target: { editionId, version } };
    const refused = await clerk('POST', `${of}/definition-edition`, { ...given, ...stated });
    expect(refused.status).toBe(403);
    const saved = (await ask('POST', `${of}/definition-edition`, { ...given, ...stated })).data as MadeEdition;
    const changes = await changesOf(saved);
    expect(changes.map(({ kind }) => kind)).toEqual(['page', 'register', 'rows']);
    // nothing of it was public: its rows are given, not rewritten
    expect(documentIn(rowsKind, changes[2])).not.toHaveProperty('rewrite');
    const { html } = await publicAt(saved, '/publicChannel/fifth');
    expect(html).toContain('三层');
    expect(html).toContain('第1号会议室');
  });

  test('[ED6] of a page stands in the channel that was chosen, under a free name', async () => {
    const place = `${SECTION}0058`;
    await publish([channel(place, 'publicChannel/third', '第三处', { type: 2, classOrder: 58 })]);
    const proposal = (await ask('GET', '/copy?subject=page:day-page')).data as CopyProposal;
    expect(proposal).toMatchObject({ kind: 'page', name: 'day-page-2' });
    const { data, code, msg } = await ask('POST', '/copy', {
      subject: 'page:day-page',
      channelId: place,
      name: proposal.name,
    });
    expect(code, msg).toBe('0');
    expect((await publicAt(data as MadeEdition, '/publicChannel/third')).html).toContain('第1号会议室');
  });

  test.each([
    ['a name that is taken', { name: 'day-places' }, 'name'],
    ['a name that is none', { name: '第二处' }, 'name'],
    ['no title', { title: ' ' }, 'title'],
    ['a channel that is none', { channelId: '0001x' }, 'channelId'],
    ['a channel with a page of its own', { channelId: DAY }, 'channelId'],
  ])('[ED6] %s is told at its field, and nothing is made', async (_what, wrong, field) => {
    const count = async () => (await db().selectFrom('edition').select('edition_id').execute()).length;
    const before = await count();
    const input = { subject: 'register:day-places', title: '又一处', channelId: EMPTY, name: 'day-places-9', ...wrong };
    const { code, data } = await ask('POST', '/copy', input);
    expect([code, data.field, await count()]).toEqual(['2015', field, before]);
  });

  test('[ED6] brings nothing out to who may not read it, and nothing in where one may not write', async () => {
    const intoOwn = {
      subject: 'register:day-places',
      title: '自己的',
      channelId: LOSS,
      name: 'own-places',
      withRows: true,
    };
    // rows have columns that visitors never see: who may not read the register gets no copy of them in a place of their own
    const refused = await clerk('POST', '/copy', intoOwn);
    expect([refused.status, refused.code]).toEqual([403, '2008']);
    expect((await clerk('GET', '/copy?subject=register:day-places')).status).toBe(403);
    const { articleId } = (await ask('GET', '/articles?words=开放日须知')).data.list[0] as { articleId: number };
    expect(
      (await clerk('POST', '/copy', { subject: `article:${articleId}`, title: '副本', channelId: LOSS })).status,
    ).toBe(403);
    await publish([article(LOSS, '自己的文章')]);
    const own = (await clerk('GET', '/articles?words=自己的文章')).data.list[0] as { articleId: number };
    const outward = { subject: `article:${own.articleId}`, title: '副本', channelId: EMPTY };
    expect((await clerk('POST', '/copy', outward)).status).toBe(403);
    expect((await clerk('POST', '/copy', { ...outward, channelId: LOSS })).code).toBe('0');
    const editor = await consoleOf(site, await hand(site, '编辑己', [{ role: 'editor', channelId: '' }]), ORIGIN);
    const { status } = await editor('POST', '/copy', { ...intoOwn, channelId: EMPTY, name: 'editors-places' });
    expect(status).toBe(403);
  });
});

test('[ED4] a definition that is changed in an edition of given rows leaves it outdated where others were published since', async () => {
  const source = { subject: 'register:day-places', title: '第六处地点', name: 'day-places-7', withRows: true };
  const place = `${SECTION}0071`;
  await publish([channel(place, 'publicChannel/sixth', '第六处', { type: 2, classOrder: 71 })]);
  const copied = (await ask('POST', '/copy', { ...source, channelId: place })).data as MadeEdition;
  await publicAt(copied, '/publicChannel/sixth');
  const own = { ...definition, register: 'day-places-7', title: '第六处地点' };
  const draft = await draftBy(site, writer!, [{ kind: 'register', document: own }, rowsOf(placesOf(3, '稿件'), own)]);
  await publish([rowsOf(placesOf(5, '另行公开'), own)]);
  const of = '/registers/day-places-7';
  const { code, data, msg } = await ask('POST', `${of}/definition-edition`, {
    editionId: draft.editionId,
    document: { ...own, title: '第六处地点（新）' },
    dataDate: '2026-11-01',
    department: '办公室',
    target: { editionId: draft.editionId, version: draft.version },
  });
  expect(code, msg).toBe('0');
  expect((data as MadeEdition).version).toBe(draft.version + 1);
  const { outdated } = (await ask('GET', `/editions/${draft.editionId}`)).data as { outdated: string[] };
  expect(JSON.stringify(outdated)).toContain('rows:day-places-7');
});
