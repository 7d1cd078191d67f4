import { defaultFreshness } from '#rules/registers/freshness.ts';
import type { UploadWords } from './upload-words.ts';
import type { LostSettings } from './carried-settings.ts';
import { fileFieldOfToday, tableOfToday, type FormerColumn } from '#kinds/register/upgrade-wizard.ts';
import type {
  WizardArticle,
  WizardChannel,
  WizardFile,
  WizardKind,
  WizardPlan,
  WizardStep,
  WizardTable,
} from '#wire/wizard.ts';

interface Upload extends UploadWords {
  /** state to go back to; absent where that was done */
  before?: Pick<WizardState, 'file' | 'sheets' | 'table' | 'proposed' | 'lost'>;
}

/** State of the wizard, with everything entered; stored in the browser's tab between steps. */
export interface WizardState {
  kind: WizardKind;
  file: WizardFile | null;
  /** sheets of the file; absent or [] for CSV */
  sheets?: readonly string[];
  table: WizardTable | null;
  /** proposal for the file, by which a choice is recognised */
  proposed?: WizardTable;
  /** unusual cells that the editor has found right (RG16), by ids of their questions */
  passed?: readonly string[];
  /** settings of headings that only an earlier file had */
  lost?: LostSettings;
  /** effect of the newest file on the settings, until it is read */
  upload?: Upload;
  article: WizardArticle;
  copyOf: string;
  channel: WizardChannel;
  /** the address was typed by hand, and no other place changes it */
  hasOwnUrl: boolean;
  /** the title of the table was changed by hand, and no new name of the channel replaces it; absent: it was not */
  hasOwnTitle?: boolean;
  /** the department was typed: the department of the chosen channel does not replace it (SU15) */
  hasDepartment?: boolean;
  note: string;
  /** the edition that is taken up; absent: it makes a new one */
  edition?: TakenUp;
}

export interface TakenUp {
  editionId: number;
  version: number;
  /** why it was returned; '' where it was not */
  reason: string;
}

const emptyChannel: WizardChannel = {
  channelId: '',
  parentId: '',
  classOrder: 10,
  url: '',
  name: '',
  type: 2,
  department: '',
};

export const emptyState = (kind: WizardKind): WizardState => ({
  kind,
  file: null,
  table: null,
  article: { title: '', content: '', source: '', contentTime: '', attachments: [] },
  copyOf: '',
  channel: { ...emptyChannel, freshness: defaultFreshness(kind) },
  hasOwnUrl: false,
  note: '',
});

/** State that a window has stored, perhaps begun with an earlier version, in the words of today. */
export function stateOfToday({ table, proposed, lost, upload, ...state }: WizardState): WizardState {
  const columns = lost?.columns.map((one) => ('field' in one ? one : fileFieldOfToday(one as FormerColumn)));
  // a message about the last file holds the table of the one before, which would have the former shape
  const isOfToday = table === null || 'definition' in table;
  return {
    ...state,
    table: table && tableOfToday(table),
    ...(proposed && { proposed: tableOfToday(proposed) }),
    ...(lost && columns && { lost: { ...lost, columns } }),
    ...(upload && isOfToday && { upload }),
  };
}

export const KINDS: Readonly<Record<WizardKind, { name: string; tells: string }>> = {
  table: {
    name: '表格（从 Excel 导入）',
    tells: '人员名单、产品清单、费率表等。上传 Excel 或 CSV 文件，系统根据内容给出字段、查询条件和排序。',
  },
  list: {
    name: '文章列表',
    tells: '公告、新闻等，按时间排列，一条一条发布；只有一篇时直接显示这一篇。第一篇可以现在写，也可以以后再发。',
  },
  article: { name: '单篇文章', tells: '整个栏目就是一篇文章，如投诉渠道、业务说明。' },
  files: { name: '文章和附件', tells: '一篇文章，下面附有可以下载的文件，如管理办法、合同样本。' },
  downloads: { name: '下载列表', tells: '没有正文，只列出可以下载的文件，如软件、表单。' },
  copy: { name: '复制已有栏目', tells: '照一个已有栏目的登记表定义和页面设置新建，只换名称和位置。' },
};

