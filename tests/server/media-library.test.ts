import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Change } from '#kinds/index.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { makePdf } from '#demo/files/pdf.ts';
import { makePng } from '#demo/files/png.ts';
import type { MadeEdition } from '#wire/edition-answers.ts';
import type { MediaList, MediaView } from '#wire/media-answers.ts';
import type { ReplacementPlan } from '#wire/search-answers.ts';
import { approveEdition } from '#server/editions/review/review-edition.ts';
import { submitEdition } from '#server/editions/review/submit-edition.ts';
import { publishEdition } from '#server/editions/publish/publish-edition.ts';
import { record } from '#server/people/staff/audit.ts';
import { storeFile } from '#server/files/store.ts';
import { consoleOf, draftBy, hand, saveBy, publishContextOf, type Hand } from '../world/editions.ts';
import { article, channel, SECTION, smallWorld, startSite, type TestSite } from '../world/site.ts';

const ORIGIN = 'http://localhost';
const NEWS = '00010002000100020001';
const DESK = `${SECTION}0041`;

const desk: RegisterDefinition = {
  schemaVersion: 1,
  register: 'desk',
  title: '柜台',
  endpoints: [],
  key: ['no'],
  fields: { no: { title: '编号', type: 'text' }, photo: { title: '照片', type: 'image' } },
  columns: ['no', 'photo'],
  filters: [],
  order: ['no'],
};
const page: Change = {
  kind: 'page',
  id: 'desk-page',
  document: {
    schemaVersion: 1,
    page: 'desk-page',
    for: { url: 'publicChannel/desk' },
    layout: 'channel',
    blocks: [
      {
        id: 'rows',
        place: 'main',
        widget: 'register-table',
        source: { name: 'register', params: { register: desk.register } },
      },
    ],
  },
};

let site: TestSite;
let [writer, other]: Hand[] = [];
let drafted: { editionId: number; version: number };
/** filepaths by name */
const files: Record<string, string> = {};

async function upload(name: string, bytes: Buffer, by: Hand): Promise<string> {
  const { filepath } = await storeFile(
    { db: site.database.db, dir: site.filesDir },
    { bytes, extension: name.split('.').at(-1)! },
  );
  await record(site.database.db, by, 'file.upload', {
    subject: `file:${filepath}`,
    facts: { filename: name, bytes: 1 },
  });
  files[name] = filepath;
  return filepath;
}
const picture = (seed: number): Buffer => makePng(600, 300, (x, y) => [(x * 3 + seed) & 255, y & 255, seed]);
const list = async (by: Hand, query = ''): Promise<MediaList> => {
  const ask = await consoleOf(site, by, ORIGIN);
  return (await ask('GET', `/media${query}`)).data as MediaList;
};
const names = async (by: Hand, query = ''): Promise<string[]> =>
  (await list(by, query)).list.map((line) => line.names[0]!).toSorted();

beforeAll(async () => {
  site = await startSite({
    siteUrl: ORIGIN,
    changes: [
      ...smallWorld(),
      channel(DESK, 'publicChannel/desk', '柜台', { type: 2, classOrder: 41 }),
      { kind: 'register', document: desk },
      page,
    ],
  });
  writer = await hand(site, '编辑甲', [{ role: 'editor', channelId: '' }]);
  other = await hand(site, '编辑乙', [{ role: 'editor', channelId: SECTION }]);
  const shown = await upload('收入构成.png', picture(1), writer);
  await upload('收入构成图(1).png', picture(1), writer);
  const paper = await upload('年度报告.pdf', makePdf({ title: '年度报告', paragraphs: [], signature: [] }), writer);
  await upload('草稿里的.png', picture(2), writer);
  await upload('没人用的.png', picture(3), writer);
  await upload('没人用的.png', picture(3), writer);
  await upload('新的构成.png', picture(4), writer);
  await upload('新的报告.pdf', makePdf({ title: '新报告', paragraphs: [], signature: [] }), writer);
  const closed = await upload(
    '只给合格投资者的.pdf',
    makePdf({ title: '受限', paragraphs: [], signature: [] }),
    writer,
  );
  const img = (alt: string) => `<p><img src="/static-file/${shown}" alt="${alt}"></p>`;
  await site.publish('有图', [
    article(NEWS, '季度报告', {
      content: img('三季度收入构成 &lt;图&gt;'),
      attachments: [{ filename: '2026年度报告.pdf', filepath: paper }],
    }),
    article(NEWS, '受限文章', { attachments: [{ filename: '内部名单.pdf', filepath: closed }], riskLevel: '0003' }),
    {
      kind: 'rows',
      document: {
        definition: desk,
        rows: [{ no: '1', photo: shown }],
        dataDate: '2026-10-31',
        department: '合规部',
      },
    } as Change,
  ]);
  drafted = await draftBy(
    site,
    writer,
    [article(NEWS, '草稿', { content: `<p>文</p><p><img src="/static-file/${files['草稿里的.png']!}" alt=""></p>` })],
    '带图的草稿',
  );
});
afterAll(() => site.end());

