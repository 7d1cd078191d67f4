import { isObject } from '#rules/json/json.ts';
import type { AnsweredFile, Paged } from '#wire/console-answers.ts';
import type { MadeEdition } from '#wire/edition-answers.ts';
import type {
  FoundImport,
  ListedRow,
  RegisterFacts as ShownRegister,
  RegisterLine,
  RowHistory,
  RegisterField,
} from '#wire/register-answers.ts';
import { as, flag, integer, list, object, optional, record, text } from '#page/schema-words.ts';
import { choicesOf, filterViews, type RegisterFacts as Facts } from '#page/register-view.ts';
import type { FieldDefinition, RegisterDefinition } from '#page/register-schema.ts';
import { readDay } from '#rules/registers/read-condition.ts';
import { SITE_BASE } from '#wire/paths.ts';
import { checkRegister } from '#page/check-register.ts';
import { registerProblemInWords } from '#page/problem-in-words.ts';
import { pagingParams, allowedPageSize } from '../api/define-call.ts';
import { readQuestion } from '../api/register-question-params.ts';
import { KEY_SEPARATOR } from '../store/rows/check-rows.ts';
import { findRowsToEdit, type Labels } from '../store/rows/find-rows-to-edit.ts';
import { listRowHistory } from '../store/rows/row-history.ts';
import { readRegisterInBatches } from '../store/rows/read-register-in-batches.ts';
import { textProblem } from '../store/publication/storable.ts';
import type { Db } from '../db/tables.ts';
import type { Draft } from '../editions/draft/draft-changes.ts';
import { publicRevisions } from '../editions/publish/public-revisions.ts';
import { Refused } from '../errors.ts';
import { FairQueue } from '../http/fair-queue.ts';
import { publicReferences } from '../registers/import/references.ts';
import { importTemplate } from '../registers/import/template.ts';
import { amendedDefinition, definitionIn } from '../registers/editions/amend-definition.ts';
import { beginImport, type ImportInput } from '../registers/editions/begin-import.ts';
import { findImport, getImport, importErrors } from '../registers/editions/find-import.ts';
import { importEdition } from '../registers/editions/import-edition.ts';
import { channelsByRegister, listRegisters } from '../registers/editions/list-registers.ts';
import { findMisfitKeys, publicRowChecker } from '../registers/row-problems.ts';
import { authorize, reachOf } from './authorize.ts';
import { consoleCall, FileAnswer, type SignedIn } from './define-console-call.ts';
import { assertMaySee } from './file-rights.ts';
import { assertMayDraft, assertMayWrite, editionId, ofEdition, ofVersion, version } from './edition-rights.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const register = text({ maxLength: 100, description: '登记表的名称' });
const importId = integer({ minimum: 1, maximum: 2_147_483_647, description: '导入的编号' });
export const broughtBy = integer({ minimum: 1, maximum: 2_147_483_647, description: '带来这个登记表的稿件' });
export const facts = {
  dataDate: text({ maxLength: 10, description: '数据日期' }),
  department: text({ maxLength: 100, description: '责任部门' }),
};
export const target = object({ editionId, version }, { description: '改在这份稿件里' });

const unknown = (name: string): Refused =>
  new Refused('unknownRegister', `没有名为“${String(name).slice(0, 60)}”的登记表`);

/** @throws Refused unknownRegister */
export function getDefinition({ site }: SignedIn, name: string): RegisterDefinition {
  const definition = site.registers.get(name ?? '');
  if (!definition) throw unknown(name);
  return definition;
}

/**
 * ED4: as an edition makes it where the edition brings it, else as it is public.
 * @throws Refused unknownRegister, unknownEdition, rightMissing
 */
export async function definitionFor(
  { register: name, editionId: id }: OfRegister,
  context: SignedIn,
): Promise<RegisterDefinition> {
  if (id === undefined) return getDefinition(context, name);
  await authorize(
    { right: 'content.read', of: () => ofEdition({ editionId: id }, context) },
    { editionId: id },
    context,
  );
  return (await definitionIn(context.db, id, name)) ?? getDefinition(context, name);
}

