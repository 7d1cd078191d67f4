import { shanghaiSecond } from '#rules/shanghai-date.ts';
import { registerIn } from './change-summary.ts';
import type { DraftChange } from './edition-answers.ts';
import type { EditionNames } from './edition-names.ts';

const KINDS: Readonly<Record<string, string>> = {
  channel: '栏目',
  'channel-retired': '停用栏目',
  article: '文章',
  'article-withdrawn': '撤下文章',
  register: '登记表',
  page: '页面',
  setting: '设置',
};

/** Fields of articles, channels, withdrawals and registers' rows: each stands right below its change. */
const NAMES: Readonly<Record<string, string>> = {
  kind: '类型',
  title: '标题',
  channelId: '栏目',
  summary: '摘要',
  content: '正文',
  source: '来源',
  contentTime: '时间',
  topFlag: '置顶',
  image: '图片',
  riskLevel: '风险等级',
  topic: '主题',
  tags: '标签',
  category: '分类',
  attachments: '附件',
  articleId: '文章编号',
  parentId: '上级栏目',
  classOrder: '排序',
  url: '地址',
  name: '名称',
  type: '位置',
  department: '责任部门',
  hidden: '隐藏',
  freshness: '更新要求',
  sameAs: '显示的栏目',
  moves: '允许改变地址',
  reason: '原因',
  successor: '替代页面',
  dataDate: '数据日期',
  definition: '定义',
  document: '定义',
  plan: '计划',
};

const ATTACHMENT: Readonly<Record<string, string>> = { filename: '文件名', filepath: '文件', release: '版本' };
const PLAN: Readonly<Record<string, string>> = { at: '生效时间', after: '之前的稿件' };
/** members of a register's definition (page/register-schema.ts) */
const DEFINITION: Readonly<Record<string, string>> = {
  title: '标题',
  key: '主键',
  columns: '显示的列',
  filters: '查询条件',
  order: '排列',
  department: '责任部门',
  countWord: '量词',
  onDemand: '查询后才显示',
  history: '保留各期',
  verify: '参与核验',
  restrictedBy: '决定谁能看的字段',
};
/** members of one of its fields */
const FIELD: Readonly<Record<string, string>> = {
  title: '标题',
  type: '类型',
  required: '必填',
  pattern: '格式',
  patternHint: '格式说明',
  example: '示例',
  choices: '选项',
  scale: '小数位数',
  blank: '空值显示',
  sortable: '可排序',
  unit: '单位',
  convert: '转换为繁体',
  restricted: '限制公开',
  export: '可下载',
  note: '说明',
};

/** '文章《…》': what a change is about. */
export function changeTitle(change: DraftChange, names?: Pick<EditionNames, 'settingTitle' | 'endedTitle'>): string {
  const kind = KINDS[change.kind] ?? change.kind;
  switch (change.kind) {
    case 'article':
      return `${kind}《${change.article.title || '未填标题'}》`;
    case 'channel':
      return `${kind}“${change.channel.name}”`;
    case 'register':
      return `${kind}“${change.definition.title}”（${(change.rowSet?.count ?? change.rows?.length ?? 0).toLocaleString('zh-CN')} 行）`;
    case 'page': {
      const definition = registerIn(change.document);
      return definition ? `登记表定义“${definition.title}”` : `${kind} ${change.page}`;
    }
    case 'setting':
      return `${kind} ${names?.settingTitle(change.name) ?? change.name}`;
    case 'article-withdrawn':
      return `${kind}${named(names?.endedTitle(`article:${change.articleId}`), '《》', change.articleId)}`;
    case 'channel-retired':
      return `${kind}${named(names?.endedTitle(`channel:${change.channelId}`), '“”', change.channelId)}`;
  }
}

/** '《…》' where the title is known, else '（编号 12）' */
const named = (title: string | undefined, [open, close]: string, id: number | string): string =>
  title === undefined ? `（编号 ${id}）` : `${open}${title}${close}`;

