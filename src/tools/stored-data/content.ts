/** The content of a stored store: invented channels, articles, registers and pages, published by four acts. */
import * as change from './changes.ts';
import type { Row } from './changes.ts';

const ROOT = '000100020001';
const SECTION = `${ROOT}0008`;
export const NEWS = `${ROOT}00020001`;
export const LOSS = `${SECTION}0003`;
export const OLD_HOTLINE = `${SECTION}0024`;
const OLD_NOTICE = `${SECTION}0023`;
const OPEN_DAY = `${SECTION}0021`;

const channelOf = (channelId: string, url: string, name: string, parentId = channelId.slice(0, -4)) => ({
  channelId,
  parentId,
  classOrder: Number(channelId.slice(-4)),
  url,
  name,
  type: 2 as const,
});

export const newsChannel = (name: string) => channelOf(NEWS, 'news/company', name);

export const articleOf = (
  channelId: string,
  title: string,
  more: Partial<Parameters<typeof change.article>[0]> = {},
) => ({
  channelId,
  title,
  contentTime: '2026-11-02T09:00:00+08:00',
  content: `<p>${title}的正文。</p>`,
  source: '办公室',
  ...more,
});

export const firm = (hotline: string) => ({ name: '示例证券', englishName: 'SHILI', hotline, department: '办公室' });

/** The page of the section 遗失声明, with a note above its articles. */
export const lossPage = (note: string) => ({
  schemaVersion: 1,
  page: 'loss-notes',
  for: { url: 'publicChannel/lossStatement' },
  layout: 'channel',
  blocks: [
    { id: 'note', place: 'top', widget: 'rich-note', props: { paragraphs: [note] } },
    { id: 'content', place: 'main', widget: 'channel-content', source: { name: 'channel-content' } },
  ],
});

const tablePage = (page: string, url: string, register: string) => ({
  schemaVersion: 1,
  page,
  for: { url },
  layout: 'channel',
  blocks: [
    {
      id: 'rows',
      place: 'main',
      widget: 'register-table',
      source: { name: 'register', params: { register } },
    },
  ],
});

/** What a definition may say of a pattern: nothing, or in words; later commits ask for them. */
export type PatternWords = { patternHint?: string; example?: string };

const tableDefinition = (register: string, title: string, words: PatternWords) => ({
  schemaVersion: 1,
  register,
  title,
  endpoints: [],
  key: ['code'],
  fields: {
    code: { title: '代码', type: 'text', required: true, pattern: '^\\d{4}$', ...words },
    name: { title: '名称', type: 'text', required: true },
    manager: { title: '负责人', type: 'text', required: true, convert: false },
    level: { title: '类别', type: 'choice', choices: { '1': '分公司', '2': '营业部' } },
    staff: { title: '人数', type: 'integer' },
    appointed: { title: '任职日期', type: 'date' },
  },
  columns: ['code', 'name', 'level', 'manager', 'staff', 'appointed'],
  filters: [{ field: 'level' }, { fuzzy: ['name', 'manager'], name: 'fuzzyItem', title: '名称或负责人' }],
  order: ['code'],
  countWord: '家',
  history: { compare: ['staff'] },
});

export const branchDefinition = (words: PatternWords) => tableDefinition('branch-manager', '分支机构负责人', words);

const branch = (code: string, name: string, level: string, manager: string, staff: number): Row => ({
  code,
  name,
  level,
  manager,
  staff,
  appointed: '2024-03-01',
});

/** Its columns as a file of the console names them. */
export const branchFile = (rows: readonly Row[]): string =>
  [
    ['代码', '名称', '类别', '负责人', '人数', '任职日期'],
    ...rows.map((row) => [row.code, row.name, row.level, row.manager, row.staff, row.appointed]),
  ]
    .map((cells) => cells.join(','))
    .join('\r\n');

const BRANCHES = [
  branch('0101', '滨江分公司', '1', '沈若川', 42),
  branch('2107', '文昌路营业部', '2', '顾知远', 11),
  branch('2108', '湖滨营业部', '2', '陆清和', 9),
];
export const BRANCHES_NEXT = [
  BRANCHES[0]!,
  { ...BRANCHES[1]!, staff: 13 },
  branch('2110', '新港营业部', '2', '江望舒', 7),
];

export const BROKERS = [
  {
    staffName: '沈若川',
    branchName: '滨江营业部',
    position: 'IB专员',
    futuresCertNo: 'F3010001',
    management: '0',
    regDate: '2024-03-01',
  },
  {
    staffName: '顾知远',
    branchName: '文昌路营业部',
    position: '负责人',
    futuresCertNo: 'F3010002',
    management: '1',
    regDate: '2023-05-20',
  },
  {
    staffName: '陆清和',
    branchName: '湖滨营业部',
    position: 'IB专员',
    futuresCertNo: 'F3010003',
    management: '0',
    regDate: '2025-09-15',
  },
] satisfies Row[];

const IB = '期货IB业务部';
const HR = '人力资源部';
export const brokersOn = (dataDate: string, rows: Row[], definition: object | string = 'ib-staff') =>
  change.register({ definition, dataDate, department: IB, rows });
export const branchesOn = (dataDate: string, rows: Row[], definition: object) =>
  change.register({ definition, dataDate, department: HR, rows });

