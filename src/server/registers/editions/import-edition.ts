import { definitionHash } from '#kinds/rows/server/public-rows.ts';
import { writtenOf } from '#kinds/changes.ts';
import type { Change, WrittenOf } from '#kinds/index.ts';
import { register as registerKind } from '#kinds/register/index.ts';
import { rows as rowsKind } from '#kinds/rows/index.ts';
import { dataDateProblem } from '#rules/registers/data-date.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import type { Db } from '../../db/tables.ts';
import { createEdition } from '../../editions/draft/create-edition.ts';
import { readDraft, type Draft } from '../../editions/draft/draft-changes.ts';
import { publicRevisions } from '../../editions/publish/public-revisions.ts';
import { getDraft } from '../../editions/edition-row.ts';
import { getSet } from '#kinds/rows/server/row-sets.ts';
import { saveEdition } from '../../editions/draft/save-edition.ts';
import { Refused } from '../../errors.ts';
import type { ImportReport } from '../import/import-report.ts';
import type { Site } from '../../site/site.ts';
import type { Actor } from '../../people/staff/audit.ts';
import { ownDefinition } from './amend-definition.ts';
import { definitionOf, getImport } from './find-import.ts';

export interface StatedFacts {
  /** yyyy-mm-dd that the rows are true at */
  dataDate: string;
  department: string;
}

/** An open edition that becomes a version newer, where no new one is wanted. */
export interface Target {
  editionId: number;
  version: number;
}

export interface Made {
  editionId: number;
  version: number;
}

type ImportInput = StatedFacts & { confirmRemoved?: number; target?: Target };

/** @throws Refused invalidInput naming the field */
export function assertFacts({ dataDate, department }: StatedFacts): void {
  const wrong = (field: string, message: string) => new Refused('invalidInput', message, { field });
  const problem = dataDateProblem(dataDate, shanghaiDate(Date.now()));
  if (problem) throw wrong('dataDate', problem);
  if (department.trim() === '') throw wrong('department', '请填写责任部门');
}

/**
 * The rows of a checked file as an edition, without their leaving the server.
 * @param confirmRemoved the number of rows that may go, where so many go that it has to be confirmed
 * @param mayWrite throws where the person may not write this draft
 * @throws Refused invalidInput, editionConflict, editionState
 */
export function importEdition(
  db: Db,
  site: Site,
  actor: Actor,
  importId: number,
  input: ImportInput,
  mayWrite: (draft: Draft) => Promise<void>,
): Promise<Made> {
  return db.transaction().execute(async (trx) => {
    // the later of two simultaneous requests finds the edition
    await trx.selectFrom('register_import').select('import_id').where('import_id', '=', importId).forUpdate().execute();
    const made = await editionOf(db, site, actor, await getImport(trx, importId), input, mayWrite);
    await trx
      .updateTable('register_import')
      .set({ edition_id: made.editionId })
      .where('import_id', '=', importId)
      .execute();
    return made;
  });
}

async function editionOf(
  db: Db,
  site: Site,
  actor: Actor,
  found: Awaited<ReturnType<typeof getImport>>,
  input: ImportInput,
  mayWrite: (draft: Draft) => Promise<void>,
): Promise<Made> {
  const { register, row_set_hash: hash, state, report: stored, mark, edition_id, filename } = found;
  const { target } = input;
  const current = site.registers.get(register);
  const report = stored as ImportReport | null;
  // a register that is not public yet is in its edition alone
  if (!current && !target) throw new Refused('unknownRegister');
  if (edition_id !== null)
    throw new Refused('invalidInput', '这个文件已经生成稿件，请在稿件中继续', { editionId: edition_id });
  if (state !== 'done' || hash === null || !report)
    throw new Refused('invalidInput', '文件还没有检查完，或者还有错误，不能生成稿件');
  const definition = await definitionOf(db, site, found);
  if (!definition) throw new Refused('invalidInput', '检查以后，这个登记表的定义已有变化，请再次选择文件，重新检查');
  assertFacts(input);
  const { vanishing } = report;
  if (vanishing && input.confirmRemoved !== vanishing.removed)
    throw new Refused(
      'invalidInput',
      `现在公示的 ${vanishing.publicRows} 行中有 ${vanishing.removed} 行将消失，请输入 ${vanishing.removed} 确认`,
      { field: 'confirmRemoved' },
    );
  const rowSet = { hash, count: (await getSet(db, hash, register)).count };
  const change: WrittenOf<'rows'> = {
    kind: 'rows',
    document: { definition, dataDate: input.dataDate, department: input.department.trim(), rowSet },
  };
  const changes: Change[] =
    current && definitionHash(definition) === definitionHash(current)
      ? [change]
      : [{ kind: registerKind.name, document: definition }, change];
  if (target) {
    const { title, changes: before } = await getDraft(db, target.editionId, target.version);
    const draft = await readDraft({ title, changes: replaced(before, register, changes) }, mayWrite);
    return { editionId: target.editionId, ...(await saveEdition(db, site, actor, { ...target, draft })) };
  }
  const title = `导入“${definition.title}”：${filename}`.slice(0, 200).toWellFormed();
  const base = await publicRevisions(db, changes.length > 1 ? [`register:${register}`] : []);
  const draft = await readDraft({ title, changes }, mayWrite);
  return createEdition(db, site, actor, draft, { ...base, [`rows:${register}`]: mark });
}

/** Changes with others in the place of the rows of a register, and of its definition. @throws Refused invalidInput */
function replaced(before: readonly Change[], register: string, changes: readonly Change[]): Change[] {
  const rowsAt = writtenOf(rowsKind, before).find(({ id }) => id === register)?.at;
  if (rowsAt === undefined) throw new Refused('invalidInput', '这份稿件不含这个登记表');
  const definitionAt = ownDefinition(before, register)?.at;
  return before.flatMap((one, at) => (at === rowsAt ? changes : at === definitionAt ? [] : [one]));
}

/**
 * A register's change as a new edition, or in place of that register's in an open one.
 * @param isRebased it was made from the public content of `base`, and not from that of the open edition
 */
export async function saveAsEdition(
  db: Db,
  site: Site,
  actor: Actor,
  {
    title,
    change,
    base,
    target,
    isRebased = false,
  }: { title: string; change: WrittenOf<'rows'>; base: string; target?: Target; isRebased?: boolean },
  mayWrite: (draft: Draft) => Promise<void>,
): Promise<Made> {
  const { register } = change.document.definition;
  if (!target) {
    const draft = await readDraft({ title, changes: [change] }, mayWrite);
    return createEdition(db, site, actor, draft, { [`rows:${register}`]: base });
  }
  const before = await getDraft(db, target.editionId, target.version);
  const present = writtenOf(rowsKind, before.changes).find(({ id }) => id === register);
  if (!present) throw new Refused('invalidInput', '这份稿件不含这个登记表');
  const draft = await readDraft(
    {
      title: before.title,
      changes: before.changes.with(present.at, {
        ...change,
        document: { ...change.document, definition: present.document.definition },
      }),
    },
    mayWrite,
  );
  return {
    editionId: target.editionId,
    ...(await saveEdition(db, site, actor, {
      ...target,
      draft,
      ...(isRebased && { rebase: { [`rows:${register}`]: base } }),
    })),
  };
}
