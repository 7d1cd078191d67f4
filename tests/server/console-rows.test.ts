import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Change } from '#kinds/index.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import { nodeSuite } from '#wire/cipher-node.ts';
import { CALL_BASE } from '#wire/paths.ts';
import { emptyTables } from '../world/database.ts';
import { consoleOf, hand } from '../world/editions.ts';
import { channel, SECTION, smallWorld, startSite, WIRE_KEY, type TestSite } from '../world/site.ts';

const ORIGIN = 'http://localhost';
const DAY = 86_400_000;

const staff: RegisterDefinition = {
  schemaVersion: 1,
  register: 'desk-staff',
  title: '柜台人员',
  endpoints: [],
  key: ['certNo'],
  fields: {
    certNo: { title: '证书编号', type: 'text', pattern: '^C\\d+$', patternHint: 'C 加数字', example: 'C1' },
    name: { title: '姓名', type: 'text', required: true },
    post: { title: '岗位', type: 'choice', choices: { a: '清算', b: '交易员' } },
    score: { title: '得分', type: 'decimal', scale: 2 },
    share: { title: '占比', type: 'percent', scale: 2, fraction: true },
    level: { title: '等级', type: 'choice', choices: { '9999': '公开', '0002': '中' } },
    rate: { title: '费率', type: 'text', restricted: true },
    memo: { title: '内部备注', type: 'text' },
  },
  columns: ['certNo', 'name', 'post', 'score', 'share', 'level'],
  restrictedBy: 'level',
  filters: [{ field: 'post' }],
  order: ['certNo'],
  rowHistory: true,
};
const CHANNEL = `${SECTION}0041`;
const PATH = '/publicChannel/desk';
const REGISTER = `/registers/${staff.register}`;

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
        source: { name: 'register', params: { register: staff.register } },
      },
    ],
  },
};
const definitionOf = (definition: RegisterDefinition): Change => ({ kind: 'register', document: definition });

type Row = Record<string, string | null>;
const row = (certNo: string, name: string, more: Row = {}): Row => ({
  certNo,
  name,
  post: 'a',
  score: null,
  share: null,
  level: '9999',
  rate: null,
  memo: null,
  ...more,
});

const suite = nodeSuite(Buffer.from(WIRE_KEY, 'base64'));
let site: TestSite;
let ask: Awaited<ReturnType<typeof consoleOf>>;
beforeAll(async () => {
  site = await startSite({
    siteUrl: ORIGIN,
    changes: [
      ...smallWorld(),
      channel(CHANNEL, 'publicChannel/desk', '柜台人员', { type: 2, classOrder: 41 }),
      definitionOf(staff),
      page,
    ],
  });
  ask = await consoleOf(site, await hand(site, '编辑甲', [{ role: 'editor', channelId: SECTION }]), ORIGIN);
});
afterAll(() => site.end());
beforeEach(() => emptyTables(site.database, 'register_row, register_state'));

const publish = (rows: Row[], more: Partial<Extract<Change, { kind: 'rows' }>['document']> = {}, title = '公示') =>
  site.publish(title, [
    { kind: 'rows', document: { definition: staff, rows, dataDate: '2026-11-01', department: '运营部', ...more } },
  ]);

async function found(params: Record<string, string>): Promise<string[]> {
  const answer = await ask('GET', `${REGISTER}/rows?${new URLSearchParams(params)}`);
  expect(answer.code, answer.msg).toBe('0');
  expect(answer.data.total).toBe(answer.data.list.length);
  return answer.data.list.map(({ key }: { key: string[] }) => key[0]);
}

