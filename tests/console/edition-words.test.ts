import { describe, expect, test } from 'vitest';
import { noteText } from '#console/editions/edition-words.ts';
import {
  changeOf,
  changeTitle,
  fieldTitle,
  comesWithRows,
  kindOfSubject,
  seenAt,
  subjectTitle,
  summaryOf,
} from '#kinds/change-words.ts';
import { pageName } from '#rules/addresses/page-name.ts';
import type { Change, WrittenOf } from '#kinds/index.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { fieldOrder, audienceNote } from '#kinds/register/register-words.ts';
import { KINDS_OF_SETTINGS, settingText } from '#console/settings/setting-kinds.ts';
import { countWords } from '#console/take-up/count-words.ts';

const definition: RegisterDefinition = {
  schemaVersion: 1,
  endpoints: [],
  filters: [],
  order: [],
  register: 'people',
  title: '人员',
  key: ['certNo'],
  columns: ['staffName', 'branch', 'level'],
  restrictedBy: 'level',
  fields: {
    branch: { title: '网点', type: 'text', export: false },
    certNo: { title: '证书编号', type: 'text' },
    level: { title: '等级', type: 'text' },
    mobile: { title: '手机号', type: 'text' },
    staffName: { title: '姓名', type: 'text', restricted: true },
  },
};
const names = {
  pageName: (document: unknown) => pageName(document, () => [{ channelId: '4', url: 'd', name: '栏目四' }]),
  knownTitle: (subject: string) => ({ 'page:people-page': '人员页', 'register:people': '人员' })[subject],
  nameOf: (id: string) => `栏目${id}`,
  settingTitle: () => '灰色模式',
  settingPlace: (name: string) => KINDS_OF_SETTINGS[name]?.where,
  endedTitle: (subject: string) => ({ 'article:425': '旧声明', 'channel:0009': '旧栏目' })[subject],
  settingText,
};
const rows: WrittenOf<'rows'> = {
  kind: 'rows',
  document: { definition, rows: [], dataDate: '2026-11-20', department: '' },
};

describe('a register in one line', () => {
  test('columns come first, and what is held back is named', () => {
    expect(fieldOrder(definition)).toEqual(['staffName', 'branch', 'level', 'certNo', 'mobile']);
    expect(summaryOf(rows, names)).toBe(
      '5 个字段：姓名、网点、等级、证书编号、手机号；不公开：手机号；仅限有资格的客户：姓名；公开但不可下载：网点',
    );
    expect(['mobile', 'certNo', 'staffName', 'branch'].map((field) => audienceNote(definition, field))).toEqual([
      '（不公开）',
      '',
      '（仅限有资格的客户）',
      '（不可下载）',
    ]);
  });

  test('what a check of persons or products answers is named', () => {
    const checked = (kind: 'staff' | 'product') =>
      summaryOf(
        {
          ...rows,
          document: {
            ...rows.document,
            definition: { ...definition, verify: { kind, show: ['staffName', 'certNo'] } },
          },
        },
        names,
      );
    expect([checked('staff'), checked('product')]).toEqual([
      expect.stringMatching(/；人员核验显示：姓名、证书编号$/),
      expect.stringMatching(/；产品核验显示：姓名、证书编号$/),
    ]);
  });

  test('restricted without a level that opens it is told to nobody', () => {
    const { restrictedBy: _level, ...closed } = definition;
    expect(audienceNote(closed, 'staffName')).toBe('（不公开）');
  });

  test('its definition is told once, unless it says another thing', () => {
    const written = (document: RegisterDefinition): Change => ({ kind: 'register', document });
    const same = written(Object.fromEntries(Object.entries(definition).toReversed()) as never);
    expect([
      comesWithRows(same, [same, rows]),
      comesWithRows(same, [same]),
      comesWithRows(written({ ...definition, title: '另一个' }), [rows]),
    ]).toEqual([true, false, false]);
  });
});

test.each([
  ['article', '/document/attachments/0/filename', '附件 1 文件名'],
  ['article', '/withdraw/reason', '原因'],
  ['channel', '/document/department', '责任部门'],
  ['rows', '/document/definition/fields/department/type', '定义 字段 department 类型'],
  ['register', '/document/fields/type/title', '定义 字段 type 标题'],
  ['setting', '/plan/at', '计划 生效时间'],
  ['rows', '/document/dataDate', '数据日期'],
])('of %s %s is called %s', (kind, path, title) => {
  expect(fieldTitle(path, kindOfSubject(`${kind}:x`))).toBe(title);
});

