import type { MadeEdition } from '#wire/edition-answers.ts';
import type { DefinitionFacts, DefinitionPlan } from '#wire/register-answers.ts';
import { as, list, optional, record as recordOf, text } from '#page/schema-words.ts';
import { someCell } from '#kinds/outer-words.ts';
import { publicRevisions } from '../editions/publish/public-revisions.ts';
import { record } from '../people/staff/audit.ts';
import { channelsByRegister, listRegisters } from '../registers/editions/list-registers.ts';
import { definitionEdition, planDefinition } from '../registers/editions/definition-edition.ts';
import { authorize } from './authorize.ts';
import { consoleCall } from './define-console-call.ts';
import { ofVersion } from './edition-rights.ts';
import { broughtBy, definitionFor, facts, mayWrite, ofRegister, register, target } from './register-calls.ts';

const given = {
  document: as<object>({ type: 'object', additionalProperties: true, description: '新的定义' }),
  fill: optional(recordOf(someCell, { description: '按字段，空着的格子填什么' })),
  values: optional(recordOf(recordOf(text({ maxLength: 1_000 })), { description: '按选项字段，原来的值改成什么' })),
  ended: optional(
    recordOf(list(text({ maxLength: 1_000 }), { maxItems: 200 }), {
      description: '按选项字段，原来的值中视为有离岗或结束标记的；不写则按公开的定义',
    }),
  ),
};

/** The definition of a register, changed together with its rows (RG23). */
export const definitionCalls = {
  'GET /registers/:register/definition': consoleCall({
    summary: '登记表的定义',
    answer: as<DefinitionFacts>(),
    params: { register, editionId: optional(broughtBy) },
    policy: { right: 'content.read', of: ofRegister },
    handle: async ({ register: name, editionId: id }, context) => {
      const { db, site } = context;
      const document = await definitionFor({ register: name, editionId: id }, context);
      const [line] = await listRegisters(db, site, [document], null);
      const shown = (await channelsByRegister(site)).get(name) ?? [];
      return {
        document,
        base: await publicRevisions(db, [`register:${name}`, `rows:${name}`]),
        // rows of the edition say theirs themselves
        dataDate: id === undefined ? line!.dataDate : '',
        department: line!.department,
        freshness: shown.map((channelId) => ({ channelId, freshness: site.channel(channelId)?.freshness ?? '' })),
      };
    },
  }),
  /** effect of a new definition; nothing is stored */
  'POST /registers/:register/definition-plan': consoleCall({
    summary: '新的定义会改变什么',
    answer: as<DefinitionPlan>(),
    params: { register, editionId: optional(broughtBy), ...given },
    policy: { right: 'page.change', of: ofRegister },
    handle: async ({ register: name, editionId: id, ...input }, context) => {
      const current = await definitionFor({ register: name, editionId: id }, context);
      return planDefinition(context.publishContext, current, input, id);
    },
  }),
  /**
   * a new definition with the rows as it makes them, as one edition; 2015 with data.problems. freshness: duties of
   * channels that show the register, by channel
   */
  'POST /registers/:register/definition-edition': consoleCall({
    summary: '把新的定义连同数据行保存为稿件',
    answer: as<MadeEdition>(),
    params: {
      register,
      editionId: optional(broughtBy),
      ...given,
      ...facts,
      base: optional(recordOf(text({ maxLength: 40 }), { description: '开始修改时公开内容的标记' })),
      freshness: optional(recordOf(text({ maxLength: 80 }), { description: '按显示它的栏目，更新要求改成什么' })),
      target: optional(target),
    },
    policy: { right: 'page.change', of: ofRegister },
    handle: async ({ register: name, editionId: id, ...input }, context) => {
      const { site, actor, db, publishContext } = context;
      const { target: into } = input;
      if (into)
        await authorize({ right: 'content.write', of: () => ofVersion(into, context) }, { register: name }, context);
      const made = await definitionEdition(
        publishContext,
        site,
        actor,
        await definitionFor({ register: name, editionId: id }, context),
        input,
        mayWrite({ register: name }, context),
      );
      await record(db, actor, 'register.definition', {
        subject: `register:${name}`,
        facts: { editionId: made.editionId },
      });
      return made;
    },
  }),
};
