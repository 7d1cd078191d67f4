import type { RedLineRule } from '../registers/red-lines.ts';

/** CK2: weight of a check, from none on; the names are those of the setting's form. */
export const SEVERITIES = { off: '不检查', note: '提示', reason: '须说明理由', stop: '不得提交' } as const;
export type Severity = keyof typeof SEVERITIES;

interface Check {
  /** title that the reviewer reads where nothing was found */
  passed: string;
  /** findings, as they are counted: 2 处… */
  found: string;
  /** end of a sentence about one finding; absent: ：and `found` */
  doubt?: string;
  /** kinds of changes that it looks at; absent: all */
  kinds?: readonly string[];
  severity: Severity;
  /** lowest severity that a firm may set; absent: off */
  least?: Severity;
}

const TEXTS = ['article', 'rows', 'register', 'page', 'setting', 'channel'];

/** CK1, CK2: the red lines (RD1 to RD5) in the same list. They are always listed, and may need a reason or stop. */
export const RED_LINE_CHECKS = {
  'rows-gone': {
    passed: '没有移除超过两成的数据行',
    found: '移除超过两成的数据行',
    severity: 'note',
    least: 'note',
  },
  'data-date': {
    passed: '数据日期不早于公示中的日期',
    found: '数据日期早于公示中的日期',
    severity: 'note',
    least: 'note',
  },
  ended: {
    passed: '离岗、终止的标记没有异常',
    found: '离岗、终止的标记异常',
    severity: 'note',
    least: 'note',
  },
  tenfold: { passed: '没有超过十倍的数字变动', found: '数字变动超过十倍', severity: 'note', least: 'note' },
  ratio: { passed: '没有远离其他行的比例', found: '比例远离其他行', severity: 'note', least: 'note' },
} as const satisfies Record<RedLineRule, Check>;

/** CK1: the checks before something becomes public, in the order in which they are listed. */
export const CHECKS = {
  'personal-number': {
    passed: '没有证件号、手机号、银行卡号',
    found: '像是个人号码',
    doubt: '像是个人号码',
    severity: 'reason',
    least: 'reason',
  },
  'file-not-searched': {
    passed: '附件都查找过个人号码',
    found: '文件没有查找个人号码',
    doubt: '可能含有个人号码',
    kinds: ['article', 'rows'],
    severity: 'reason',
    least: 'reason',
  },
  'advert-word': {
    passed: '没有广告法限制的用语',
    found: '像是广告法限制的用语',
    kinds: TEXTS,
    severity: 'reason',
  },
  'departed-person': {
    passed: '没有把已离岗的人员写作在岗',
    found: '人员在登记表中已离岗，正文写作在岗',
    kinds: ['article'],
    severity: 'note',
  },
  'security-name': {
    passed: '证券代码与登记表中的简称一致',
    found: '证券代码与登记表中的简称不一致',
    kinds: ['article'],
    severity: 'note',
  },
  'date-of-title': {
    passed: '数据日期与标题中的日期一致',
    found: '数据日期与标题中的日期不一致',
    kinds: ['rows'],
    severity: 'note',
  },
  'date-of-column': {
    passed: '数据日期不早于各行的日期',
    found: '日期晚于数据日期',
    kinds: ['rows'],
    severity: 'note',
  },
  'public-again': {
    passed: '没有撤下以后又公开的内容',
    found: '内容撤下以后又公开',
    kinds: ['article', 'rows', 'page', 'setting', 'channel'],
    severity: 'note',
  },
  'dead-link': {
    passed: '站内链接都打得开',
    found: '站内链接打不开',
    kinds: ['article', 'page', 'setting'],
    severity: 'note',
  },
  'malformed-link': { passed: '网址都写得完整', found: '网址不完整', kinds: ['article'], severity: 'note' },
  'picture-alt': { passed: '图片都有文字说明', found: '图片没有文字说明', kinds: ['article'], severity: 'note' },
  'table-header': { passed: '表格都有表头', found: '表格没有表头', kinds: ['article'], severity: 'note' },
  'file-name': {
    passed: '附件的名称说明了内容',
    found: '附件的名称没有说明内容',
    kinds: ['article'],
    severity: 'note',
  },
  'pdf-text': {
    passed: 'PDF 文件都有可以查找的文字',
    found: 'PDF 文件没有可以查找的文字',
    kinds: ['article', 'rows'],
    severity: 'note',
  },
  'pdf-title': { passed: 'PDF 文件都有标题', found: 'PDF 文件没有标题', kinds: ['article', 'rows'], severity: 'note' },
  ...RED_LINE_CHECKS,
} as const satisfies Record<string, Check>;

export type CheckId = keyof typeof CHECKS;
export const CHECK_IDS = Object.keys(CHECKS) as CheckId[];

/** The same entries, with what some of them leave out. */
export const checkOf = (id: CheckId): Check => CHECKS[id];

const ORDER = Object.keys(SEVERITIES) as Severity[];

/** CK2: severities that a firm may choose of one check. */
export const severitiesOf = (id: CheckId): Severity[] => ORDER.slice(ORDER.indexOf(checkOf(id).least ?? 'off'));

export const isRedLine = (id: CheckId): id is RedLineRule => Object.hasOwn(RED_LINE_CHECKS, id);

/** CK4: checks that looked at changes of these kinds and found nothing; red lines are found apart. */
export const passedChecks = (
  kinds: ReadonlySet<string>,
  found: ReadonlySet<CheckId>,
  severities: Readonly<Record<CheckId, Severity>>,
): CheckId[] =>
  CHECK_IDS.filter(
    (id) =>
      !isRedLine(id) &&
      severities[id] !== 'off' &&
      !found.has(id) &&
      (checkOf(id).kinds?.some((kind) => kinds.has(kind)) ?? true),
  );