const STEPS: Readonly<Record<WizardKind, readonly WizardStep[]>> = {
  table: ['file', 'fields', 'display', 'channel', 'preview'],
  list: ['content', 'channel', 'preview'],
  article: ['content', 'channel', 'preview'],
  files: ['content', 'channel', 'preview'],
  downloads: ['content', 'channel', 'preview'],
  copy: ['content', 'channel', 'preview'],
};
export const stepsOf = (kind: WizardKind): readonly WizardStep[] => STEPS[kind];

export const stepName = (kind: WizardKind, step: WizardStep): string =>
  step === 'content' && kind === 'copy'
    ? '选择栏目'
    : {
        file: '上传文件',
        fields: '核对字段',
        display: '显示和查询',
        content: '内容',
        channel: '栏目和位置',
        preview: '预览和提交审核',
      }[step];

export const addressOf = (kind: WizardKind, step: WizardStep): string => `/new-channel/${kind}/${step}`;

/** Plan as the server takes it. */
export function planOf({
  kind,
  file,
  table,
  article: { riskLevel = '', ...article },
  copyOf,
  channel,
}: WizardState): WizardPlan {
  return {
    kind,
    channel: channelOf(channel),
    ...(file && (kind === 'table' || kind === 'copy') && { file }),
    ...(table && kind === 'table' && { table }),
    ...(kind !== 'table' &&
      kind !== 'copy' && {
        articles: [
          {
            ...article,
            source: article.source || channel.department,
            ...(riskLevel !== '' && { riskLevel }),
          },
        ],
      }),
    ...(kind === 'copy' && { copyOf }),
  };
}

/** State for a stored plan, to be continued. */
export const stateOf = (
  { kind, file, table, articles, copyOf, channel }: WizardPlan,
  edition: TakenUp,
): WizardState => ({
  ...emptyState(kind),
  file: file ?? null,
  table: table ?? null,
  ...(articles?.[0] && { article: articles[0] }),
  copyOf: copyOf ?? '',
  channel,
  hasOwnUrl: true,
  ...(table && !isCalledAs(table.definition.title, channel) && { hasOwnTitle: true }),
  edition,
});

/** greatest length of a table's title, in characters */
const LONGEST_TITLE = 60;

const calledAs = (name: string): string => name.trim().slice(0, LONGEST_TITLE).toWellFormed();

export const isCalledAs = (title: string, { name }: Pick<WizardChannel, 'name'>): boolean =>
  title.trim() === calledAs(name);

const entitled = (table: WizardTable, title: string): WizardTable => ({
  ...table,
  definition: { ...table.definition, title },
});

/** RG18: changes by a new name of the channel: it is the title of the table, too, unless that was changed by hand. */
export function named(
  { channel, table, hasOwnTitle = false }: Pick<WizardState, 'channel' | 'table' | 'hasOwnTitle'>,
  name: string,
): Partial<WizardState> {
  const title = calledAs(name);
  return {
    channel: { ...channel, name },
    ...(table && !hasOwnTitle && title !== '' && { table: entitled(table, title) }),
  };
}

/** RG18: changes by a new title of the table. */
export const titled = (
  { channel }: Pick<WizardState, 'channel'>,
  table: WizardTable,
  title: string,
): Partial<WizardState> => ({
  table: entitled(table, title),
  hasOwnTitle: !isCalledAs(title, channel),
});

/** Channel without settings that have their default. */
export const channelOf = ({ hidden = false, freshness = '', ...channel }: WizardChannel): WizardChannel => ({
  ...channel,
  ...(hidden && { hidden }),
  ...(freshness !== '' && { freshness }),
});
