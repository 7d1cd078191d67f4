import type { KeptWords } from './kept-words.ts';
import type { LostSettings } from './kept-settings.ts';
import type {
  WizardArticle,
  WizardChannel,
  WizardFile,
  WizardKind,
  WizardPlan,
  WizardStep,
  WizardTable,
} from '#wire/wizard.ts';

interface Upload extends KeptWords {
  /** to go back to; absent where that was done */
  before?: Pick<WizardState, 'file' | 'sheets' | 'table' | 'proposed' | 'lost'>;
}

/** Everything entered so far; kept in the browser's tab between steps. */
export interface WizardState {
  kind: WizardKind;
  file: WizardFile | null;
  /** of the file; absent or [] for CSV */
  sheets?: readonly string[];
  table: WizardTable | null;
  /** what the file was proposed to be, by which a choice is told from a proposal */
  proposed?: WizardTable;
  /** unusual cells that the editor has found right (RG16), by ids of their questions */
  passed?: readonly string[];
  /** settings of headings that only an earlier file had */
  lost?: LostSettings;
  /** what became of the settings with the newest file, until it is read */
  upload?: Upload;
  article: WizardArticle;
  copyOf: string;
  channel: WizardChannel;
  /** the address was typed by hand, and no other place changes it */
  hasOwnUrl: boolean;
  /** the table was called otherwise than its channel, and is called so whatever the channel is called; absent: it was not */
  hasOwnTitle?: boolean;
  /** the department was typed: what stands beside the channel does not replace it (SU15) */
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
  channel: emptyChannel,
  hasOwnUrl: false,
  note: '',
});

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

/** How the calls of a file are asked. */

/** As the server takes it. */
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

/** What was entered for a plan, to be gone on with. */
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
  ...(table && !isCalledAs(table.title, channel) && { hasOwnTitle: true }),
  edition,
});

/** a table's title is as long at most */
const LONGEST_TITLE = 60;

const calledAs = (name: string): string => name.trim().slice(0, LONGEST_TITLE).toWellFormed();

export const isCalledAs = (title: string, { name }: Pick<WizardChannel, 'name'>): boolean =>
  title.trim() === calledAs(name);

/** RG18: what a name of the channel changes: the table is called so, too, unless it was called otherwise by hand. */
export function named(
  { channel, table, hasOwnTitle = false }: Pick<WizardState, 'channel' | 'table' | 'hasOwnTitle'>,
  name: string,
): Partial<WizardState> {
  const title = calledAs(name);
  return {
    channel: { ...channel, name },
    ...(table && !hasOwnTitle && title !== '' && { table: { ...table, title } }),
  };
}

/** RG18: what a title of the table changes. */
export const titled = (
  { channel }: Pick<WizardState, 'channel'>,
  table: WizardTable,
  title: string,
): Partial<WizardState> => ({
  table: { ...table, title },
  hasOwnTitle: !isCalledAs(title, channel),
});

/** What is not set is not said. */
export const channelOf = ({ hidden = false, freshness = '', ...channel }: WizardChannel): WizardChannel => ({
  ...channel,
  ...(hidden && { hidden }),
  ...(freshness !== '' && { freshness }),
});