describe('[ML5] the library', () => {
  test('finds by name, alternative text and format, and tells what is unused and what came twice', async () => {
    expect(await names(writer!, '?words=构成')).toEqual(['收入构成图(1).png', '新的构成.png']);
    expect(await names(writer!, `?words=${encodeURIComponent('三季度 <图')}`)).toEqual(['收入构成图(1).png']);
    expect(await names(writer!, '?words=PDF&kind=file')).toHaveLength(3);
    expect(await names(writer!, '?kind=picture')).not.toContain('2026年度报告.pdf');
    expect(await names(writer!, '?state=unused')).toEqual(['新的报告.pdf', '新的构成.png', '没人用的.png']);
    expect(await names(writer!, '?state=doubled')).toEqual(['收入构成图(1).png', '没人用的.png']);
    expect(await names(writer!, '?state=without-alt')).toEqual([]);
    const { list: found, total } = await list(writer!, '?words=构成图');
    expect([total, found[0]]).toEqual([
      1,
      {
        filepath: files['收入构成.png'],
        kind: 'picture',
        names: ['收入构成图(1).png', '收入构成.png'],
        bytes: expect.any(Number),
        size: { width: 600, height: 300 },
        alt: '三季度收入构成 <图>',
        by: '编辑甲',
        at: expect.any(String),
        uses: 2,
        isUnused: false,
      },
    ]);
    const paged = await list(writer!, '?pageSize=3&pageNum=2');
    expect([paged.list.length, paged.total]).toEqual([3, 7]);
  });

  test('[ML6] shows nobody what their own screens do not: a restricted name, a draft, an upload of another', async () => {
    expect(await names(other!)).toEqual(['2026年度报告.pdf', '三季度收入构成 <图>']);
    // a reader of every draft is shown no upload of another that none of them names
    const everywhere = await hand(site, '编辑丙', [{ role: 'editor', channelId: '' }]);
    const all = await names(everywhere);
    expect([all.includes('草稿里的.png'), all.includes('没人用的.png')]).toEqual([true, false]);
    for (const words of ['内部名单', '草稿里的', '没人用的'])
      expect(await names(other!, `?words=${words}`)).toEqual([]);
    const ask = await consoleOf(site, other!, ORIGIN);
    expect((await ask('GET', `/media/${files['草稿里的.png']}`)).code).not.toBe('0');
    // the same bytes once more, for something that is not public: neither its name nor who brought it
    const paper = '年度报告.pdf';
    const bytes = makePdf({ title: '年度报告', paragraphs: [], signature: [] });
    expect(await upload('并购密稿.pdf', bytes, writer!)).toBe(files[paper]);
    expect(await names(writer!, '?words=并购密稿')).toHaveLength(1);
    expect(await names(other!, '?words=并购密稿')).toEqual([]);
    expect(await names(other!, '?words=PDF')).toEqual(['2026年度报告.pdf']);
    const seen = async () => (await ask('GET', `/media/${files[paper]}`)).data as MediaView;
    expect(await seen()).toMatchObject({ names: ['2026年度报告.pdf'], by: '', uploads: [] });
    await upload('我的报告.pdf', bytes, other!);
    expect(await seen()).toMatchObject({
      names: ['2026年度报告.pdf', '我的报告.pdf'],
      by: '编辑乙',
      uploads: [{ name: '我的报告.pdf', by: '编辑乙' }],
    });
    // words of a place that they may not read find no file that they may see
    await site.publish('改名', [
      article(NEWS, '另一处', {
        attachments: [{ filename: '内部用名.pdf', filepath: files['年度报告.pdf']! }],
        riskLevel: '0003',
      }),
    ]);
    expect(await names(writer!, '?words=内部用名')).toHaveLength(1);
    expect(await names(other!, '?words=内部用名')).toEqual([]);
  });

  test('[ML7] tells each place of a file, public, in a draft or past, with the way there', async () => {
    const ask = await consoleOf(site, writer!, ORIGIN);
    const view = async (name: string) => (await ask('GET', `/media/${files[name]}`)).data as MediaView;
    const { places, uploads, hasMore } = await view('收入构成.png');
    expect(places.map(({ state, title }) => [state, title])).toEqual([
      ['public', '文章《季度报告》'],
      ['public', '登记表“柜台”'],
    ]);
    expect(places[0]!.to).toMatch(/^\/content\/\d+\/edit$/);
    expect([uploads.map(({ name }) => name), hasMore]).toEqual([['收入构成.png', '收入构成图(1).png'], false]);
    const draft = await view('草稿里的.png');
    expect(draft.places.map(({ state, title }) => [state, title])).toEqual([['draft', '稿件“带图的草稿”']]);
    // a version that names it no more
    await saveBy(site, writer!, drafted, [article(NEWS, '草稿', { content: '<p>文</p>' })], { title: '带图的草稿' });
    expect((await view('草稿里的.png')).places).toEqual([]);
    expect((await view('没人用的.png')).places).toEqual([]);
  });
});

