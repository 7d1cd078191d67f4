import type {
  LegalText,
  Mentions,
  MissedSearch,
  OldAddressHit,
  ScriptChange,
  SettingLine,
  FieldProblem,
  Setting,
} from '#wire/console-answers.ts';
import { as, choice, list, object, optional, text } from '#page/schema-words.ts';
import { DoubledNameError, parseJson } from '#page/parse-json.ts';
import { brandSetting } from '#page/settings/brand.ts';
import { jsonExcess } from '#rules/json/json-size.ts';
import { isMoment } from '#rules/time/moment-text.ts';
import { searchWordsSetting, type SearchWords } from '#page/settings/search-words.ts';
import { readSettingValue } from '#kinds/setting/server/check-setting.ts';
import { legalSkeleton, type LegalName } from '#kinds/article/server/legal-skeletons.ts';
import { verifiedKinds } from '#page/public-content.ts';
import { siteSetting, type SiteSetting } from '#page/settings/site.ts';
import { marks } from './edition-rights.ts';
import { listOldAddressHits } from '../store/documents/old-address-hits.ts';
import { findSetting as findPublicSetting } from '../store/documents/find-setting.ts';
import { listMissed } from '../store/search/searches-in-vain.ts';
import { findMentions } from '../store/search/find-mentions.ts';
import { createEdition } from '../editions/draft/create-edition.ts';
import { createPlan } from '../editions/draft/create-plan.ts';
import { readDraft, type Draft } from '../editions/draft/draft-changes.ts';
import { publicRevisions } from '../editions/publish/public-revisions.ts';
import { LATEST } from '../editions/publish/schedule-edition.ts';
import { JSON_LIMITS } from '../api/json-body.ts';
import { Refused } from '../errors.ts';
import { pagesWith } from '../editions/page-schemas/list-page-schemas.ts';
import { brandSizeFaults } from '../editions/settings/brand-sizes.ts';
import { listLegalTexts } from '../editions/settings/legal-versions.ts';
import { listSettings } from '../editions/settings/list-settings.ts';
import { listOpenEditions } from '../editions/settings/open-editions.ts';
import { scriptChanges } from '../editions/settings/script-changes.ts';
import { settingFaults, settingOf } from '../editions/settings/setting-faults.ts';
import { reachOf } from './authorize.ts';
import { consoleCall, type SignedIn } from './define-console-call.ts';
import { readOwnDraft } from './own-draft.ts';

const name = text({ maxLength: 100, description: '设置的名称' });
const LEGAL: readonly LegalName[] = ['privacy', 'agreement', 'notice', 'accessibility'];

/** limit of a value: 20,000 old addresses with their new ones */
const MOST_CHARACTERS = 3_000_000;
/** More of them are counted, not listed. */
const MOST_MENTIONS = 20;

interface PlanStep {
  /** a time with zone; '' as soon as it is approved */
  at: string;
  value: unknown;
}

const definitionOf = (settingName: string) => {
  const definition = settingOf(settingName);
  if (!definition) throw new Refused('notFound', `没有名为“${settingName}”的设置`);
  return definition;
};

/** @throws Refused; counted as a body is, of which this is one text */
function readJson(text: string): unknown {
  const excess = jsonExcess(text, JSON_LIMITS);
  if (excess) throw new Refused(excess === 'depth' ? 'bodyTooDeep' : 'bodyTooMany');
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof DoubledNameError)) throw new Refused('invalidInput', '内容不是有效的 JSON');
    throw new Refused('invalidInput', `${error.pointer} 在同一处写了两次，请去掉一个`);
  }
}

async function findSetting(settingName: string, context: SignedIn): Promise<Setting> {
  const { db } = context;
  const { group, title, value: schema } = definitionOf(settingName);
  const subject = `setting:${settingName}`;
  const row = await db
    .selectFrom('setting')
    .select(['value', 'public_from', 'opened_in'])
    .where('name', '=', settingName)
    .where('public_to', 'is', null)
    .executeTakeFirst();
  const [revisions, editions] = await Promise.all([
    publicRevisions(db, [subject]),
    listOpenEditions(db, subject, reachOf(context, 'content.read')),
  ]);
  return {
    name: settingName,
    group,
    title,
    schema,
    ...(row && { value: row.value }),
    mark: revisions[subject] ?? '',
    since: row?.public_from.toISOString() ?? '',
    publication: row?.opened_in ?? null,
    editions,
  };
}