interface OfRegister {
  register: string;
  /** edition that may bring the register, which nobody else sees yet */
  editionId?: number | undefined;
}

/** The channels that show a register; of one that is not public those of the edition that brings it. */
const channelsOf = async (
  { register: name, editionId: id }: OfRegister,
  context: SignedIn,
): Promise<readonly string[]> => {
  if (!context.site.registers.has(name) && id !== undefined) {
    if (!(await definitionIn(context.db, id, name))) throw unknown(name);
    return ofEdition({ editionId: id }, context);
  }
  getDefinition(context, name);
  const shown = (await channelsByRegister(context.site)).get(name) ?? [];
  return shown.length > 0 ? shown : [''];
};
export const ofRegister = (of: OfRegister, context: SignedIn) => channelsOf(of, context);
const ofImport = async ({ importId: id }: { importId: number }, context: SignedIn) => {
  const { register: name, amendment: added } = await getImport(context.db, id);
  const own = await channelsOf({ register: name, editionId: added?.editionId }, context);
  // the definition is the one that the edition brings
  return added?.editionId === undefined ? own : [...own, ...(await ofEdition({ editionId: added.editionId }, context))];
};

/** @throws Refused rightMissing */
export const mayWrite =
  (params: object, context: SignedIn) =>
  (draft: Draft): Promise<void> =>
    assertMayWrite(draft, params, context);

/** Begins to check a file; how far it is stands with the import. */
async function begin(
  input: Omit<ImportInput, 'known'>,
  { db, actor, filesDir, site, rendering, publishContext }: SignedIn,
): Promise<{ importId: number }> {
  const { importId: id, done } = await beginImport(
    { db, actor, filesDir, ...(publishContext.runInWorker && { runInWorker: publishContext.runInWorker }) },
    { ...input, known: [...site.registers.values()] },
  );
  done.catch((error: unknown) => rendering.log.error({ err: error, import: id }, 'an import could not be checked'));
  return { importId: id };
}

/** @throws Refused rightMissing, unknownEdition */
const assertMayReplace = (id: number, context: SignedIn): Promise<unknown> =>
  authorize({ right: 'content.write', of: () => ofEdition({ editionId: id }, context) }, { editionId: id }, context);

/** The definition that the edition brings whose rows a file shall replace. @throws Refused rightMissing, unknownEdition */
async function ownOf(id: number, name: string, context: SignedIn): Promise<RegisterDefinition | undefined> {
  await assertMayReplace(id, context);
  return definitionIn(context.db, id, name);
}

const amendment = object(
  {
    editionId: optional(editionId),
    fillMerged: optional(flag()),
    leaveNotes: optional(flag()),
    answers: optional(record(text({ maxLength: 20 }), { maxProperties: 1000 })),
    choices: optional(record(list(text({ minLength: 1, maxLength: 60 }), { maxItems: 100 }))),
    columns: optional(
      list(object({ title: text({ minLength: 1, maxLength: 60 }), isPublic: flag() }), { maxItems: 20 }),
    ),
  },
  { description: '增加的选项和列，以及合并单元格、合计行怎样处理' },
);

/** Each holds a connection while it asks for another. */
const making = new FairQueue({ most: 2, ofOne: 3 });
/** Each holds a whole workbook. */
const marking = new FairQueue({ most: 1, ofOne: 3 });

/**
 * Registers: found, looked through, and imported. What is imported becomes an edition, whose rows stay on the server.
 */
