import { filterViews, type RegisterFacts as Facts } from '#page/register-view.ts';
import type { FieldDefinition, RegisterDefinition } from '#page/register-schema.ts';
import type { RegisterCalls } from '#wire/console-calls.ts';
import { SITE_BASE } from '#wire/paths.ts';
import type { RegisterField } from '#wire/register-answers.ts';
import { pagingParams } from '../api/define-call.ts';
import { readQuestion } from '../api/register-question-params.ts';
import { KEY_SEPARATOR } from '../store/check-rows.ts';
import { findCommonPieces, listRegisterRows } from '../store/list-register-rows.ts';
import { textProblem } from '../store/storable.ts';
import type { Draft } from '../editions/draft-changes.ts';
import { publicRevisions } from '../editions/public-revisions.ts';
import { Refused } from '../errors.ts';
import { FairQueue } from '../http/fair-queue.ts';
import { publicReferences } from '../registers/import/references.ts';
import { importTemplate } from '../registers/import/template.ts';
import { checkRegister } from '#page/check-register.ts';
import { registerProblemInWords } from '#page/problem-in-words.ts';
import { amendDefinition } from '../registers/editions/amend-definition.ts';
import { beginImport, type ImportInput } from '../registers/editions/begin-import.ts';
import { findImport, getImport, importErrors } from '../registers/editions/find-import.ts';
import { importEdition } from '../registers/editions/import-edition.ts';
import { channelsByRegister, listRegisters } from '../registers/editions/list-registers.ts';
import { authorize, reachOf } from './authorize.ts';
import { consoleCall, FileAnswer, type Answers, type SignedIn } from './define-console-call.ts';
import { assertMaySee } from './file-rights.ts';
import { assertMayDraft, assertMayWrite, editionId, ofVersion, version } from './edition-rights.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const register = { type: 'string', maxLength: 100, description: '登记表的名称' };
const importId = { type: 'integer', minimum: 1, maximum: 2_147_483_647, description: '导入的编号' };
export const facts = {
  dataDate: { type: 'string', maxLength: 10, description: '数据日期' },
  department: { type: 'string', maxLength: 100, description: '责任部门' },
};
export const target = {
  type: 'object',
  required: ['editionId', 'version'],
  properties: { editionId, version },
  additionalProperties: false,
  description: '改在这份稿件里',
};

/** @throws Refused unknownRegister */
export function getDefinition({ site }: SignedIn, name: string): RegisterDefinition {
  const definition = site.registers.get(name ?? '');
  if (!definition) throw new Refused('unknownRegister', `没有名为“${String(name).slice(0, 60)}”的登记表`);
  return definition;
}

const channelsOf = async (name: string, context: SignedIn): Promise<readonly string[]> => {
  getDefinition(context, name);
  const shown = (await channelsByRegister(context.site)).get(name) ?? [];
  return shown.length > 0 ? shown : [''];
};
export const ofRegister = ({ register: name }: { register: string }, context: SignedIn) => channelsOf(name, context);
const ofImport = async ({ importId: id }: { importId: number }, context: SignedIn) =>
  channelsOf((await getImport(context.db, id)).register, context);

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

const amendment = {
  type: 'object',
  additionalProperties: false,
  properties: {
    choices: {
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 60 }, maxItems: 100 },
    },
    columns: {
      type: 'array',
      maxItems: 20,
      items: {
        type: 'object',
        required: ['title', 'isPublic'],
        additionalProperties: false,
        properties: { title: { type: 'string', minLength: 1, maxLength: 60 }, isPublic: { type: 'boolean' } },
      },
    },
  },
  description: '增加的选项和列',
};

/** Each holds a connection while it asks for another. */
const making = new FairQueue({ most: 2, ofOne: 3 });
/** Each holds a whole workbook. */
const marking = new FairQueue({ most: 1, ofOne: 3 });

/**
 * Registers: found, looked through, and imported. What is imported becomes an edition, whose rows stay on the server.
 */