test('[RG18] what ends is called by its title, a page by its channel, and a register’s definition is no page', () => {
  const changes: Change[] = [
    { kind: 'article', id: '425', withdraw: { reason: '' } },
    { kind: 'channel', id: '0009', withdraw: { reason: '' } },
    { kind: 'register', document: definition },
    { kind: 'page', id: 'people-page', document: { blocks: [] } },
    { kind: 'page', id: 'people-page', document: { for: { channel: '4' }, blocks: [] } },
  ];
  expect(changes.map((change) => changeTitle(change, names))).toEqual([
    '撤下文章《旧声明》',
    '停用栏目“旧栏目”',
    '登记表定义“人员”',
    '页面 people-page',
    '页面“栏目四”',
  ]);
  expect(
    ['page:people-page', 'register:people', 'rows:people', 'page:other'].map((one) => subjectTitle(one, names)),
  ).toEqual(['页面 人员页', '登记表定义 人员', '登记表 人员', '页面 other']);
  expect(changeTitle(changes[0]!)).toBe('撤下文章（编号 425）');
});

test('where each kind of change is seen is said before it is done', () => {
  const changes: Change[] = [
    {
      kind: 'channel',
      document: { channelId: '1', parentId: '', classOrder: 1, type: 1, name: '甲', url: 'a/b', hidden: true },
    },
    { kind: 'channel', id: '1', withdraw: { reason: '' } },
    { kind: 'article', document: { channelId: '2', title: '乙', contentTime: '' } },
    { kind: 'article', id: '3', withdraw: { reason: '' } },
    rows,
    { kind: 'page', id: 'people-page', document: { for: { channel: '4' }, blocks: [{}] } },
    { kind: 'setting', id: 'banners', document: [] },
    { kind: 'setting', id: 'webparam.own', document: '' },
  ];
  expect(changes.map((change) => seenAt(change, names))).toEqual([
    '“栏目1”，不在菜单里，地址 /a/b',
    '栏目和其中的文章不再公开，旧地址说明原因或转到替代页面',
    '在栏目“栏目2”',
    '不再出现在列表和检索里，旧网址说明原因',
    '在显示这个登记表的页面和下载的文件里',
    '1 个内容块，用于栏目“栏目4”',
    '首页上方',
    '在用到这项设置的页面',
  ]);
});

test('a note is told in words, one of an older server, too', () => {
  expect(['2026-11-22T11:57:00.000Z', '定于 2026-11-22 19:57:00 发布', '缺日期'].map(noteText)).toEqual([
    '定于 2026-11-22 19:57:00 发布',
    '定于 2026-11-22 19:57:00 发布',
    '缺日期',
  ]);
});

test('subjects and changes by the names that people know', () => {
  const grey: Change = { kind: 'setting', id: 'webparam.sys.skin_zq', document: 'true' };
  expect([
    changeTitle(grey, names),
    summaryOf(grey, names),
    subjectTitle('setting:webparam.sys.skin_zq', names),
    subjectTitle('channel:0001', names),
  ]).toEqual(['设置 灰色模式', '灰色', '设置 灰色模式', '栏目 栏目0001']);
  expect(settingText('webparam.sys.skin_zq', 'false')).toBe('彩色');
  const articles = ['甲', '乙'].map((title): Change => ({
    kind: 'article',
    document: { channelId: '1', title, contentTime: '' },
  }));
  expect([changeOf('article:new-2', articles), changeOf('page:people', articles)]).toEqual([articles[1], undefined]);
});

test('[RG23] rows that only a definition rewrote count by themselves among the publications of a register', () => {
  const none = { added: 0, changed: 0, removed: 0, rewritten: 0, hasDefinition: false };
  expect(
    [
      { ...none, rewritten: 40, hasDefinition: true },
      { ...none, added: 2, changed: 1, rewritten: 1_200, hasDefinition: true },
      { ...none, removed: 3 },
      none,
    ].map(countWords),
  ).toEqual([
    '定义有改动，40 行只随定义改写',
    '新增 2 行，修改 1 行；定义有改动，另有 1,200 行只随定义改写',
    '删除 3 行',
    '数据日期或部门有改动',
  ]);
});