test('[ML8] a file is replaced wherever it stands as one edition, in the chosen places alone', async () => {
  const ask = await consoleOf(site, writer!, ORIGIN);
  const [from, to] = [files['收入构成.png']!, files['新的构成.png']!];
  const query = (next: string) => `/media-replacement?${new URLSearchParams({ from, to: next }).toString()}`;
  expect((await ask('GET', query(files['新的报告.pdf']!))).msg).toMatch(/^请选择同一种格式/);
  expect((await ask('GET', query(from))).msg).toMatch(/^这就是原来的文件/);
  const plan = (await ask('GET', query(to))).data as ReplacementPlan;
  expect(plan.places.map(({ title, label }) => [title, label])).toEqual([
    [expect.stringContaining('季度报告'), '正文'],
    ['登记表“柜台” · 1', '照片'],
  ]);
  expect(plan.places[0]!.after[0]!.text).toBe('新的构成.png');
  const answer = await ask('POST', '/media-replacement', {
    from,
    to,
    places: plan.places.map(({ id }) => id),
    base: plan.marks,
  });
  expect(answer.code, answer.msg).toBe('0');
  const { editionId, version } = answer.data as MadeEdition;
  // nothing is public before it is agreed to
  expect((await site.get(`/static-file/${to}`)).status).toBe(404);
  await submitEdition(publishContextOf(site), writer!, { editionId, version });
  const [reviewer, publisher] = [
    await hand(site, '审核丙', [{ role: 'reviewer', channelId: '' }]),
    await hand(site, '发布丁', [{ role: 'publisher', channelId: '' }]),
  ];
  await approveEdition(site.database.db, reviewer, { editionId, version });
  await publishEdition(publishContextOf(site), publisher, { editionId, version });
  await site.publications.refresh();
  expect([(await site.get(`/static-file/${to}`)).status, (await site.get(`/static-file/${from}`)).status]).toEqual([
    200, 410,
  ]);
  const { places } = (await ask('GET', `/media/${from}`)).data as MediaView;
  expect(places.map(({ state }) => state)).toEqual(['past', 'past']);
  // its alternative text goes along
  expect((await list(writer!, '?words=新的构成')).list[0]!.alt).toBe('三季度收入构成 <图>');
});