export const registerCalls: Answers<RegisterCalls> = {
  'GET /registers': consoleCall({
    summary: '登记表',
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
    params: { register },
    policy: { right: 'content.read', of: ofRegister },
    handle: async ({ register: name }, context) => {
      const { db, site } = context;
      const definition = getDefinition(context, name);
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
  'GET /registers/:register/rows': consoleCall({
    summary: '公开的数据行',
    params: { register, filters: { type: 'string', maxLength: 2000, description: '筛选条件，JSON' }, ...pagingParams },
    policy: { right: 'content.read', of: ofRegister },
    handle: async ({ register: name, filters, pageNum, pageSize }, context) => {
      const { db, site } = context;
      const definition = getDefinition(context, name);
      const [line] = await listRegisters(db, site, [definition], null);
      const common = await site.remember(`common ${name}`, () => findCommonPieces(db, name));
      const { rows, total, more } = await listRegisterRows(
        db,
        'now',
        definition,
        readQuestion(definition, readFilters(filters), site.map.facts),
        { pageNum, pageSize: Math.min(pageSize, 100) },
        { rows: line!.rows, common },
        () => true,
      );
      return {
        total,
        more,
        list: rows.map((row) => ({ key: definition.key.map((field) => String(row[field] ?? '')), row })),
      };
    },
  }),
  'GET /registers/:register/row': consoleCall({
    summary: '一行数据的全部字段',
    params: { register, key: { type: 'string', maxLength: 2000, description: '主键各列的值，JSON' } },
    required: ['key'],
    policy: { right: 'content.read', of: ofRegister },
    handle: async ({ register: name, key }, { db }) => {
      const values = readJson(key, 'key');
      if (!isTexts(values)) throw new Refused('badParameter', '参数 key 应为 JSON 数组，每项是一个主键列的值');
      const found = await db
        .selectFrom('register_row')
        .select('data')
        .where('register', '=', name)
        .where('key', '=', values.join(KEY_SEPARATOR))
        .where('public_to', 'is', null)
        .executeTakeFirst();
      if (!found) throw new Refused('notFound', '没有这一行，它可能已被删除');
      return { row: found.data };
    },
  }),
  'GET /registers/:register/template.xlsx': consoleCall({
    summary: '导入用的空白模板',
    params: { register },
    policy: { right: 'content.read', of: ofRegister },
    handle: async ({ register: name }, context) => {
      const definition = getDefinition(context, name);
      return new FileAnswer(
        `${definition.title}-模板.xlsx`,
        XLSX,
        (await importTemplate(definition, publicReferences(context.db))).workbook,
      );
    },
  }),
  'POST /registers/:register/imports': consoleCall({
    summary: '检查一个文件',
    params: {
      register,
      filepath: { type: 'string', maxLength: 100, description: '已上传文件的路径' },
      filename: { type: 'string', maxLength: 200, description: '文件名' },
    },
    required: ['filepath', 'filename'],
    policy: { right: 'content.write', of: ofRegister },
    handle: async ({ register: name, filepath, filename }, context) => {
      const wrong = textProblem(filename);
      if (wrong) throw new Refused('badParameter', `文件名${wrong}`);
      const definition = getDefinition(context, name);
      await assertMaySee(filepath, context);
      return begin({ definition, filepath, filename }, context);
    },
  }),
  'GET /imports/:importId': consoleCall({
    summary: '文件检查的进度和结果',
    params: { importId },
    policy: { right: 'content.read', of: ofImport },
    handle: ({ importId: id }, { db, site }) => findImport(db, site, id),
  }),
  'POST /imports/:importId/amendment': consoleCall({
    summary: '增加选项或列后，重新检查文件',
    params: { importId, amendment },
    required: ['amendment'],
    policy: { right: 'content.write', of: ofImport },
    handle: async ({ importId: id, amendment: added }, context) => {
      const { register: name, filepath, filename } = await getImport(context.db, id);
      const definition = amendDefinition(getDefinition(context, name), added);
      const { problems } = checkRegister(definition);
      if (problems.length > 0)
        throw new Refused('invalidInput', registerProblemInWords(problems[0]!, definition), { field: 'amendment' });
      return begin({ definition, filepath, filename, amendment: added }, context);
    },
  }),
  'GET /imports/:importId/errors.xlsx': consoleCall({
    summary: '标出错误的文件',
    params: { importId },
    policy: { right: 'content.read', of: ofImport },
    handle: async ({ importId: id }, context) => {
      const { register: name } = await getImport(context.db, id);
      const { filename, body } = await marking.run(
        context.user.staffId,
        () => importErrors(context.db, context.filesDir, getDefinition(context, name), id),
        { gone: context.gone },
      );
      return new FileAnswer(filename, XLSX, body);
    },
  }),
  'POST /imports/:importId/edition': consoleCall({
    summary: '把检查通过的文件保存为稿件',
    params: {
      importId,
      ...facts,
      confirmRemoved: { type: 'integer', minimum: 0, description: '确认将消失的行数' },
      target,
    },
    required: ['dataDate', 'department'],
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

function readFilters(text: string | undefined): Record<string, string> {
  const given = text === undefined ? {} : readJson(text, 'filters');
  if (typeof given !== 'object' || given === null || Array.isArray(given) || !isTexts(Object.values(given)))
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