describe('[RG19] rows are found by any column', () => {
  beforeEach(async () => {
    await publish([
      row('C1', '沈 若川', { memo: '借调中', score: '1200.5', rate: '三点五' }),
      row('C2', 'ＡＢ王五', { post: 'b', share: '0.65', score: '9' }),
      row('C3', '张三', { memo: 'a_b%c', score: '-10', level: '0002' }),
    ]);
  });

  test.each([
    ['a name typed without its space', { words: '沈若川' }, ['C1']],
    ['a name in full width by half width and another case', { words: 'ab王' }, ['C2']],
    ['a column that visitors never see', { words: '借调' }, ['C1']],
    ['a restricted column', { words: '三点五' }, ['C1']],
    ['a choice by its label, not by its code', { words: '交易员' }, ['C2']],
    ['a number as it is shown', { words: '1,200.50' }, ['C1']],
    ['percents as they are shown', { words: '65%' }, ['C2']],
    ['words that stand in several columns', { words: '张三 清算' }, ['C3']],
    ['signs of expressions as they are', { words: 'a_b%c' }, ['C3']],
    ['a sign that an expression would take for any', { words: '.若川' }, []],
    ['one column alone', { words: '清算', field: 'memo' }, []],
    ['the filters of the register', { filters: '{"post":"b"}' }, ['C2']],
    ['a filter and words', { filters: '{"post":"a"}', words: '张' }, ['C3']],
  ])('%s', async (_, params, keys) => {
    expect(await found(params as unknown as Record<string, string>)).toEqual(keys);
  });

  test('rows are ordered by any column: numbers as numbers, choices by their labels, empty cells last', async () => {
    expect(await found({ sort: 'score' })).toEqual(['C3', 'C2', 'C1']);
    expect(await found({ sort: '-score' })).toEqual(['C1', 'C2', 'C3']);
    expect(await found({ sort: '-share' })).toEqual(['C2', 'C1', 'C3']);
    expect(await found({ sort: 'post' })).toEqual(['C2', 'C1', 'C3']);
    expect(await found({ sort: '-memo' })).toEqual(['C1', 'C3', 'C2']);
    expect(await found({ sort: '-certNo', words: '清算' })).toEqual(['C3', 'C1']);
  });

  test('what is no field, no day and no filter is refused, and never reaches a query', async () => {
    for (const params of [
      { sort: "name'; drop table register_row; --" },
      { sort: 'toString' },
      { field: 'secret' },
      { since: '2026-13-01' },
      { filters: '{"post":"没有"}' },
    ] as unknown as Record<string, string>[])
      expect((await ask('GET', `${REGISTER}/rows?${new URLSearchParams(params)}`)).code, JSON.stringify(params)).toBe(
        '1001',
      );
  });

  test('rows are narrowed to those that were changed since a day, or by the last publication that changed any', async () => {
    await publish([
      row('C1', '沈 若川', { memo: '借调中', score: '1200.5', rate: '三点五' }),
      row('C2', 'ＡＢ王五', { post: 'b', share: '0.65', score: '9.5' }),
      row('C3', '张三', { memo: 'a_b%c', score: '-10', level: '0002' }),
    ]);
    expect(await found({ since: 'last' })).toEqual(['C2']);
    expect(await found({ since: shanghaiDate(Date.now()) })).toEqual(['C1', 'C2', 'C3']);
    expect(await found({ since: shanghaiDate(Date.now() + DAY) })).toEqual([]);
    const { data } = await ask('GET', `${REGISTER}/rows?since=last`);
    expect(data.list[0]).toMatchObject({ changedAt: expect.stringMatching(/^\d{4}-/), problems: [] });
  });

  test('rows that no longer fit the definition are found, each with what is wrong', async () => {
    expect(await found({ misfit: 'true' })).toEqual([]);
    const narrower = structuredClone(staff);
    narrower.fields.post!.choices = { a: '清算' };
    narrower.fields.memo!.required = true;
    await site.publish('改定义', [definitionOf(narrower)]);
    try {
      expect(await found({ misfit: 'true' })).toEqual(['C2']);
      const { data } = await ask('GET', `${REGISTER}/rows?misfit=true`);
      expect(new Set(data.list[0].problems)).toEqual(
        new Set([
          { field: 'post', message: '格式不正确，应为：以下之一：a（清算）' },
          { field: 'memo', message: '不能为空' },
        ]),
      );
    } finally {
      await site.publish('改回定义', [definitionOf(staff)]);
    }
  });
});

