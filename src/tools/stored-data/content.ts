/** The content of a stored store: invented channels, articles, registers and pages, published by four acts. */
import type { Change } from './spelling.ts';

type Row = Record<string, string | number | null>;
type Attachment = { filename: string; filepath?: string; path?: string };

/** Texts of a definition that explain a pattern. Earlier commits have none; later commits require them. */
export type PatternWords = { patternHint?: string; example?: string };

const ROOT = '000100020001';
const SECTION = `${ROOT}0008`;
const OPEN_DAY = `${SECTION}0021`;
const OLD_NOTICE = `${SECTION}0023`;
export const NEWS = `${ROOT}00020001`;
export const LOSS = `${SECTION}0003`;
export const OLD_HOTLINE = `${SECTION}0024`;

const channel = (channelId: string, url: string, name: string, parentId = channelId.slice(0, -4)): Change => ({
  kind: 'channel',
  document: { channelId, parentId, classOrder: Number(channelId.slice(-4)), url, name, type: 2 },
});

/** A file from which the wizard makes a channel: choices, a day, a number, and a column of one value. */
export const TEAMS = [
  '团队编号,团队名称,类别,成立日期,人数,备注',
  ...['浦江', '滨江', '望江', '新港', '长安', '和平', '文昌', '光明'].map(
    (name, at) => `T${1001 + at},${name}团队,${at % 2 ? '财富' : '机构'},2020-0${1 + at}-11,${5 + at},`,
  ),
].join('\n');
export const TEAMS_CHANNEL = {
  channelId: `${SECTION}0031`,
  parentId: SECTION,
  classOrder: 31,
  url: 'publicChannel/teams',
  name: '顾问团队',
  type: 2,
  department: '财富管理部',
};

export const newsChannel = (name: string) => channel(NEWS, 'news/company', name);

export const article = (
  channelId: string,
  title: string,
  more: {
    articleId?: number;
    contentTime?: string;
    content?: string;
    image?: string;
    attachments?: Attachment[];
  } = {},
): Change => ({
  kind: 'article',
  document: {
    channelId,
    title,
    contentTime: '2026-11-02T09:00:00+08:00',
    content: `<p>${title}的正文。</p>`,
    source: '办公室',
    ...more,
  },
});

export const withdrawn = (kind: 'channel' | 'article', id: string, reason: string, successor?: string): Change => ({
  kind,
  id,
  withdraw: { reason, ...(successor !== undefined && { successor }) },
});

export const firm = (hotline: string) => ({ name: '示例证券', englishName: 'SHILI', hotline, department: '办公室' });
export const site = (hotline: string): Change => ({ kind: 'setting', id: 'site', document: firm(hotline) });

const page = (name: string, url: string, blocks: object[]): Change => ({
  kind: 'page',
  id: name,
  document: { schemaVersion: 1, page: name, for: { url }, layout: 'channel', blocks },
});

/** The page of the channel 遗失声明, with a note above its articles. */
export const lossPage = (note: string) =>
  page('loss-notes', 'publicChannel/lossStatement', [
    { id: 'note', place: 'top', widget: 'rich-note', props: { paragraphs: [note] } },
    { id: 'content', place: 'main', widget: 'channel-content', source: { name: 'channel-content' } },
  ]);

const tablePage = (name: string, url: string, register: string) =>
  page(name, url, [
    { id: 'rows', place: 'main', widget: 'register-table', source: { name: 'register', params: { register } } },
  ]);

