import type { Change } from '#kinds/index.ts';
import { subjectsOf, writtenOf } from '#kinds/changes.ts';
import { channel as channelKind } from '#kinds/channel/index.ts';
import { storeOf } from '#kinds/stores.ts';
import { definitionFaults } from '#kinds/register/server/definition-faults.ts';
import { register as registerKind } from '#kinds/register/index.ts';
import { mixedMerges, mixedMergeWords } from '#kinds/register/mixed-merges.ts';
import { rowCount, rows as rowsKind, type Rewrite, type RowsDocument } from '#kinds/rows/index.ts';
import { rewriteRows, type RewriteTask } from '#kinds/rows/server/rewrite-rows.ts';
import { LARGE } from '#kinds/rows/server/row-sets.ts';
import { checkRegister } from '#page/check-register.ts';
import { registerProblemInWords } from '#page/problem-in-words.ts';
import { pointerTo } from '#rules/json/pointer.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { canonicalJson } from '#rules/json/canonical-json.ts';
import type { DefinitionPlan, RewriteRules } from '#wire/register-answers.ts';
import type { Db } from '../../db/tables.ts';
import { createEdition } from '../../editions/draft/create-edition.ts';
import { readDraft, type Draft } from '../../editions/draft/draft-changes.ts';
import { getDraft, getEdition } from '../../editions/edition-row.ts';
import { publicRevisions } from '../../editions/publish/public-revisions.ts';
import { saveEdition } from '../../editions/draft/save-edition.ts';
import type { RunInWorker } from '../../editions/worker/jobs.ts';
import { Refused } from '../../errors.ts';
import type { Actor } from '../../people/staff/audit.ts';
import type { Site } from '../../site/site.ts';
import { findRegisterPublication } from '../../store/rows/register-publication.ts';
import { channelsByRegister } from './list-registers.ts';
import { assertFacts, type Made, type StatedFacts, type Target } from './import-edition.ts';
import { sha256OfJson } from '../../db/sha256.ts';

export interface DefinitionInput extends Partial<RewriteRules> {
  /** the new definition as it was typed; it may be anything */
  document: unknown;
}

interface Store {
  db: Db;
  runInWorker?: RunInWorker;
}

/**
 * RG23: the effects of a new definition on the rows, and its faults. Nothing is stored.
 * @param current the definition that is public, or that of the edition
 * @param editionId ED4: the edition whose rows it would rewrite; absent: the public rows
 */
export async function planDefinition(
  store: Store,
  current: RegisterDefinition,
  input: DefinitionInput,
  editionId?: number,
): Promise<DefinitionPlan> {
  const { definition, problems } = checked(current, input);
  if (!definition) return { problems, rows: null };
  const drafted = editionId === undefined ? null : givenRows(await newestDraft(store.db, editionId), current.register);
  const rewrite = rewriteOf(current, input);
  const { rowSet: _none, ...rows } = await rewritten(store, {
    definition,
    rewrite,
    stores: false,
    ...(drafted && { drafted }),
  });
  return { problems, rows };
}

async function newestDraft(db: Db, editionId: number): Promise<readonly Change[]> {
  const { version } = await getEdition(db, editionId);
  return (await getDraft(db, editionId, version)).changes;
}

/** ED4: the rows of an edition that a file or a copy gave it; null: it has none, or a definition made them. */
function givenRows(changes: readonly Change[], register: string): RowsDocument | null {
  const own = writtenOf(rowsKind, changes).find(({ id }) => id === register)?.document;
  return own && !own.rewrite ? own : null;
}

interface EditionInput extends DefinitionInput, StatedFacts {
  /** revisions that the form began from */
  base?: Record<string, string>;
  /** duties of channels that show the register, by channel */
  freshness?: Readonly<Record<string, string>>;
  target?: Target;
}

/**
 * RG23: a new definition together with the rows as it makes them, as one edition, or in place of both in an open one.
 * @param mayWrite throws where the person may not write this draft
 * @throws Refused invalidInput with every problem, editionConflict where another definition was published meanwhile
 */