test('[RG19] of a hundred thousand rows words in any column and an order are answered', async () => {
  await publish([row('C1', '沈若川')]);
  await sql`insert into register_row (register, key, data, search, pieces, sort_no, opened_in, public_from)
    select register, 'C' || i, jsonb_build_object('certNo', 'C' || i, 'name', '示例' || i, 'post', 'a', 'score', (i % 977)::text, 'memo', '某路' || i || '号'), search, pieces, sort_no + i, opened_in, public_from
    from register_row, generate_series(2, 100000) as i where register = ${staff.register}`.execute(site.database.db);
  const { data } = await ask('GET', `${REGISTER}/rows?${new URLSearchParams({ words: '路9', sort: '-score' })}`);
  expect(data.total).toBe(11_111);
  expect(data.list[0].row.score).toBe('976');
  expect((await ask('GET', `${REGISTER}/rows?pageNum=2000&pageSize=50`)).data.list).toHaveLength(50);
});

describe('[RG21] the data date', () => {
  const change = { changes: [{ key: ['C1'], row: row('C1', '沈川') }], department: '运营部' };

  test('stays as it is public when rows are changed, and becomes another one where it is said', async () => {
    await publish([row('C1', '沈若川')]);
    const dateOf = async (body: object): Promise<string> => {
      const { data } = await ask('POST', `${REGISTER}/row-changes`, { ...change, ...body });
      return (await ask('GET', `/editions/${data.editionId}`)).data.shown.changes[0].document.dataDate;
    };
    expect(await dateOf({})).toBe('2026-11-01');
    expect(await dateOf({ dataDate: '2026-11-02' })).toBe('2026-11-02');
    const first = await ask('POST', `${REGISTER}/row-changes`, { ...change, dataDate: '2026-11-03' });
    const { editionId, version } = first.data;
    const target = { editionId, version };
    const again = { changes: [{ row: row('C9', '新人') }], target };
    expect(await dateOf(again)).toBe('2026-11-03');
  });

  test('has to be said of a register that has none', async () => {
    const refused = await ask('POST', `${REGISTER}/row-changes`, {
      changes: [{ row: row('C1', '沈若川') }],
      department: '运营部',
    });
    expect([refused.status, refused.data]).toEqual([422, { field: 'dataDate' }]);
  });
});

