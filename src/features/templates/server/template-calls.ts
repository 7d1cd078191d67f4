import { article } from '#kinds/article/index.ts';
import { as, choice, flag, integer, object, optional, record as recordOf, text } from '#page/schema-words.ts';
import { rhythmProblem, type Rhythm } from '#rules/editions/rhythm.ts';
import { isSameJson } from '#rules/json/same-json.ts';
import { mayDo, mayDoSomewhere } from '#rules/people/staff-rights.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import { lineOf } from '#server/console-api/authorize.ts';
import { consoleCall, type SignedIn } from '#server/console-api/define-console-call.ts';
import type { Db } from '#server/db/tables.ts';
import { createEdition } from '#server/editions/draft/create-edition.ts';
import { readDraft } from '#server/editions/draft/draft-changes.ts';
import { Refused } from '#server/errors.ts';
import { record } from '#server/people/staff/audit.ts';
import { cleanHtml } from '#server/store/articles/clean-html.ts';
import { storedProblem } from '#server/store/publication/storable.ts';
import {
  fillTemplate,
  LONGEST,
  templateProblems,
  templateWord,
  valueProblem,
  type TemplateDocument,
} from '../template.ts';
import type { TemplateLine, TemplatePerson, TemplateView } from '../wire.ts';
import { getTemplate, goneIn, isShown, listTemplates, type StoredTemplate } from './stored-templates.ts';

/** Templates in use at once: they are few, and all are listed. */
const MOST_TEMPLATES = 500;

const templateId = integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: '模板编号' });
const version = integer({ minimum: 1, maximum: 1_000_000_000, description: '开始修改时的版本' });

const rhythm = object({
  every: choice(['week', 'month', 'quarter', 'year'], { description: '每周、每月、每季度、每年' }),
  month: integer({ minimum: 0, maximum: 12, description: '季度的第几个月，或几月；每周、每月为 0' }),
  day: integer({ minimum: 1, maximum: 31, description: '星期几，或几日，或第几个工作日' }),
  isWorking: flag({ description: '按工作日计' }),
});

const content = {
  name: text({ minLength: 1, maxLength: LONGEST.name, description: '模板名称' }),
  channelId: text({ minLength: 1, maxLength: 64, description: '栏目编号' }),
  document: templateWord,
  rhythm: optional(rhythm),
  staffId: optional(integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: '负责人的编号' })),
};

interface Given {
  name: string;
  channelId: string;
  document: TemplateDocument;
  rhythm?: Rhythm;
  staffId?: number;
}

/** A template whose channel is gone can be taken up by whoever has the right anywhere. */
const may = ({ user, site }: SignedIn, right: 'content.write' | 'channel.change', channelId: string): boolean =>
  site.channel(channelId) ? mayDo(user.grants, right, [lineOf(site, channelId)]) : mayDoSomewhere(user.grants, right);

/** Channel of a template and another, for a policy. Of one whose channel is gone the other alone counts, or none. */
async function ofTemplate(
  { templateId: id, channelId }: { templateId: number; channelId?: string },
  { db, site }: SignedIn,
): Promise<'anybody' | string[][]> {
  const { channel_id } = await getTemplate(db, id);
  const concerned = [
    ...(channelId === undefined ? [] : [channelId]),
    ...(site.channel(channel_id) ? [channel_id] : []),
  ];
  return concerned.length === 0 ? 'anybody' : [concerned];
}

const wrong = (field: string, message: string): Refused => new Refused('invalidInput', message, { field });

