import type { AnsweredFile } from '#wire/console-answers.ts';
import type { MadeEdition, EditionProblem } from '#wire/edition-answers.ts';
import type {
  Copyable,
  TableCheck,
  TableProposal,
  WizardReview,
  DoubledRegister,
  WizardFile,
  WizardPlan,
  WizardProblem,
  WizardStep,
  WizardTable,
} from '#wire/wizard.ts';
import { as, flag, optional, record, text, withDefault } from '#page/schema-words.ts';
import { isAbsent } from '#page/public-content.ts';
import { bareFilename } from '#rules/files/upload-rule.ts';
import { article } from '#kinds/article/index.ts';
import { writtenOf } from '#kinds/changes.ts';
import { channel } from '#kinds/channel/index.ts';
import type { Change } from '#kinds/index.ts';
import { checkJson } from '#page/json-check.ts';
import { jsonProblemInWords } from '#page/json-words.ts';
import { parseFilepath } from '#rules/files/filepath.ts';
import { answersOfDataRows } from '#wire/data-rows.ts';
import { findKnown } from '#kinds/channel/plan/known-ids.ts';
import { findOpenChannels, usedBy, type OpenChannel } from '#kinds/channel/plan/open-channels.ts';
import { proposeChannel } from '#kinds/channel/plan/propose.ts';
import { findFindings } from '../editions/checks/find-findings.ts';
import { checkEdition } from '../editions/review/check-edition.ts';
import { createSubmitted } from '../editions/draft/create-submitted.ts';
import { getEdition } from '../editions/edition-row.ts';
import type { Draft } from '../editions/draft/draft-changes.ts';
import { Refused } from '../errors.ts';
import { readStoredBytes } from '../files/stored-bytes.ts';
import { FairQueue } from '../http/fair-queue.ts';
import { storePreview } from '../pages/preview/stored-previews.ts';
import { listRegisterStates } from '../store/rows/list-register-rows.ts';
import { channelsByRegister } from '../registers/editions/list-registers.ts';
import { errorsWorkbook } from '../registers/import/errors-workbook.ts';
import type { ImportReport } from '../registers/import/import-report.ts';
import { copyableOf, readForCopy } from '../registers/proposal/copied-documents.ts';
import { CachedTops } from '../registers/proposal/cached-tops.ts';
import { planChanges, today } from '../registers/proposal/plan-changes.ts';
import { doubledRegisters } from '../registers/proposal/doubled-registers.ts';
import { planStructure, tableStructure } from '../registers/proposal/plan-structure.ts';
import { proposeTable } from '../registers/proposal/propose-table.ts';
import { misfitsOf, problemWords, readTable, reportView, type OpenSheet } from '../registers/proposal/read-table.ts';
import { changeWords, reviewWarnings } from '../registers/proposal/review-words.ts';
import { tableProblems } from '../registers/proposal/table-problems.ts';
import { SheetRefused } from '../registers/sheets/refusals.ts';
import { findPlan, storePlan } from '../registers/proposal/stored-plans.ts';
import { authorize, reachOf } from './authorize.ts';
import { consoleCall, FileAnswer, type SignedIn } from './define-console-call.ts';
import { editionId, ofEdition, version } from './edition-rights.ts';
import { assertMaySee } from './file-rights.ts';
import { readOwnDraft } from './own-draft.ts';
import { reasons } from './edition-step-calls.ts';

/** rows that are looked at with every correction; all of them are read before the edition is made */
const ROWS_AT_ONCE = 500;
const MOST_BYTES = 1024 * 1024;
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const tops = new CachedTops(ROWS_AT_ONCE);
/** Each reads a file in a thread of its own. */
const queue = new FairQueue({ most: 2, ofOne: 3 });

/** RG43 */
const mends = {
  fillMerged: withDefault(false, flag({ description: '合并单元格逐行填满' })),
  leaveNotes: withDefault(false, flag({ description: '略去合计和附注' })),
};
/** EY6 */
const answers = withDefault(
  {},
  record(text({ maxLength: 20 }), { maxProperties: 1000, description: '对检查结果中问题的回答' }),
);
const file = {
  filepath: text({ maxLength: 200, description: '上传的文件' }),
  filename: text({ maxLength: 1000, description: '文件名' }),
  sheet: withDefault('', text({ maxLength: 100, description: '工作表' })),
  ...mends,
};

const table = as<WizardTable>({ type: 'object', description: '登记表的定义' });
const plan = as<WizardPlan>({ type: 'object', description: '新栏目的全部内容' });

/** @throws Refused unknownFile, rightMissing */
async function bytesOf(filepath: string, context: SignedIn): Promise<Uint8Array> {
  const { db, filesDir } = context;
  const stored =
    parseFilepath(filepath) &&
    (await db.selectFrom('file').select('filepath').where('filepath', '=', filepath).executeTakeFirst());
  if (!stored) throw new Refused('unknownFile');
  await assertMaySee(stored.filepath, context);
  return readStoredBytes(filesDir, stored.filepath);
}