export const registerCalls = {
  /** registers of the channels for which the person has a role */
  'GET /registers': consoleCall({
    summary: '登记表',
    answer: as<RegisterLine[]>(),
    policy: { anywhere: 'content.read' },
    handle: async (_params, context) => {
      const reach = reachOf(context, 'content.read');
      const channels = await channelsByRegister(context.site);
      const mine = [...context.site.registers.values()].filter(
        ({ register: name }) => reach === null || (channels.get(name) ?? []).some((id) => reach.includes(id)),
      );
      return listRegisters(context.db, context.site, mine, reach);
    },
  }),
  'GET /registers/:register': consoleCall({
    summary: '一个登记表的定义和现状',
    answer: as<ShownRegister>(),
    params: { register, editionId: optional(broughtBy) },
    policy: { right: 'content.read', of: ofRegister },
    handle: async ({ register: name, editionId: id }, context) => {
      const { db, site } = context;
      // a public register is described as it is public
      const definition = site.registers.get(name) ?? (await definitionFor({ register: name, editionId: id }, context));
      const { key, fields, columns, restrictedBy, verify, countWord = '条' } = definition;
      const [line] = await listRegisters(db, site, [definition], reachOf(context, 'content.read'));
      const [shown = ''] = line!.channelIds;
      return {
        ...line!,
        key,
        fields: Object.fromEntries(
          Object.entries(fields).map(([field, known]) => [field, withChoices(known, site.map.facts)]),
        ),
        columns,
        ...(restrictedBy !== undefined && { restrictedBy }),
        ...(verify && { verify: { show: verify.show } }),
        countWord,
        filters: filterViews(definition, site.map.facts),
        path: shown === '' ? '' : `${SITE_BASE}${site.channelPath(shown)}`,
        mark: (await publicRevisions(db, [`rows:${name}`]))[`rows:${name}`]!,
      };
    },
  }),
  /**
   * public rows with all fields. Filters: JSON of the register's own filters by name. Words: in any field, or in
   * `field` alone. Sort: a field, '-' before it for descending. Misfit: only rows that no longer fit the definition.
   * Since: yyyy-mm-dd, or 'last' for the last publication that changed a row
   */
  'GET /registers/:register/rows': consoleCall({
    summary: '公开的数据行',
    answer: as<Paged<ListedRow>>(),
    params: {
      register,
      filters: optional(text({ maxLength: 2000, description: '筛选条件，JSON' })),
      words: optional(text({ maxLength: 200, description: '在各列中查找的文字' })),
      field: optional(text({ maxLength: 40, description: '只在这一列中查找' })),
      sort: optional(text({ maxLength: 41, description: '排序的列，前加 - 为降序' })),
      misfit: optional(flag({ description: '只列出不再符合定义的行' })),
      since: optional(
        text({ maxLength: 10, description: '只列出这一天（yyyy-mm-dd）起改动过的行，last 为最近一次改动' }),
      ),
      ...pagingParams,
    },
    policy: { right: 'content.read', of: ofRegister },
    handle: async ({ register: name, filters, pageNum, pageSize, ...query }, context) => {
      const { db, site } = context;
      const definition = getDefinition(context, name);
      const labels = labelsOf(definition, site.map.facts);
      const misfits =
        query.misfit === true
          ? await site.remember(`misfits ${name}`, () => findMisfitKeys(db, definition, labels))
          : null;
      const { rows, total } = await findRowsToEdit(
        db,
        definition,
        {
          filters: readQuestion(definition, readFilters(filters), site.map.facts).filters,
          words: query.words ?? '',
          field: readField(definition, 'field', query.field),
          sort: readField(definition, 'sort', query.sort),
          keys: misfits,
          since: readSince(query.since),
        },
        labels,
        { pageNum, pageSize: allowedPageSize(pageSize) },
      );
      const problemsOf = publicRowChecker(definition, labels);
      return {
        total,
        list: rows.map(({ key, data, changedAt }) => ({
          key: key.split(KEY_SEPARATOR),
          row: data,
          changedAt: changedAt.toISOString(),
          problems: problemsOf(data),
        })),
      };
    },
  }),
  /** changes of a row by publications, newest first; key: JSON of the key's values */
  'GET /registers/:register/row-history': consoleCall({
    summary: '一行数据的变更记录',
    answer: as<RowHistory>(),
    params: { register, key: text({ maxLength: 2000, description: '主键各列的值，JSON' }) },
    policy: { right: 'content.read', of: ofRegister },
    handle: async ({ register: name, key }, { db }) => {
      const values = readJson(key, 'key');
      if (!isTexts(values)) throw new Refused('badParameter', '参数 key 应为 JSON 数组，每项是一个主键列的值');
      const { events, more } = await listRowHistory(db, name, values);
      const [newest] = events;
      if (!newest) throw new Refused('notFound', '这个登记表没有过这一行');
      const editions = await editionsOf(
        db,
        events.map(({ no }) => no),
      );
      return {
        row: newest.after,
        events: events.map(({ at, ...event }) => ({
          ...event,
          at: at.toISOString(),
          editionId: editions.get(event.no) ?? null,
        })),
        more,
      };
    },
  }),
  /** a workbook to fill in */
  'GET /registers/:register/template.xlsx': consoleCall({
    summary: '导入用的空白模板',
    answer: as<AnsweredFile>(),
    params: { register, editionId: optional(broughtBy) },
    policy: { right: 'content.read', of: ofRegister },
    handle: async (of, context) => {
      const definition = await definitionFor(of, context);
      return new FileAnswer(
        `${definition.title}-模板.xlsx`,
        XLSX,
        (await importTemplate(definition, publicReferences(context.db))).workbook,
      );
    },
  }),
  /** the same with all public rows in it, columns that visitors do not see included */
  'GET /registers/:register/rows.xlsx': consoleCall({
    summary: '现有数据，可以改后再导入',
    answer: as<AnsweredFile>(),
    params: { register },
    policy: { right: 'content.read', of: ofRegister },
    handle: async ({ register: name }, context) => {
      const { db, site } = context;
      const definition = getDefinition(context, name);
      const { facts: known } = site.map;
      const reading = await readRegisterInBatches(db, 'now', definition, readQuestion(definition, {}, known));
      const { workbook } = await importTemplate(definition, publicReferences(db), {
        facts: known,
        batches: reading.batches(),
      });
      return new FileAnswer(`${definition.title}-现有数据.xlsx`, XLSX, workbook);
    },
  }),
  /** begins to check a stored file; how far it is: GET /imports/:importId */
  'POST /registers/:register/imports': consoleCall({
    summary: '检查一个文件',
    answer: as<{ importId: number }>(),
    params: {
      register,
      filepath: text({ maxLength: 100, description: '已上传文件的路径' }),
      filename: text({ maxLength: 200, description: '文件名' }),
      editionId: optional({ ...editionId, description: '文件将替换这份稿件的数据行' }),
    },
    policy: { right: 'content.write', of: ofRegister },
    handle: async ({ register: name, filepath, filename, editionId: into }, context) => {
      const wrong = textProblem(filename);
      if (wrong) throw new Refused('badParameter', `文件名${wrong}`);
      await assertMaySee(filepath, context);
      const own = into === undefined ? undefined : await ownOf(into, name, context);
      const definition = own ?? getDefinition(context, name);
      return begin({ definition, filepath, filename, ...(own && { amendment: { editionId: into! } }) }, context);
    },
  }),
  'GET /imports/:importId': consoleCall({
    summary: '文件检查的进度和结果',
    answer: as<FoundImport>(),
    params: { importId },
    policy: { right: 'content.read', of: ofImport },
    handle: ({ importId: id }, { db, site }) => findImport(db, site, id),
  }),
  /** checks the file of an import once more, as if its definition had more choices or columns */
  'POST /imports/:importId/amendment': consoleCall({
    summary: '增加选项或列，或改变文件的读法后，重新检查文件',
    answer: as<{ importId: number }>(),
    params: { importId, amendment },
    policy: { right: 'content.write', of: ofImport },
    handle: async ({ importId: id, amendment: added }, context) => {
      const { register: name, filepath, filename } = await getImport(context.db, id);
      if (added.editionId !== undefined) await assertMayReplace(added.editionId, context);
      const definition = await amendedDefinition(context.db, context.site, name, added);
      const { problems } = checkRegister(definition);
      if (problems.length > 0)
        throw new Refused('invalidInput', registerProblemInWords(problems[0]!, definition), { field: 'amendment' });
      return begin({ definition, filepath, filename, amendment: added }, context);
    },
  }),
  'GET /imports/:importId/errors.xlsx': consoleCall({
    summary: '标出错误的文件',
    answer: as<AnsweredFile>(),
    params: { importId },
    policy: { right: 'content.read', of: ofImport },
    handle: async ({ importId: id }, context) => {
      const { filename, body } = await marking.run(
        context.user.staffId,
        () => importErrors(context.db, context.filesDir, context.site, id),
        { gone: context.gone },
      );
      return new FileAnswer(filename, XLSX, body);
    },
  }),
  /** the rows of a checked file as an edition; 2015 with data.field where something is missing */
  'POST /imports/:importId/edition': consoleCall({
    summary: '把检查通过的文件保存为稿件',
    answer: as<MadeEdition>(),
    params: {
      importId,
      ...facts,
      confirmRemoved: optional(integer({ minimum: 0, description: '确认将消失的行数' })),
      target: optional(target),
    },
    policy: { right: 'content.write', of: ofImport },
    handle: async ({ importId: id, ...input }, context) => {
      const { target: into } = input;
      if (into)
        await authorize({ right: 'content.write', of: () => ofVersion(into, context) }, { importId: id }, context);
      return making.run(context.user.staffId, () =>
        importEdition(context.db, context.site, context.actor, id, input, (draft) =>
          assertMayDraft(draft, { importId: id }, context),
        ),
      );
    },
  }),
};