/** Times have to rise, and a plan is for what is to come. */
function planProblems(steps: readonly PlanStep[]): FieldProblem[] {
  return steps.flatMap(({ at }, place): FieldProblem[] => {
    const pointer = `/steps/${place}/at`;
    if (at === '') return place === 0 ? [] : [{ pointer, message: '请选择时间' }];
    if (!isMoment(at)) return [{ pointer, message: '时间不正确，应带时区，如 2026-11-20T09:00:00+08:00' }];
    if (Date.parse(at) <= Date.now()) return [{ pointer, message: '时间已过，请选择以后的时间' }];
    if (Date.parse(at) > Date.now() + LATEST * 86_400_000) return [{ pointer, message: '时间在一年以后，请核对年份' }];
    const before = steps[place - 1]?.at ?? '';
    return before !== '' && Date.parse(before) >= Date.parse(at)
      ? [{ pointer, message: '结束时间应晚于开始时间' }]
      : [];
  });
}

/** Settings: what is public, what is wrong with a value, and plans. What is saved goes by the calls of editions. */
export const settingCalls = {
  'GET /settings': consoleCall({
    summary: '全部设置',
    answer: as<SettingLine[]>(),
    policy: { anywhere: 'content.read' },
    handle: (_params, { db }) => listSettings(db),
  }),
  'GET /settings/:name': consoleCall({
    summary: '一项设置及其现在公开的内容',
    answer: as<Setting>(),
    params: { name },
    policy: { anywhere: 'content.read' },
    handle: ({ name }, context) => findSetting(name, context),
  }),
  /** json: the value as a text, because a list alone would be taken for a repeated parameter */
  'POST /settings/:name/check': consoleCall({
    summary: '设置的内容有哪些不正确之处',
    answer: as<{ problems: FieldProblem[] }>(),
    evenWithoutRoom: true,
    params: { name, json: text({ maxLength: MOST_CHARACTERS, description: '设置的内容，JSON' }) },
    // three bytes a character
    bodyLimit: 9 * 1024 * 1024,
    policy: { anywhere: 'content.read' },
    handle: async ({ name: settingName, json }, { filesDir }) => {
      const value = readJson(json);
      const problems = settingFaults(definitionOf(settingName), value);
      return {
        problems:
          settingName === brandSetting.name ? [...problems, ...(await brandSizeFaults(filesDir, value))] : problems,
      };
    },
  }),
  /**
   * One edition for each step, in order, made together; each is approved and published by itself. at: a time with zone,
   * '' as soon as it is approved
   */
  'POST /settings/:name/plan': consoleCall({
    summary: '一项设置的几次定时变化，一并建成几份稿件',
    answer: as<{ editionIds: number[] }>(),
    params: {
      name,
      title: text({ maxLength: 180, description: '稿件标题' }),
      steps: list(object({ at: text({ maxLength: 40 }), value: {} }), {
        minItems: 2,
        maxItems: 20,
        description: '每次变化的时间和内容',
      }),
      base: optional({ ...marks, description: '开始修改时公开内容的标记' }),
    },
    policy: { right: 'setting.change' },
    handle: async ({ name: settingName, title, steps, base }, { db, site, actor }) => {
      definitionOf(settingName);
      const problems = planProblems(steps);
      if (problems.length > 0) throw new Refused('invalidInput', problems[0]!.message, { problems });
      const drafts: Draft[] = [];
      for (const [place, { at, value }] of steps.entries())
        drafts.push(
          await readDraft({
            title: `${title}（${place + 1}/${steps.length}）`,
            changes: [{ kind: 'setting', id: settingName, document: value, plan: { at } }],
          }),
        );
      return { editionIds: await createPlan(db, site, actor, drafts, base) };
    },
  }),
  /** texts that would keep the former hotline once the setting has another */
  'GET /mentions': consoleCall({
    summary: '公开的文章、附件和页面中，哪些写有这些文字',
    answer: as<Mentions>(),
    params: { words: text({ minLength: 1, maxLength: 200, description: '热线、邮箱或地址' }) },
    policy: { right: 'setting.change' },
    handle: async ({ words }, { db, site, publishContext: { pagesDir } }) => {
      const [pages, articles] = [
        await pagesWith({ db, site, pagesDir }, words),
        await findMentions(db, words, MOST_MENTIONS),
      ];
      return { total: pages.length + articles.total, list: [...pages, ...articles.list].slice(0, MOST_MENTIONS) };
    },
  }),
  /**
   * LG9: public texts that hold a word, in traditional script as it is now and as it would be once the word is written
   * so. Without `traditional`: once the firm has no form of its own for it. total: texts that hold it, of which the
   * first are listed where they change
   */
  'GET /script-changes': consoleCall({
    summary: '公开的文字在繁体页面上的写法：现在的，和词语改了写法以后的',
    answer: as<{ total: number; list: ScriptChange[] }>(),
    params: {
      words: text({ minLength: 1, maxLength: 40, description: '词语' }),
      traditional: optional(text({ minLength: 1, maxLength: 40, description: '繁体写法；没有则按程序自带的写法' })),
    },
    policy: { right: 'setting.change' },
    handle: ({ words, traditional }, context) => scriptChanges(context, words, traditional),
  }),
  /** words of at least three days that search.words does not have, those of most days first */
  'GET /search-missed': consoleCall({
    summary: '没有结果的搜索：90 天内至少在三个不同的日子搜过、搜索用词中还没有的文字',
    answer: as<MissedSearch[]>(),
    policy: { right: 'setting.change' },
    handle: async (_params, { db }) => {
      const value = readSettingValue<SearchWords>(
        searchWordsSetting.value,
        await findPublicSetting(db, 'now', searchWordsSetting.name),
      );
      return listMissed(
        db,
        (value ?? []).flatMap(({ said }) => said ?? []),
      );
    },
  }),
  /** numbers of requests for addresses of the setting old.addresses */
  'GET /old-address-hits': consoleCall({
    summary: '旧地址各用过多少次',
    answer: as<OldAddressHit[]>(),
    policy: { right: 'setting.change' },
    handle: (_params, { db }) => listOldAddressHits(db),
  }),
  'GET /legal-texts': consoleCall({
    summary: '法律文本及其历次版本',
    answer: as<LegalText[]>(),
    policy: { anywhere: 'content.read' },
    handle: (_params, context) => listLegalTexts(context.db, context.site, reachOf(context, 'content.read')),
  }),
  'POST /legal-skeletons/:name': consoleCall({
    summary: '以范本新建一份法律文本的稿件',
    answer: as<{ editionId: number; version: number }>(),
    params: { name: choice(LEGAL, { description: '法律文本的名称' }) },
    // the channel is found by its address
    policy: { anywhere: 'content.write' },
    handle: async ({ name }, context) => {
      const { db, site } = context;
      const text = (await listLegalTexts(db, site, [])).find((one) => one.name === name)!;
      if (text.channelId === '')
        throw new Refused('invalidInput', `网站还没有地址为 ${text.path.slice(1)} 的栏目，请先建立`);
      const firm = readSettingValue<SiteSetting>(
        siteSetting.value,
        await findPublicSetting(db, 'now', siteSetting.name),
      );
      const { title, html } = legalSkeleton(name as LegalName, firm ?? null, {
        mail: site.shell.alerts === true,
        staffCheck: verifiedKinds(site.map).includes('staff'),
      });
      const change = {
        kind: 'article',
        document: {
          channelId: text.channelId,
          title,
          content: html,
          contentTime: '',
          source: firm?.name ?? '',
        },
      };
      const draft = await readOwnDraft({ title, changes: [change] }, {}, context);
      return createEdition(db, site, context.actor, draft);
    },
  }),
};