/** The result of the work; a file that the reader refuses is answered as an invalid field, with the reader's sentence. */
async function orInvalidFile<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (error instanceof SheetRefused)
      throw new Refused('invalidInput', error.message, { field: 'file', reason: error.code });
    throw error;
  });
}

/** @throws Refused invalidInput for what no wizard sends */
function assertForm(structure: object, value: unknown): void {
  const [wrong] = checkJson(structure, value, '');
  if (wrong)
    throw new Refused(
      'invalidInput',
      `请求的内容不正确：${jsonProblemInWords(wrong, wrong.pointer, structure, value)}`,
    );
}

/** @param own the edition that is taken up: what it would make is its own */
async function changesOfPlan(given: WizardPlan, own: number | undefined, context: SignedIn) {
  assertForm(planStructure, given);
  const all = await findOpenChannels(context.db, reachOf(context, 'content.read'));
  const open = all.filter((one) => one.editionId !== own);
  const plan = await withFreeId(given, context, open);
  const work = async () => {
    const bytes = plan.file ? await bytesOf(plan.file.filepath, context) : null;
    const planned = await orInvalidFile(
      planChanges(plan, { db: context.db, site: context.site, bytes, ...(plan.file && { open: openOf(plan.file) }) }),
    );
    return { plan, ...planned, problems: [...planned.problems, ...takenAddress(plan, open)] };
  };
  return plan.file ? queue.run(context.user.staffId, work) : work();
}

/** The wizard chooses the number of a channel: if it was taken since it was proposed, another one is used. */
async function withFreeId(plan: WizardPlan, { db, site }: SignedIn, open: readonly OpenChannel[]): Promise<WizardPlan> {
  const { channel } = plan;
  const used = usedBy(open, await findKnown(db, site.channels, []));
  if (!site.channel(channel.channelId) && !used.ids.includes(channel.channelId)) return plan;
  return {
    ...plan,
    channel: { ...channel, channelId: proposeChannel(site.channels, site.map.pages, channel, used).channelId },
  };
}

/** If the same channel is sent from two windows or by two people, the second gets the first edition, as far as they may read
 * it. */
function takenAddress({ channel }: WizardPlan, open: readonly OpenChannel[]): WizardProblem[] {
  const other = open.find(({ url }) => url === channel.url.trim());
  if (!other) return [];
  const message = other.isReadable
    ? `地址 ${other.url} 已是${other.savedBy}的稿件“${other.title}”（第 ${other.editionId} 号）要用的。若是同一个栏目，请修改那份稿件；否则请换一个地址`
    : `地址 ${other.url} 已是另一份稿件要用的，请换一个地址`;
  return [{ step: 'channel', field: 'url', message }];
}

const openOf =
  ({ filepath, sheet }: WizardFile): OpenSheet =>
  (read) =>
    tops.whole(filepath, sheet, read);

/** Problems of a file by a table of the wizard, or by the register that a copied channel shows. */
async function reportOf(
  {
    bytes,
    filename,
    sheet,
    fillMerged,
    leaveNotes,
    answers: givenAnswers,
    table,
    copyOf = '',
  }: Omit<WizardFile, 'filepath'> & { bytes: Uint8Array; table?: WizardTable; copyOf?: string },
  context: SignedIn,
): Promise<ImportReport> {
  const options = { fillMerged, leaveNotes, answers: givenAnswers };
  if (table) {
    assertForm(tableStructure, table);
    const [wrong] = tableProblems(table).filter(({ step }) => step === 'fields');
    if (wrong) throw new Refused('invalidInput', wrong.message, { field: wrong.field });
    return (await readTable({ bytes, filename, sheet, ...options }, table, 'register')).report;
  }
  await authorize({ right: 'content.read', of: async () => [copyOf] }, {}, context);
  if (!context.site.channel(copyOf)) throw new Refused('unknownChannel');
  const [definition] = (await copyableOf(context.db, context.site, copyOf)).registers;
  if (!definition) throw new Refused('invalidInput', '这个栏目没有登记表');
  return (await readForCopy(context.db, definition, bytes, { filename, sheet, ...options })).report;
}

/** SU26: registers of the site's pages that wait for their rows, and that this table doubles. */
async function doubledBy(table: WizardTable, { db, site }: SignedIn): Promise<DoubledRegister[]> {
  const [states, channels] = await Promise.all([listRegisterStates(db, 'now'), channelsByRegister(site)]);
  const empty = [...site.registers.values()].filter(
    ({ register }) =>
      channels.has(register) && !isAbsent(register, site.map) && (states.get(register)?.rowCount ?? 0) === 0,
  );
  return doubledRegisters(table, empty).map(({ definition: { register, title }, shared }) => ({
    register,
    title,
    channelIds: [...channels.get(register)!],
    shared,
  }));
}

