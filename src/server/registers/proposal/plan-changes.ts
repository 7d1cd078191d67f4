import type { Change } from '#kinds/index.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { PageSchema } from '#page/page-schema.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import type { ImportReportView } from '#wire/register-answers.ts';
import type { WizardChannel, WizardPlan, WizardProblem, WizardTable } from '#wire/wizard.ts';
import type { Db } from '../../db/tables.ts';
import type { Site } from '../../site/site.ts';
import { copiedDocuments } from './copied-documents.ts';
import { misfitsOf, problemWords, readTable, reportView, type OpenSheet } from './read-table.ts';
import { tableProblems } from './table-problems.ts';

export interface PlannedChanges {
  changes: Change[];
  problems: WizardProblem[];
  /** number of the registers' rows */
  rows: number;
  /** report of the file, where cells of it are wrong */
  report?: ImportReportView;
}

interface Facts {
  db: Db;
  site: Site;
  /** bytes of the plan's file */
  bytes: Uint8Array | null;
  open?: OpenSheet;
}

/**
 * Content of an edition of this plan, as far as it is known; `problems` are those of the wizard's own fields.
 * @throws SheetRefused
 */
export async function planChanges(plan: WizardPlan, facts: Facts): Promise<PlannedChanges> {
  const { channel } = plan;
  const problems = channelFieldProblems(channel);
  const begun: Change = {
    kind: 'channel',
    document: { ...channel, name: channel.name.trim(), url: channel.url.trim() },
  };
  const names = freeNames(facts.site, channel);
  if (plan.kind === 'table') {
    const table = await tableChanges(plan, names, facts);
    return { ...table, changes: [begun, ...table.changes], problems: [...problems, ...table.problems] };
  }
  if (plan.kind === 'copy') {
    const copied = await copiedDocuments(plan, names, facts);
    return { ...copied, changes: [begun, ...copied.changes], problems: [...problems, ...copied.problems] };
  }
  const articles = (plan.articles ?? []).filter(
    ({ title, content, attachments }) => title.trim() !== '' || content !== '' || attachments.length > 0,
  );
  const changes = articles.map(({ title, ...rest }): Change => ({
    kind: 'article',
    document: { channelId: channel.channelId, title: title.trim() || channel.name.trim(), ...rest },
  }));
  return { changes: [begun, ...changes], problems: [...problems, ...contentProblems(plan)], rows: 0 };
}

function channelFieldProblems({ name, parentId, url, department }: WizardChannel): WizardProblem[] {
  const wrong: [field: string, message: string | false][] = [
    ['name', name.trim() === '' && '请填写栏目名称'],
    ['parentId', parentId === '' && '请选择上级栏目'],
    ['url', url.trim() === '' && '请填写地址，如 publicChannel/branchManagers'],
    ['department', department.trim() === '' && '请填写责任部门'],
  ];
  return wrong.flatMap(([field, message]) => (message === false ? [] : [{ step: 'channel', field, message }]));
}

/** Problems of missing content, which each kind needs to deserve its name. */
function contentProblems({ kind, articles = [] }: WizardPlan): WizardProblem[] {
  const [first] = articles;
  const problemAt = (field: string, message: string): WizardProblem[] => [{ step: 'content', field, message }];
  if (kind === 'list') return [];
  if (
    !first ||
    (kind !== 'downloads' && first.content.replaceAll(/<[^>]*>/g, '').trim() === '' && !/<img/.test(first.content))
  )
    return problemAt('content', '请填写正文');
  if ((kind === 'files' || kind === 'downloads') && first.attachments.length === 0)
    return problemAt('attachments', '请至少上传一个文件');
  return [];
}

export interface FreeNames {
  register: string;
  page: string;
}