export async function definitionEdition(
  store: Store,
  site: Site,
  actor: Actor,
  current: RegisterDefinition,
  input: EditionInput,
  mayWrite: (draft: Draft) => Promise<void>,
): Promise<Made> {
  const { db } = store;
  const { register } = current;
  const shown = (await channelsByRegister(site)).get(register) ?? [];
  const subjects = [`register:${register}`, `rows:${register}`, ...shown.map((channelId) => `channel:${channelId}`)];
  // read first: a publication during the reading of rows makes the edition outdated
  const base = await publicRevisions(db, subjects);
  const { target, base: begun } = input;
  if (begun?.[subjects[0]!] !== undefined && begun[subjects[0]!] !== base[subjects[0]!])
    throw new Refused('editionConflict', '开始修改以后，这个登记表的定义已由他人另行公开，请重新打开后再改');
  const { definition, problems } = checked(current, input);
  if (!definition || problems.length > 0)
    throw new Refused('invalidInput', problems[0]!.message, { problems: placed(problems) });
  const changes: Change[] = [{ kind: registerKind.name, document: input.document as RegisterDefinition }];
  const before = target ? await getDraft(db, target.editionId, target.version) : null;
  const drafted = before?.changes ?? [];
  const given = givenRows(drafted, register);
  if (given || (await findRegisterPublication(db, register)).no !== null) {
    const stated = given ?? input;
    assertFacts(stated);
    const rewrite = rewriteOf(current, input);
    const task = { definition, rewrite, stores: true, ...(given && { drafted: given }) };
    const { rowSet, unfit } = await rewritten(store, task);
    if (unfit.length > 0) {
      const words = unfit.map(({ title, count }) => `“${title}”${count} 处`).join('、');
      const message = `新的定义容不下现有的数据：${words}。请先改正数据，或调整定义`;
      throw new Refused('invalidInput', message, { problems: [{ change: 0, pointer: '/fields', message }] });
    }
    const { dataDate, department } = stated;
    changes.push({
      kind: rowsKind.name,
      document: {
        definition,
        dataDate,
        department: department.trim(),
        ...(!given && { rewrite }),
        rowSet: rowSet!,
      },
    });
  }
  // hidden characters in a published title can be removed
  const title = `修改登记表“${current.title.replace(/\p{Cf}/gu, '')}”的定义`;
  changes.push(...(await dutyChanges(db, site, shown, input.freshness ?? {}, drafted, given !== null)));
  if (!before || !target) return createEdition(db, site, actor, await readDraft({ title, changes }, mayWrite), base);
  const replaced = new Set(subjects);
  const others = drafted.filter(
    (change) => change.withdraw || !subjectsOf([change]).some((subject) => replaced.has(subject)),
  );
  // given rows were not made from the public ones of now: later publications stay to be reviewed
  const unrebased = new Set(given ? subjectsOf(drafted) : []);
  const rebase = Object.fromEntries(Object.entries(base).filter(([subject]) => !unrebased.has(subject)));
  const draft = await readDraft({ title: before.title, changes: [...others, ...changes] }, mayWrite);
  const saved = await saveEdition(db, site, actor, { ...target, draft, rebase });
  return { editionId: target.editionId, ...saved };
}

/**
 * Channels that show the register with the requested duties of freshness; other fields of a draft of them stay.
 * @param keepsDrafted the form does not show the channels of the draft: those it leaves out stay as they are there
 * @throws Refused invalidInput where another channel is named
 */
async function dutyChanges(
  db: Db,
  site: Site,
  shown: readonly string[],
  duties: Readonly<Record<string, string>>,
  drafted: readonly Change[],
  keepsDrafted: boolean,
): Promise<Change[]> {
  const strange = Object.keys(duties).find((channelId) => !shown.includes(channelId));
  if (strange !== undefined) throw new Refused('invalidInput', `栏目 ${strange} 不显示这个登记表`);
  const changes: Change[] = [];
  for (const channelId of shown) {
    const open = await storeOf({ kind: channelKind.name }).find({ db }, site, channelId, { storesRows: false });
    const own = writtenOf(channelKind, drafted).find(({ id }) => id === channelId)?.document ?? open;
    if (!open || !own) continue;
    const document = { ...own, freshness: duties[channelId] ?? (keepsDrafted ? own : open).freshness ?? '' };
    if (canonicalJson({ ...open, freshness: open.freshness ?? '' }) !== canonicalJson(document))
      changes.push({ kind: channelKind.name, document });
  }
  return changes;
}

interface Checked {
  definition: RegisterDefinition | null;
  problems: { pointer: string; message: string }[];
}

function checked(current: RegisterDefinition, { document, values = {}, ended }: DefinitionInput): Checked {
  const { register } = current;
  const { register: definition, problems } = checkRegister(document);
  const inWords = problems.map((problem) => ({
    pointer: problem.pointer,
    message: registerProblemInWords(problem, document),
  }));
  if (definition && definition.register !== register)
    return {
      definition: null,
      problems: [...inWords, { pointer: '/register', message: `登记表的名称“${register}”是地址的一部分，不能修改` }],
    };
  const faults = definition ? definitionFaults(definition) : [];
  if (faults.length > 0) return { definition: null, problems: faults };
  const mixed = mixedMerges(current, values, ended).map((merge) => ({
    pointer: pointerTo('fields', merge.field, 'choices', merge.into),
    message: mixedMergeWords(merge, current),
  }));
  return { definition, problems: [...inWords, ...mixed] };
}

const placed = (problems: Checked['problems']) => problems.map((problem) => ({ change: 0, ...problem }));

const rewriteOf = (from: RegisterDefinition, { fill = {}, values = {}, ended = {} }: DefinitionInput): Rewrite => ({
  from,
  ...(Object.keys(fill).length > 0 && { fill }),
  ...(Object.keys(values).length > 0 && { values }),
  ...(Object.keys(ended).length > 0 && { ended }),
});

async function rewritten({ db, runInWorker }: Store, task: RewriteTask): ReturnType<typeof rewriteRows> {
  const { no, rows } = await findRegisterPublication(db, task.definition.register);
  if (!runInWorker || (task.drafted ? rowCount(task.drafted) : rows) <= LARGE) return rewriteRows({ db }, task);
  const digest = sha256OfJson(task);
  return runInWorker('rewrite-rows', task, task.stores ? undefined : `${no} ${digest}`);
}