/** A channel with a table, all in one: channel, page, definition and rows. */
export const adviserTable = (words: PatternWords) => {
  const definition = tableDefinition('gold-adviser', '金牌顾问团队', words);
  return [
    change.channel(channelOf(`${SECTION}0026`, 'publicChannel/goldAdvisers', '金牌顾问团队公示')),
    change.page(definition),
    change.page(tablePage('gold-advisers', 'publicChannel/goldAdvisers', 'gold-adviser')),
    change.register({
      definition,
      dataDate: '2026-11-20',
      department: HR,
      rows: [branch('0001', '滨江顾问团队', '1', '谢临川', 5)],
    }),
  ];
};

/** Two small files. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
export const PAPER = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');
/** Of the article that is withdrawn. */
export const NOTICE = Buffer.from('营业时间：九时至十五时。\n');

interface StoredAct {
  at: string;
  title: string;
  changes: object[];
}

const byHands = (act: StoredAct) => ({ ...act, writtenBy: '沈若川', approvedBy: '陆清和' });

/** Articles 1 to 6, with the files picture.png, paper.pdf and notice.txt beside the act. */
export const opening = byHands({
  title: '建站',
  at: '2026-11-02T09:00:00+08:00',
  changes: [
    change.channel(channelOf(ROOT, 'root', '主站', '')),
    change.channel(channelOf('000100170006', 'company', '公司信息', '')),
    change.channel(channelOf(`${ROOT}0001`, '', '首页')),
    change.channel(channelOf(`${ROOT}0002`, 'news', '新闻资讯')),
    change.channel(newsChannel('公司新闻')),
    change.channel(channelOf(SECTION, 'publicChannel', '信息公告')),
    change.channel(channelOf(LOSS, 'publicChannel/lossStatement', '遗失声明')),
    change.channel(channelOf(`${SECTION}0009`, 'publicChannel/futuresIB', '期货IB业务')),
    change.channel(channelOf(OPEN_DAY, 'publicChannel/openDay', '投资者开放日')),
    change.channel(channelOf(`${SECTION}0022`, 'publicChannel/branchManagers', '分支机构负责人公示')),
    change.channel(channelOf(OLD_NOTICE, 'publicChannel/oldNotice', '旧通知')),
    change.channel(channelOf(OLD_HOTLINE, 'publicChannel/oldHotline', '旧热线')),
    change.setting('site', firm('400-555-0000')),
    change.setting('webparam.sys.skin_zq', 'false'),
    change.article(
      articleOf(NEWS, '公司召开年度工作会议', {
        attachments: [
          { filename: '会议材料.pdf', path: 'paper.pdf' },
          { filename: '会场照片.png', path: 'picture.png' },
          { filename: '待补的附件.docx' },
        ],
      }),
    ),
    change.article(
      articleOf(NEWS, '营业时间调整的通知', { attachments: [{ filename: '营业时间.txt', path: 'notice.txt' }] }),
    ),
    change.article(articleOf(LOSS, '关于业务专用章遗失的声明')),
    change.article(articleOf(LOSS, '关于空白合同遗失的声明')),
    change.article(articleOf(NEWS, '客户活动的通知')),
    change.article(articleOf(OLD_NOTICE, '已经过时的通知')),
    brokersOn('2026-11-01', BROKERS),
  ],
});

/** @param picture filepath of the stored one; article 7 shows it @param branches definition of that register */
export const second = (picture: string, branches: ReturnType<typeof branchDefinition>) =>
  byHands({
    title: '名册更新，新增分支机构负责人公示',
    at: '2026-11-05T09:00:00+08:00',
    changes: [
      change.article(
        articleOf(NEWS, '新营业部开业', {
          image: picture,
          content: `<p>营业部开业的照片：</p><p><img src="/static-file/${picture}" alt="营业部"></p>`,
        }),
      ),
      change.page(lossPage('挂失请联系营业网点。')),
      change.page(branches),
      change.page(tablePage('branch-managers', 'publicChannel/branchManagers', 'branch-manager')),
      branchesOn('2026-11-04', BRANCHES, branches),
      brokersOn('2026-11-05', [
        { ...BROKERS[0]!, position: '高级IB专员' },
        ...BROKERS.slice(1),
        { ...BROKERS[0]!, staffName: '江望舒', futuresCertNo: 'F3010004', photo: picture },
      ]),
    ],
  });

export const third = (branches: object) =>
  byHands({
    title: '撤下过时内容',
    at: '2026-11-09T09:00:00+08:00',
    changes: [
      change.withdrawn(2, '通知已经失效。', '/news/company'),
      change.article({
        ...articleOf(LOSS, '关于空白合同遗失的更正声明'),
        articleId: 4,
        content: '<p>合同编号更正为二〇二六〇一。</p>',
      }),
      change.retired(OPEN_DAY, '活动已经结束。', '/news/company'),
      change.retired(OLD_NOTICE, '通知栏目不再使用。'),
      change.setting('site', firm('400-555-0001')),
      branchesOn('2026-11-08', [BRANCHES[0]!, { ...BRANCHES[1]!, staff: 12 }, BRANCHES[2]!], branches),
    ],
  });

export const fourth = (branches: object) =>
  byHands({
    title: '名册再次更新',
    at: '2026-11-12T09:00:00+08:00',
    changes: [
      brokersOn('2026-11-12', [{ ...BROKERS[0]!, position: '高级IB专员' }, BROKERS[1]!]),
      branchesOn('2026-11-11', [BRANCHES[0]!, { ...BRANCHES[1]!, staff: 13 }, BRANCHES[2]!], branches),
    ],
  });
