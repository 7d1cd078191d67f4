import { documentIn } from '#kinds/changes.ts';
import type { Change } from '#kinds/index.ts';
import { page as pageKind } from '#kinds/page/index.ts';
import type { Claim, PageSchema } from '#page/page-schema.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import type { ImportReportView } from '#wire/register-answers.ts';
import type { WizardFile, WizardPlan, WizardProblem } from '#wire/wizard.ts';
import { publicChange } from '../../editions/review/public-change.ts';
import { publicReferences } from '../import/references.ts';
import { readImport, type ReadImport } from '../import/read-import.ts';
import { readSheet } from '../sheets/read-sheet.ts';
import type { Db } from '../../db/tables.ts';
import type { Site } from '../../site/site.ts';
import type { FreeNames, PlannedChanges } from './plan-changes.ts';
import { misfitsOf, problemWords, reportView } from './read-table.ts';

/** Parts of a channel that can be copied. */
export interface Copyable {
  registers: RegisterDefinition[];
  /** null: its page is one of many channels, which the new one gets anyway */
  page: PageSchema | null;
}

export async function copyableOf(db: Db, site: Site, channelId: string): Promise<Copyable> {
  const registers = site.registersOf(channelId).flatMap((name) => site.registers.get(name) ?? []);
  const resolution = site.resolve(site.channelPath(channelId));
  const name = resolution === null || 'redirect' in resolution ? '' : resolution.page;
  const change = name === '' ? null : await publicChange({ db }, site, `page:${name}`);
  const page = (documentIn(pageKind, change) as PageSchema | undefined) ?? null;
  return { registers, page: page && isOwn(page) ? page : null };
}

/** A page for one channel, and not for all of a kind. */
const isOwn = ({ for: claims }: PageSchema): boolean =>
  [claims].flat().some((claim: Claim) => 'channel' in claim || 'url' in claim || 'idEnds' in claim);

/** Definitions and page of another channel under new names; rows only where a file with some was dropped. */
export async function copiedDocuments(
  { copyOf = '', channel, file }: WizardPlan,
  names: FreeNames,
  { db, site, bytes }: { db: Db; site: Site; bytes: Uint8Array | null },
): Promise<PlannedChanges> {
  if (!site.channel(copyOf))
    return { changes: [], problems: [{ step: 'content', field: 'copyOf', message: '请选择要复制的栏目' }], rows: 0 };
  const { registers, page } = await copyableOf(db, site, copyOf);
  const renamed = new Map(
    registers.map(({ register }, at) => [register, at === 0 ? names.register : `${names.register}-${at + 1}`]),
  );
  const department = channel.department.trim();
  const changes: Change[] = [];
  const problems: WizardProblem[] = [];
  let count = 0;
  let report: ImportReportView | undefined;
  for (const [at, definition] of registers.entries()) {
    const register = renamed.get(definition.register)!;
    const copy: RegisterDefinition = {
      ...copyOfDefinition(definition, register),
      ...(at === 0 && { title: channel.name.trim().slice(0, 60) || definition.title }),
      ...(department !== '' && { department }),
    };
    const read = at === 0 && file && bytes ? await readForCopy(db, copy, bytes, file) : null;
    const rows = read?.rows ?? [];
    if (read) problems.push(...problemsOf(read.report));
    if (read && (read.report.errors.length > 0 || read.report.questions.length > 0))
      report = reportView(read.report, []);
    count += rows.length;
    changes.push(
      { kind: 'register', document: copy },
      { kind: 'rows', document: { definition: copy, rows, dataDate: shanghaiDate(Date.now()), department } },
    );
  }
  if (page)
    changes.push({
      kind: 'page',
      id: names.page,
      document: copyOfPage(page, names.page, channel.channelId, renamed),
    });
  return { changes, problems, rows: count, ...(report && { report }) };
}

/** A definition under another name, which no call of its own answers. */
export const copyOfDefinition = (
  { $schema: _editor, answer: _answer, ...definition }: RegisterDefinition,
  register: string,
): RegisterDefinition => ({
  ...definition,
  register,
  endpoints: [],
  fields: Object.fromEntries(
    Object.entries(definition.fields).map(([name, field]) => [
      name,
      field.reference?.register === definition.register
        ? { ...field, reference: { ...field.reference, register } }
        : field,
    ]),
  ),
});

/** The rows of a file for the copy of a register, read and checked as every import. @throws SheetRefused */
export const readForCopy = (
  db: Db,
  definition: RegisterDefinition,
  bytes: Uint8Array,
  { filename, sheet, ...mends }: Omit<WizardFile, 'filepath'>,
): Promise<ReadImport> =>
  readImport({
    definition,
    bytes,
    filename,
    references: publicReferences(db),
    mends,
    read: (given, name, limits) => readSheet(given, name, limits, sheet),
  });

function problemsOf(report: ReadImport['report']): WizardProblem[] {
  const { misfits, misfitCount } = misfitsOf(report);
  const cells = misfits.slice(0, 5).map(({ cell, value, message }) => `${cell}“${value}”${message}`);
  return [
    ...problemWords(report),
    ...(misfitCount > 0 ? [`有 ${misfitCount} 个单元格不正确：${cells.join('；')}`] : []),
  ].map((message) => ({ step: 'content', field: 'file', message }));
}

/**
 * Copies a page with other names of registers, which only params contain; pages of changes beside it stay with the
 * copied channel.
 */
function copyOfPage(
  { $schema: _editor, ...page }: PageSchema,
  name: string,
  channelId: string,
  renamed: ReadonlyMap<string, string>,
): PageSchema {
  const blocks = structuredClone(page.blocks).map((block) => {
    const params = block.source?.params;
    if (params)
      for (const [param, value] of Object.entries(params))
        if (typeof value === 'string' && renamed.has(value)) params[param] = renamed.get(value)!;
    return block;
  });
  return { ...page, page: name, for: { channel: channelId }, blocks };
}