/** Templates of announcements that recur: tools of work, changed by whoever manages their channel (TP4). */
export const templateCalls = {
  'GET /templates': consoleCall({
    summary: '模板，限于可以撰写的栏目',
    answer: as<TemplateLine[]>(),
    policy: { anywhere: 'content.write' },
    handle: async (_params, context) =>
      (await listTemplates(context.db))
        .filter(({ channel_id }) => may(context, 'content.write', channel_id))
        .map((template) => lineOfTemplate(template, context)),
  }),
  'GET /templates/:templateId': consoleCall({
    summary: '一个模板',
    answer: as<TemplateView>(),
    params: { templateId },
    policy: { right: 'content.write', ofOne: ofTemplate },
    handle: async ({ templateId: id }, context) => {
      const template = await getTemplate(context.db, id);
      return {
        ...lineOfTemplate(template, context),
        version: template.version,
        document: template.document,
        staffId: template.staff_id,
        isChannelGone: !context.site.channel(template.channel_id),
      };
    },
  }),
  /** 2015 with data.field where something of it is wrong */
  'POST /templates': consoleCall({
    summary: '新建模板',
    answer: as<{ templateId: number }>(),
    params: content,
    policy: { right: 'channel.change', of: async ({ channelId }) => [channelId] },
    handle: async (given, context) => {
      const { db, actor, user } = context;
      const values = await valuesOf(given, context);
      return db.transaction().execute(async (trx) => {
        const { count } = await trx
          .selectFrom('article_template')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('removed_at', 'is', null)
          .executeTakeFirstOrThrow();
        if (Number(count) >= MOST_TEMPLATES) throw wrong('name', `已有 ${MOST_TEMPLATES} 个模板，请先删除不用的`);
        const { template_id } = await trx
          .insertInto('article_template')
          .values({
            ...values,
            proposed_to: shanghaiDate(Date.now()),
            changed_by: user.staffId,
            changed_at: new Date(),
          })
          .returning('template_id')
          .executeTakeFirstOrThrow();
        await record(trx, actor, 'template.save', { subject: `template:${template_id}`, facts: { name: values.name } });
        return { templateId: template_id };
      });
    },
  }),
  /** 2015 as above, and where somebody else has changed it meanwhile */
  'POST /templates/:templateId': consoleCall({
    summary: '修改模板',
    answer: as<{ templateId: number }>(),
    params: { templateId, version, ...content },
    policy: { right: 'channel.change', ofOne: ofTemplate },
    handle: async ({ templateId: id, version: begun, ...given }, context) => {
      const { db, actor, user } = context;
      const values = await valuesOf(given, context);
      const before = await getTemplate(db, id);
      const isSameRhythm = isSameJson(before.rhythm, given.rhythm ?? null);
      await db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('article_template')
          .set({
            ...values,
            version: begun + 1,
            changed_by: user.staffId,
            changed_at: new Date(),
            // another rhythm begins tomorrow
            ...(!isSameRhythm && { proposed_to: shanghaiDate(Date.now()) }),
          })
          .where('template_id', '=', id)
          .where('version', '=', begun)
          .where('removed_at', 'is', null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n)
          throw wrong('name', `模板已由${before.changed_by_name ?? '他人'}修改，请复制您的修改，打开模板后再改`);
        await record(trx, actor, 'template.save', { subject: `template:${id}`, facts: { name: values.name } });
      });
      return { templateId: id };
    },
  }),
  'DELETE /templates/:templateId': consoleCall({
    summary: '删除模板；按它写成的稿件不变',
    answer: as<null>(),
    params: { templateId },
    policy: { right: 'channel.change', ofOne: ofTemplate },
    handle: async ({ templateId: id }, { db, actor }) => {
      const { name } = await getTemplate(db, id);
      await db.transaction().execute(async (trx) => {
        await trx
          .updateTable('article_template')
          .set({ removed_at: new Date() })
          .where('template_id', '=', id)
          .execute();
        await record(trx, actor, 'template.remove', { subject: `template:${id}`, facts: { name } });
      });
      return null;
    },
  }),
  /** 2015 with data.field: the name of the field whose value does not fit, or channelId */
  'POST /templates/:templateId/use': consoleCall({
    summary: '用模板写成一份草稿；没有填的字段成为待填',
    answer: as<{ editionId: number }>(),
    params: {
      templateId,
      channelId: text({ minLength: 1, maxLength: 64, description: '栏目编号' }),
      values: recordOf(text({ maxLength: LONGEST.value }), { maxProperties: 40, description: '各字段的值' }),
    },
    policy: { right: 'content.write', ofOne: ofTemplate },
    handle: async ({ templateId: id, channelId, values }, context) => {
      const { db, site, actor } = context;
      const { document } = await getTemplate(db, id);
      if (!site.channel(channelId)) throw wrong('channelId', '栏目已不存在，请另选栏目');
      for (const field of document.fields) {
        const problem = valueProblem(field, (values[field.name] ?? '').trim());
        if (problem !== '') throw wrong(field.name, problem);
      }
      const made = fillTemplate(document, values, channelId);
      const title = `新文章：${made.title}`.slice(0, 200).toWellFormed();
      const draft = await readDraft({ title, changes: [{ kind: article.name, document: made }] });
      const { editionId } = await createEdition(db, site, actor, draft);
      return { editionId };
    },
  }),
  'GET /template-people': consoleCall({
    summary: '可以为栏目撰写内容的人',
    answer: as<TemplatePerson[]>(),
    params: { channelId: text({ minLength: 1, maxLength: 64, description: '栏目编号' }) },
    policy: { right: 'channel.change', of: async ({ channelId }) => [channelId] },
    handle: ({ channelId }, { db, site }) => writersOf(db, lineOf(site, channelId)),
  }),
};