/** Names of register and page that nothing has yet, after the channel's address. */
function freeNames(
  { registers, map }: Pick<Site, 'registers' | 'map'>,
  { url, channelId }: Pick<WizardChannel, 'url' | 'channelId'>,
): FreeNames {
  const last = (url.split('/').at(-1) ?? '').replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
  const bare =
    last
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, 40) || `channel-${channelId.slice(-4).toLowerCase()}`;
  const isTaken = (name: string): boolean => registers.has(name) || map.pages.pages.has(name);
  for (let more = 1; ; more++) {
    const register = more === 1 ? bare : `${bare}-${more}`;
    if (!isTaken(register) && !isTaken(`${register}-page`)) return { register, page: `${register}-page` };
  }
}

async function tableChanges(
  { file, table, channel }: WizardPlan,
  names: FreeNames,
  { bytes, open }: Facts,
): Promise<PlannedChanges> {
  if (!file || !bytes)
    return { changes: [], problems: [{ step: 'file', field: 'file', message: '请上传 Excel 文件' }], rows: 0 };
  if (!table) return { changes: [], problems: [{ step: 'fields', field: 'table', message: '请核对字段' }], rows: 0 };
  const problems = tableProblems(table);
  if (problems.length > 0) return { changes: [], problems, rows: 0 };
  const { definition, rows, report } = await readTable(
    { bytes, ...file, ...(open && { open }) },
    table,
    names.register,
  );
  return {
    changes: registerChanges(definition, rows, { table, channel, page: names.page }),
    problems: reportProblems(report),
    rows: rows.length,
    ...(report.errors.length > 0 && { report: reportView(report, table.columns) }),
  };
}

/** The definition, the page that shows it, and its rows: as one, because none means anything without the others. */
function registerChanges(
  definition: RegisterDefinition,
  rows: Awaited<ReturnType<typeof readTable>>['rows'],
  { table, channel, page }: { table: WizardTable; channel: WizardChannel; page: string },
): Change[] {
  const department = channel.department.trim();
  const owned = { ...definition, ...(department !== '' && { department }) };
  return [
    { kind: 'register', document: owned },
    { kind: 'page', id: page, document: pageOf(page, channel.channelId, definition.register, table) },
    { kind: 'rows', document: { definition: owned, rows, dataDate: table.dataDate, department } },
  ];
}

/** A page of one channel that shows one register. */
export function pageOf(
  page: string,
  channelId: string,
  register: string,
  { notes, notesBelow = '' }: Pick<WizardTable, 'notes' | 'notesBelow'>,
): PageSchema {
  const [above, below] = [notes, notesBelow].map(paragraphsOf) as [string[], string[]];
  return {
    schemaVersion: 1,
    page,
    for: { channel: channelId },
    layout: 'channel',
    keepsScroll: true,
    blocks: [
      ...(above.length > 0 ? [{ id: 'notes', place: 'top', widget: 'rich-note', props: { paragraphs: above } }] : []),
      { id: 'rows', place: 'main', widget: 'register-table', source: { name: 'register', params: { register } } },
      ...(below.length > 0
        ? [{ id: 'notes-below', place: 'bottom', widget: 'rich-note', props: { paragraphs: below } }]
        : []),
      {
        id: 'content',
        place: 'bottom',
        widget: 'channel-content',
        source: { name: 'channel-content' },
        address: 'notes',
        props: { hideEmpty: true },
      },
    ],
  };
}

const paragraphsOf = (notes: string): string[] =>
  notes
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Cells that do not fit, in the form of the import report. */
function reportProblems(report: Parameters<typeof misfitsOf>[0]): WizardProblem[] {
  const { misfitCount } = misfitsOf(report);
  const columns = report.errors.map(({ title, count }) => `“${title}”${count} 处`).join('、');
  return [
    ...problemWords(report).map((message): WizardProblem => ({ step: 'file', field: 'file', message })),
    ...(misfitCount > 0
      ? [
          {
            step: 'fields' as const,
            field: 'cells',
            message: `有 ${misfitCount} 个单元格不符合所选的类型或格式：${columns}。请改正文件后重新上传，或修改字段的类型、格式和必填`,
          },
        ]
      : []),
  ];
}

export const today = (): string => shanghaiDate(Date.now());