/** '文章 12' of 'article:12'; with names '设置 灰色模式' */
export function subjectTitle(subject: string, names?: Pick<EditionNames, 'nameOf' | 'settingTitle'>): string {
  const at = subject.indexOf(':');
  const [kind, id] = [subject.slice(0, at), subject.slice(at + 1)];
  const named = kind === 'setting' ? names?.settingTitle(id) : kind === 'channel' ? names?.nameOf(id) : undefined;
  return `${KINDS[kind] ?? ''}${id.startsWith('new-') ? '（新）' : ` ${named ?? id}`}`;
}

const numbered = (part: string): string => (/^\d+$/.test(part) ? String(Number(part) + 1) : part);

/**
 * '附件 1 文件名' of '/article/attachments/0/filename'. A part is translated only where the schema names it: a field of
 * a
 * register may well be called type.
 */
export function fieldTitle(path: string): string {
  const [, first = '', ...rest] = path.split('/').map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (first === 'article' || first === 'channel') return memberTitle(rest, NAMES, ATTACHMENT);
  if (first === 'plan') return [NAMES.plan, memberTitle(rest, PLAN)].join(' ').trim();
  if (first === 'definition') return [NAMES.definition, definitionTitle(rest)].join(' ').trim();
  if (first === 'document') return [NAMES.document, definitionTitle(rest)].join(' ').trim();
  return memberTitle([first, ...rest], NAMES);
}

const memberTitle = (
  [first = '', at, ...rest]: readonly string[],
  words: Readonly<Record<string, string>>,
  below: Readonly<Record<string, string>> = {},
): string =>
  [
    words[first] ?? first,
    ...(at === undefined ? [] : [numbered(at)]),
    ...rest.map((part) => below[part] ?? numbered(part)),
  ].join(' ');

/** Of a register's definition. */
function definitionTitle([first = '', name, member, ...rest]: readonly string[]): string {
  if (name === undefined || first !== 'fields')
    return [
      DEFINITION[first] ?? first,
      ...[name, member, ...rest].flatMap((part) => (part === undefined ? [] : [numbered(part)])),
    ].join(' ');
  return [`字段 ${numbered(name)}`, ...(member === undefined ? [] : [FIELD[member] ?? member]), ...rest].join(' ');
}

/** A value for people; '' where there is none. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? '是' : '否';
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}

export const CHANNEL_TYPES: Readonly<Record<string, string>> = {
  1: '1（可进页眉菜单）',
  2: '2（只在栏目菜单和链接里）',
};

/** '甲.pdf、乙.pdf' of files; where a file is stored means nothing to people. */
export const fileNames = (files: readonly unknown[]): string =>
  files.map((one) => valueText((one as { filename?: unknown } | null)?.filename ?? one)).join('、');

/** What was written down of a step: of a schedule that was once a moment as machines write it. */
export const noteText = (note: string): string =>
  /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(note) ? `定于 ${shanghaiSecond(note)} 发布` : note;

const BLOCK = 'p,div,li,tr,h1,h2,h3,h4,h5,h6,br,blockquote,figure';

/**
 * The words of a draft's HTML in lines. The markup is parsed into a document of its own, in which nothing runs and
 * nothing
 * is loaded, and never comes into the page.
 */
export function linesOfHtml(html: string): string[] {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  for (const block of parsed.querySelectorAll(BLOCK)) block.after('\n');
  for (const cell of parsed.querySelectorAll('td,th')) cell.after('　');
  for (const image of parsed.querySelectorAll('img')) image.replaceWith(`［图片${image.alt && `：${image.alt}`}］`);
  return (parsed.body.textContent ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** rows from which it is said that something takes its time */
const MANY_ROWS = 2_000;

/** '正在检查 100,000 行，可能需要一分钟…'; '' where it is done at once. */
export function rowsUnderWay(doing: string, changes: readonly DraftChange[]): string {
  const rows = changes.reduce((sum, change) => sum + (change.kind === 'register' ? (change.rowSet?.count ?? 0) : 0), 0);
  return manyRowsUnderWay(doing, rows);
}

export const manyRowsUnderWay = (doing: string, rows: number): string =>
  rows > MANY_ROWS ? `正在${doing} ${rows.toLocaleString('zh-CN')} 行，可能需要一分钟…` : '';