describe('[RG22] the history of a row', () => {
  const historyOf = async (key: string) =>
    (await ask('GET', `${REGISTER}/row-history?key=${encodeURIComponent(JSON.stringify([key]))}`)).data;
  const textOf = async (path: string, answers = 200): Promise<string> => {
    const { status, html, headers } = await site.get(`/swhysc${path}`, { host: 'localhost' });
    expect([status, headers.location]).toEqual([answers, undefined]);
    return html;
  };
  const MARKS = { memo: '绝密备注一七', rate: '绝密费率二八', title: '绝密标题三九' };

  test('tells who changed it when, field by field and in which publication, from its first day over its absence', async () => {
    await publish([row('C1', '沈若川', { memo: MARKS.memo })], {}, '第一次');
    await publish([row('C1', '沈若川', { memo: MARKS.memo, post: 'b' })], {}, '第二次');
    await publish([row('C2', '别人')], {}, '第三次');
    await publish([row('C1', '沈若川'), row('C2', '别人')], {}, '第四次');
    await publish([row('C1', '沈若川'), row('C2', '另一人')], {}, '第五次');
    const { events, more, row: now } = await historyOf('C1');
    expect(more).toBe(false);
    expect(now).toMatchObject({ name: '沈若川' });
    expect(events.map(({ how, title }: { how: string; title: string }) => `${how} ${title}`)).toEqual([
      'added 第四次',
      'removed 第三次',
      'changed 第二次',
      'added 第一次',
    ]);
    expect(events[2]).toMatchObject({
      no: expect.any(Number),
      at: expect.stringMatching(/^\d{4}-/),
      writtenBy: expect.stringMatching(/./),
      approvedBy: expect.stringMatching(/./),
      before: { post: 'a', memo: MARKS.memo },
      after: { post: 'b' },
    });
    expect((await historyOf('C2')).events.map(({ how }: { how: string }) => how)).toEqual(['changed', 'added']);
    const none = await ask('GET', `${REGISTER}/row-history?key=${encodeURIComponent('["C7"]')}`);
    expect(none.code).toBe('1004');
  });

  test('visitors read it at the row’s address, of what everybody may read, and never anything else', async () => {
    await publish([row('C1', '沈若川', { memo: MARKS.memo, rate: MARKS.rate, level: '0002' })], {}, MARKS.title);
    await publish([row('C1', '沈若川', { memo: '又一备注', rate: '又一费率', level: '0002' })], {}, MARKS.title);
    await publish([row('C1', '沈若川', { memo: '又一备注', rate: '又一费率', level: '0002', post: 'b' })]);
    const html = await textOf(`${PATH}?row=C1`);
    const log = /<section class="row-log".*?<\/section>/s.exec(html)?.[0] ?? '';
    expect(log).toContain('变更记录');
    expect(log.match(/<li>/g)).toHaveLength(2);
    expect(log).toMatch(/<time dateTime="[\d-]{10}">/i);
    expect(log).toMatch(/原为<\/span>清算<\/del>.*，现为<\/span>交易员<\/ins>/s);
    for (const mark of [...Object.values(MARKS), '又一备注', '又一费率']) expect(html).not.toContain(mark);
    for (const name of await namesOfStaff()) expect(html).not.toContain(name);
    // neither in the list, nor of a register that does not allow it
    expect(await textOf(PATH)).not.toContain('变更记录');
    await publish([row('C2', '别人')]);
    expect(await textOf(`${PATH}?row=C1`, 404)).not.toContain('变更记录');
  });

  test('a restricted column stays out of it, for those who may read the row, too', async () => {
    await site.publish('受限列', [definitionOf({ ...staff, columns: [...staff.columns, 'rate'] })]);
    try {
      await publish([row('C1', '沈若川', { rate: MARKS.rate })]);
      await publish([row('C1', '沈若川', { rate: '又一费率' })]);
      await publish([row('C1', '沈川', { rate: '又一费率' })]);
      const answered = suite.decrypt(
        (await site.app.inject({ url: `${CALL_BASE}/wscms/v1/register/${staff.register}?row=C1` })).body,
      );
      expect(JSON.parse(answered).data.rowHistory).toEqual([
        {
          date: shanghaiDate(Date.now()),
          how: 'changed',
          fields: [{ field: 'name', before: '沈若川', after: '沈川' }],
        },
        { date: shanghaiDate(Date.now()), how: 'added', fields: [] },
      ]);
      for (const mark of [MARKS.rate, '又一费率']) expect(answered).not.toContain(mark);
    } finally {
      await site.publish('改回定义', [definitionOf(staff)]);
    }
  });

  test('a column that was hidden when it changed is told of by nothing, and a silent register tells nothing', async () => {
    const shown = { ...staff, columns: [...staff.columns, 'memo'] };
    await publish([row('C1', '沈若川', { memo: MARKS.memo })]);
    await publish([row('C1', '沈若川', { memo: '第二备注' })]);
    await site.publish('公开备注', [definitionOf(shown)]);
    try {
      await publish([row('C1', '沈若川', { memo: '第三备注' })]);
      const html = await textOf(`${PATH}?row=C1`);
      expect(html).toContain('第二备注');
      expect(html).toContain('第三备注');
      expect(html).not.toContain(MARKS.memo);
      expect(html.match(/变更<\/p>/g)).toHaveLength(1);
      const { rowHistory: _silent, ...silent } = shown;
      await site.publish('不公开变更', [definitionOf(silent)]);
      expect(await textOf(`${PATH}?row=C1`)).not.toContain('变更记录');
    } finally {
      await site.publish('改回定义', [definitionOf(staff)]);
    }
  });

  const namesOfStaff = async (): Promise<string[]> =>
    (await site.database.db.selectFrom('publication').select(['written_by', 'approved_by']).execute()).flatMap(
      ({ written_by, approved_by }) => [written_by, approved_by],
    );
});