const definitionOf = (register: string, title: string, words: PatternWords) => ({
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

export const branchDefinition = (words: PatternWords) => definitionOf('branch-manager', '分支机构负责人', words);

export const withManagerCalled = (definition: ReturnType<typeof definitionOf>, title: string) => ({
  ...definition,
  fields: { ...definition.fields, manager: { ...definition.fields.manager, title } },
});

const branch = (code: string, name: string, level: string, manager: string, staff: number): Row => ({
  code,
  name,
  level,
  manager,
  staff,
  appointed: '2024-03-01',
});

const branchesWith = (staff: number): Row[] => [
  branch('0101', '滨江分公司', '1', '沈若川', 42),
  branch('2107', '文昌路营业部', '2', '顾知远', staff),
  branch('2108', '湖滨营业部', '2', '陆清和', 9),
];

/** The branches of a later version: one has left and one is new. */
export const BRANCHES_NEXT = [...branchesWith(13).slice(0, 2), branch('2110', '新港营业部', '2', '江望舒', 7)];

/** The rows as a CSV file. */
export const branchFile = (list: readonly Row[]): string =>
  [
    ['代码', '名称', '类别', '负责人', '人数', '任职日期'],
    ...list.map((row) => [row.code, row.name, row.level, row.manager, row.staff, row.appointed]),
  ]
    .map((cells) => cells.join(','))
    .join('\r\n');

export const broker = (certificate: string, staffName: string, position: string, more: Row = {}): Row => ({
  staffName,
  branchName: '滨江营业部',
  position,
  futuresCertNo: certificate,
  management: position === '负责人' ? '1' : '0',
  regDate: '2024-03-01',
  ...more,
});

const BROKERS = [
  broker('F3010001', '沈若川', 'IB专员'),
  broker('F3010002', '顾知远', '负责人'),
  broker('F3010003', '陆清和', 'IB专员'),
] as const;
const PROMOTED = broker('F3010001', '沈若川', '高级IB专员');

const rows = (definition: object | string, department: string, dataDate: string, list: readonly Row[]): Change => ({
  kind: 'rows',
  document: { definition, dataDate, department, rows: list },
});
export const brokersOn = (dataDate: string, list: readonly Row[], definition: object | string = 'ib-staff') =>
  rows(definition, '期货IB业务部', dataDate, list);
export const branchesOn = (dataDate: string, list: readonly Row[], definition: object) =>
  rows(definition, '人力资源部', dataDate, list);

/** All changes that make a channel with a table: channel, page, definition and rows. */
export const adviserTable = (words: PatternWords): Change[] => {
  const definition = definitionOf('gold-adviser', '金牌顾问团队', words);
  return [
    channel(`${SECTION}0026`, 'publicChannel/goldAdvisers', '金牌顾问团队公示'),
    { kind: 'register', document: definition },
    tablePage('gold-advisers', 'publicChannel/goldAdvisers', 'gold-adviser'),
    rows(definition, '人力资源部', '2026-11-20', [branch('0001', '滨江顾问团队', '1', '谢临川', 5)]),
  ];
};

/** Files of articles. The article with the last one is withdrawn. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
export const PAPER = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');
export const NOTICE = Buffer.from('营业时间：九时至十五时。\n');

export interface StoredAct {
  title: string;
  at: string;
  changes: Change[];
}

/** Titles of the articles that later changes and pages name, in the order of their publication. */
const TITLES = {
  meeting: '公司召开年度工作会议',
  hours: '营业时间调整的通知',
  seal: '关于业务专用章遗失的声明',
  contract: '关于空白合同遗失的声明',
  event: '客户活动的通知',
  outdated: '已经过时的通知',
  branch: '新营业部开业',
} as const;
const NAMES = Object.keys(TITLES) as (keyof typeof TITLES)[];

export type ArticleIds = Readonly<Record<keyof typeof TITLES, number>>;

/** Ids of articles that a program published into an empty store: 1, 2, 3 … */
export const countedIds = Object.fromEntries(NAMES.map((name, at) => [name, at + 1])) as ArticleIds;

/** Ids of those of these articles that a list has. */
export const listedIds = (list: readonly { articleId: number; title: string }[]): Partial<ArticleIds> =>
  Object.fromEntries(
    NAMES.flatMap((name) =>
      list.filter(({ title }) => title === TITLES[name]).map(({ articleId }) => [name, articleId]),
    ),
  );

/** Six articles; paper.pdf, picture.png and notice.txt are in the folder of the act. */
export const opening: StoredAct = {
  title: '建站',
  at: '2026-11-02T09:00:00+08:00',
  changes: [
    channel(ROOT, 'root', '主站', ''),
    channel('000100170006', 'company', '公司信息', ''),
    channel(`${ROOT}0001`, '', '首页'),
    channel(`${ROOT}0002`, 'news', '新闻资讯'),
    newsChannel('公司新闻'),
    channel(SECTION, 'publicChannel', '信息公告'),
    channel(LOSS, 'publicChannel/lossStatement', '遗失声明'),
    channel(`${SECTION}0009`, 'publicChannel/futuresIB', '期货IB业务'),
    channel(OPEN_DAY, 'publicChannel/openDay', '投资者开放日'),
    channel(`${SECTION}0022`, 'publicChannel/branchManagers', '分支机构负责人公示'),
    channel(OLD_NOTICE, 'publicChannel/oldNotice', '旧通知'),
    channel(OLD_HOTLINE, 'publicChannel/oldHotline', '旧热线'),
    site('400-555-0000'),
    { kind: 'setting', id: 'webparam.sys.skin_zq', document: 'false' },
    article(NEWS, TITLES.meeting, {
      attachments: [
        { filename: '会议材料.pdf', path: 'paper.pdf' },
        { filename: '会场照片.png', path: 'picture.png' },
        { filename: '待补的附件.docx' },
      ],
    }),
    article(NEWS, TITLES.hours, { attachments: [{ filename: '营业时间.txt', path: 'notice.txt' }] }),
    article(LOSS, TITLES.seal),
    article(LOSS, TITLES.contract),
    article(NEWS, TITLES.event),
    article(OLD_NOTICE, TITLES.outdated),
    brokersOn('2026-11-01', BROKERS),
  ],
};

const LEGAL = `${ROOT}0090`;
const LEGAL_TEXTS = [
  ['privacy', '隐私政策'],
  ['agreement', '用户协议'],
  ['notice', '法律声明'],
] as const;

/** The acts after which visitors see a site that people have set up (SU8): the texts that they agree to, and that it is shown. */
export const showingActs: StoredAct[] = [
  {
    title: '法律文本',
    at: '2026-11-12T10:00:00+08:00',
    changes: [
      channel(LEGAL, 'legal', '法律文本'),
      ...LEGAL_TEXTS.map(([name, title], at) => channel(`${LEGAL}000${at + 1}`, `legal/${name}`, title)),
      ...LEGAL_TEXTS.map(([, title], at) => article(`${LEGAL}000${at + 1}`, title)),
    ],
  },
  {
    title: '开通网站',
    at: '2026-11-12T11:00:00+08:00',
    changes: [{ kind: 'setting', id: 'site.visible', document: true }],
  },
];

/**
 * The acts after `opening`.
 * @param picture filepath of the stored picture that the article of the new branch shows
 */
export function laterActs(picture: string, words: PatternWords, ids: Partial<ArticleIds>): StoredAct[] {
  const branches = branchDefinition(words);
  return [
    {
      title: '名册更新，新增分支机构负责人公示',
      at: '2026-11-05T09:00:00+08:00',
      changes: [
        article(NEWS, TITLES.branch, {
          image: picture,
          content: `<p>营业部开业的照片：</p><p><img src="/static-file/${picture}" alt="营业部"></p>`,
        }),
        lossPage('挂失请联系营业网点。'),
        { kind: 'register', document: branches },
        tablePage('branch-managers', 'publicChannel/branchManagers', 'branch-manager'),
        branchesOn('2026-11-04', branchesWith(11), branches),
        brokersOn('2026-11-05', [
          PROMOTED,
          BROKERS[1],
          BROKERS[2],
          broker('F3010004', '江望舒', 'IB专员', { photo: picture }),
        ]),
      ],
    },
    {
      title: '撤下过时内容',
      at: '2026-11-09T09:00:00+08:00',
      changes: [
        withdrawn('article', String(ids.hours), '通知已经失效。', '/news/company'),
        article(LOSS, '关于空白合同遗失的更正声明', {
          articleId: ids.contract!,
          content: '<p>合同编号更正为二〇二六〇一。</p>',
        }),
        withdrawn('channel', OPEN_DAY, '活动已经结束。', '/news/company'),
        withdrawn('channel', OLD_NOTICE, '通知栏目不再使用。'),
        site('400-555-0001'),
        branchesOn('2026-11-08', branchesWith(12), branches),
      ],
    },
    {
      title: '名册再次更新',
      at: '2026-11-12T09:00:00+08:00',
      changes: [brokersOn('2026-11-12', [PROMOTED, BROKERS[1]]), branchesOn('2026-11-11', branchesWith(13), branches)],
    },
  ];
}