/** Rows that a reference may name, as choices. */
function withChoices({ reference, ...field }: FieldDefinition, { options }: Facts): RegisterField {
  if (!reference) return field;
  const rows = (options.get(reference.register) ?? []).filter(({ row }) =>
    Object.entries(reference.where ?? {}).every(([name, value]) => String(row[name] ?? '') === value),
  );
  return {
    ...field,
    reference: { register: reference.register, label: reference.label },
    choices: Object.fromEntries(rows.map(({ key, row }) => [key, String(row[reference.label] ?? key)])),
  };
}

/** Editions that became publications, by number. */
async function editionsOf(db: Db, numbers: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('edition')
    .select(['edition_id', 'published_in'])
    .where('published_in', 'in', [...numbers])
    .execute();
  return new Map(rows.map(({ edition_id, published_in }) => [published_in!, edition_id]));
}

/** Names of the fields of a definition are the only ones that a query may hold. @throws Refused badParameter */
function readField({ fields }: RegisterDefinition, name: string, value = ''): string {
  if (value !== '' && !Object.hasOwn(fields, name === 'sort' ? value.replace(/^-/, '') : value))
    throw new Refused('badParameter', `参数 ${name} 应为本表的列：${Object.keys(fields).join('、')}`);
  return value;
}

/** From the beginning of that day in Shanghai. @throws Refused badParameter */
function readSince(text = ''): Date | 'last' | null {
  if (text === '' || text === 'last') return text || null;
  const day = readDay(text);
  if (day === null) throw new Refused('badParameter', '参数 since 应为日期（如 2026-01-31）或 last');
  return new Date(`${day}T00:00:00+08:00`);
}

/** Labels for the stored values of choices and references, by field. */
function labelsOf({ fields }: RegisterDefinition, facts: Facts): Labels {
  return new Map(
    Object.entries(fields).flatMap(([name, field]) => {
      const choices = choicesOf(field, facts);
      return choices ? [[name, choices] as const] : [];
    }),
  );
}

function readFilters(text: string | undefined): Record<string, string> {
  const given = text === undefined ? {} : readJson(text, 'filters');
  if (!isObject(given) || !isTexts(Object.values(given)))
    throw new Refused('badParameter', '参数 filters 应为 JSON 对象，每个值是一个条件');
  return given as Record<string, string>;
}

const isTexts = (values: unknown): values is string[] =>
  Array.isArray(values) && values.every((value) => typeof value === 'string' && textProblem(value) === null);

function readJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refused('badParameter', `参数 ${name} 不是有效的 JSON`);
  }
}