const titleOf = ({ channel }: WizardPlan): string => `新建栏目：${channel.name.trim()}`.slice(0, 200).toWellFormed();

/** Places of the wizard for the problems that the publication would refuse. */
function placed(problems: readonly EditionProblem[], changes: readonly Change[]): WizardProblem[] {
  const places = new Map<number | null, [WizardStep, string]>([
    [null, ['channel', '']],
    ...writtenOf(channel, changes).map(({ at }): [number, [WizardStep, string]] => [at, ['channel', '']]),
    ...writtenOf(article, changes).map(({ at }): [number, [WizardStep, string]] => [at, ['content', '']]),
  ]);
  return problems.slice(0, 50).map(({ change, message }) => {
    const [step, field] = places.get(change) ?? ['fields', 'table'];
    return { step, field: fieldIn(message, field), message };
  });
}

/** Message about the field of a channel's problem. */
const fieldIn = (message: string, field: string): string =>
  /地址/.test(message)
    ? 'url'
    : /上级/.test(message)
      ? 'parentId'
      : /名称/.test(message)
        ? 'name'
        : /责任部门/.test(message)
          ? 'department'
          : field;

/** The wizard of new channels. A large table never travels through the browser: calls name the stored file. */
export const wizardCalls = {
  /** 2015 with data.reason where the file is no table */
  'GET /wizard/table': consoleCall({
    summary: '从上传的表格推断登记表的定义',
    answer: as<TableProposal & { doubled: DoubledRegister[] }>(),
    params: {
      ...file,
      dataRows: withDefault('', text({ maxLength: 8_000, description: '像合计或附注、实为数据的行' })),
    },
    policy: { anywhere: 'channel.change' },
    handle: async ({ filepath, filename, sheet, fillMerged, dataRows }, context) => {
      const proposal = await queue.run(
        context.user.staffId,
        async () =>
          orInvalidFile(
            proposeTable(await bytesOf(filepath, context), filename, {
              sheet,
              fillMerged,
              answers: answersOfDataRows(dataRows),
              today: today(),
              open: (read) => tops.whole(filepath, sheet, read),
            }),
          ),
        { gone: context.gone },
      );
      return { ...proposal, doubled: await doubledBy(proposal.table, context) };
    },
  }),
  /** problems of the table definition and of the first rows checked against it; all: of all rows */
  'POST /wizard/table': consoleCall({
    summary: '按修改后的定义检查表格',
    answer: as<TableCheck>(),
    params: {
      ...file,
      answers: answers,
      table,
      all: withDefault(false, flag({ description: '检查全部行' })),
    },
    bodyLimit: MOST_BYTES,
    policy: { anywhere: 'channel.change' },
    handle: async (
      { filepath, filename, sheet, fillMerged, leaveNotes, answers: givenAnswers, table, all },
      context,
    ) => {
      assertForm(tableStructure, table);
      const problems = tableProblems(table);
      const bytes = await bytesOf(filepath, context);
      // the look says nothing about the cells
      if (problems.some(({ step }) => step === 'fields'))
        return { problems, misfits: [], misfitCount: 0, checkedRows: 0, report: null };
      const open: OpenSheet = (read) => (all ? tops.whole(filepath, sheet, read) : tops.first(filepath, sheet, read));
      // a correction makes those before it that still wait needless
      const read = await queue.run(
        context.user.staffId,
        () =>
          orInvalidFile(
            readTable(
              { bytes, filename, sheet, fillMerged, leaveNotes, answers: givenAnswers, open },
              table,
              'register',
            ),
          ),
        all ? {} : { what: filepath },
      );
      return {
        problems: [
          ...problems,
          ...problemWords(read.report).map((message): WizardProblem => ({ step: 'file', field: 'file', message })),
        ],
        ...misfitsOf(read.report),
        checkedRows: read.report.rowsRead,
        report: reportView(read.report, table.columns),
      };
    },
  }),
  /**
   * the file with the cells marked that are wrong by `table`, or by the register that `copyOf`, a channel, shows; 2015 as
   * above
   */
  'POST /wizard/errors.xlsx': consoleCall({
    summary: '标出错误的文件',
    answer: as<AnsweredFile>(),
    params: {
      ...file,
      answers: answers,
      table: optional(table),
      copyOf: optional(text({ maxLength: 64, description: '要复制的栏目' })),
    },
    bodyLimit: MOST_BYTES,
    policy: { anywhere: 'channel.change' },
    handle: async (
      { filepath, filename, sheet, fillMerged, leaveNotes, answers: givenAnswers, table, copyOf },
      context,
    ) => {
      const bytes = await bytesOf(filepath, context);
      const named = `${bareFilename(filename)}-错误标注.xlsx`;
      const body = await queue.run(
        context.user.staffId,
        () =>
          orInvalidFile(
            (async () =>
              errorsWorkbook(
                bytes,
                filename,
                await reportOf(
                  { bytes, filename, sheet, fillMerged, leaveNotes, answers: givenAnswers, table, copyOf },
                  context,
                ),
              ))(),
          ),
        { gone: context.gone },
      );
      return new FileAnswer(named, XLSX, body);
    },
  }),
  /** content that a copy of this channel would take over */
  'GET /wizard/copy': consoleCall({
    summary: '一个栏目有哪些内容可以复制到新栏目',
    answer: as<Copyable>(),
    params: { channelId: text({ maxLength: 64, description: '栏目' }) },
    policy: { right: 'content.read', of: async ({ channelId }) => [channelId] },
    handle: async ({ channelId }, { db, site }) => {
      if (!site.channel(channelId)) throw new Refused('unknownChannel');
      const { registers, page } = await copyableOf(db, site, channelId);
      return {
        registers: registers.map(({ register, title, fields, columns }) => ({
          register,
          title,
          columns: [...new Set([...columns, ...Object.keys(fields)])].map((name) => fields[name]!.title),
        })),
        hasPage: page !== null,
      };
    },
  }),
  /** everything that keeps it from being sent, and what it would look like */
  'POST /wizard/review': consoleCall({
    summary: '检查新栏目，给出预览',
    answer: as<WizardReview>(),
    params: { plan, editionId: optional(editionId) },
    bodyLimit: MOST_BYTES,
    policy: { anywhere: 'channel.change' },
    handle: async ({ plan: given, editionId: own }, context) => {
      const { plan, changes, problems, rows, report = null } = await changesOfPlan(given, own, context);
      const answer = {
        previewId: '',
        path: `/${plan.channel.url.trim()}`,
        changes: changeWords(changes, plan),
        warnings: reviewWarnings(changes, context.site),
        rows,
        report,
        findings: [],
      };
      if (problems.length > 0) return { ...answer, problems };
      const draft = await draftOf(plan, changes, context);
      const found = placed(await checkEdition(context.publishContext, draft), changes);
      if (found.length > 0) return { ...answer, problems: found };
      const { findings } = await findFindings(context.publishContext, draft);
      const previewId = await storePreview(context.db, context.user.staffId, draft.changes);
      return { ...answer, problems: [], findings, previewId };
    },
  }),
  /** the wizard's input of an edition; 1004 when the edition was changed elsewhere since */
  'GET /wizard/plan': consoleCall({
    summary: '由向导建成的稿件当时的填写',
    answer: as<{ plan: WizardPlan; version: number }>(),
    params: { editionId },
    policy: { right: 'content.write', of: ofEdition },
    handle: async ({ editionId: id }, { db }) => {
      const { version: newest } = await getEdition(db, id);
      const plan = await findPlan(db, id, newest);
      if (!plan) throw new Refused('notFound', '这份稿件不是由向导建成的，或者之后在别处改过，请在稿件中查看');
      return { plan, version: newest };
    },
  }),
  /**
   * Created, or saved again at `version`, and sent for review in one act; 2024 and 2015 tell what keeps it
   */
  'POST /wizard/send': consoleCall({
    summary: '新建栏目的稿件并提交审核',
    answer: as<MadeEdition>(),
    params: {
      plan,
      note: withDefault('', text({ maxLength: 2_000, description: '给审核人的说明' })),
      reasons: optional(reasons),
      editionId: optional(editionId),
      version: optional(version),
    },
    bodyLimit: MOST_BYTES,
    policy: { anywhere: 'channel.change' },
    handle: async ({ plan: given, note, reasons: stated, editionId: own, version: begun }, context) => {
      const again = own !== undefined && begun !== undefined ? { editionId: own, version: begun } : undefined;
      if (again) await authorize({ right: 'content.write', of: ofEdition }, again, context);
      const { plan, changes, problems } = await changesOfPlan(given, own, context);
      if (problems.length > 0) throw new Refused('invalidInput', problems[0]!.message, { problems });
      const draft = await draftOf(plan, changes, context);
      const sent = await createSubmitted(context.publishContext, context.site, context.actor, draft, {
        note,
        again,
        reasons: stated,
      });
      await storePlan(context.db, sent.editionId, sent.version, plan);
      return sent;
    },
  }),
};

/** @throws Refused rightMissing where the person may not do all of it there */
const draftOf = (plan: WizardPlan, changes: Change[], context: SignedIn): Promise<Draft> =>
  readOwnDraft({ title: titleOf(plan), changes }, {}, context);