/** People in use who may write for a channel, by name. @param line ids of the channel and of all above it */
async function writersOf(db: Db, line: readonly string[]): Promise<TemplatePerson[]> {
  const grants = await db
    .selectFrom('staff_grant')
    .innerJoin('staff', 'staff.staff_id', 'staff_grant.staff_id')
    .select(['staff.staff_id', 'staff.name', 'role', 'channel_id'])
    .where('ended_at', 'is', null)
    .where('state', '=', 'active')
    .where('is_program', '=', false)
    .orderBy('staff.name')
    .orderBy('staff.staff_id')
    .execute();
  const people = new Map<number, TemplatePerson>();
  for (const { staff_id, name, role, channel_id } of grants)
    if (mayDo([{ role, channelId: channel_id }], 'content.write', [line]))
      people.set(staff_id, { staffId: staff_id, name });
  return [...people.values()];
}

function lineOfTemplate(template: StoredTemplate, context: SignedIn): TemplateLine {
  return {
    templateId: template.template_id,
    name: template.name,
    channelId: template.channel_id,
    rhythm: template.rhythm,
    responsible: template.responsible ?? '',
    gone: goneIn(template, context.site),
    mayChange: may(context, 'channel.change', template.channel_id),
    changedBy: template.changed_by_name ?? '',
    changedAt: template.changed_at.toISOString(),
  };
}

/** Columns of a template that may be stored. @throws Refused invalidInput */
async function valuesOf({ name, channelId, document, rhythm: given, staffId }: Given, { db, site }: SignedIn) {
  if (name.trim() === '') throw wrong('name', '请填写模板的名称');
  if (!site.channel(channelId)) throw wrong('channelId', '栏目不存在，请另选栏目');
  const unstorable = storedProblem({ name, document });
  if (unstorable) throw wrong('name', `模板${unstorable}`);
  const [problem] = templateProblems(document);
  if (problem) throw wrong(problem.field, problem.message);
  const { register, fields } = document;
  if (register !== '' && !site.registers.has(register)) throw wrong('register', '登记表不存在，请另选登记表');
  for (const { name: field, type, column } of fields)
    if (type === 'column' && !isShown(site, register, column))
      throw wrong('fields', `字段“${field}”取自的列不存在，或不对所有访客公开`);
  const why = given ? rhythmProblem(given) : '';
  if (why !== '') throw wrong('rhythm', why);
  if (staffId !== undefined && !(await writersOf(db, lineOf(site, channelId))).some((one) => one.staffId === staffId))
    throw wrong('staffId', '负责人不能为这个栏目撰写内容，请另选一位');
  const { html } = await cleanHtml(document.content);
  return {
    name: name.trim(),
    channel_id: channelId,
    document: JSON.stringify({ ...document, content: html }),
    rhythm: given ? JSON.stringify(given) : null,
    staff_id: staffId ?? null,
  };
}
