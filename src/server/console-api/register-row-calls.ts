import type { RegisterRow, RowCheck, RowChange } from '#wire/register-answers.ts';
import type { Paged } from '#wire/console-answers.ts';
import type { MadeEdition } from '#wire/edition-answers.ts';
import { as, flag, integer, list, object, optional, record as recordOf, text } from '#page/schema-words.ts';
import { someCell } from '#kinds/outer-words.ts';
import { MOST_CHANGED_ROWS, rows as rowsKind, type RowSetRef } from '#kinds/rows/index.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { documentIn, writtenOf } from '#kinds/changes.ts';
import { storePublicRows } from '#kinds/rows/server/public-rows.ts';
import { findPartsOfKeys, inParts, storeRows, listRows } from '#kinds/rows/server/row-sets.ts';
import { pagingParams, allowedPageSize } from '../api/define-call.ts';
import { getDraft, getEdition } from '../editions/edition-row.ts';
import { Refused } from '../errors.ts';
import { assertFacts, saveAsEdition, type Target } from '../registers/editions/import-edition.ts';
import { changedSet, checkChanges, type KnownKeys } from '../registers/editions/row-changes.ts';
import { findRegisterState } from '../store/rows/list-register-rows.ts';
import { record } from '../people/staff/audit.ts';
import { authorize } from './authorize.ts';
import { consoleCall, type SignedIn } from './define-console-call.ts';
import { editionId, ofVersion, version } from './edition-rights.ts';
import { facts, getDefinition, mayWrite, ofRegister, register, target } from './register-calls.ts';

function changesParam() {
  const row = recordOf(someCell);
  const change = object({ key: optional(list(text({ maxLength: 500 }), { maxItems: 20 })), row: optional(row) });
  return list(change, { minItems: 1, maxItems: MOST_CHANGED_ROWS, description: '改动的数据行' });
}

/** Rows of registers, changed one by one; and those of an edition. */
export const registerRowCalls = {
  /** nothing is kept */
  'POST /registers/:register/row-check': consoleCall({
    summary: '检查对数据行的改动',
    answer: as<RowCheck>(),
    params: { register, changes: changesParam() },
    policy: { right: 'content.write', of: ofRegister },
    handle: ({ register: name, changes }, context) =>
      checkChanges(context.db, getDefinition(context, name), changes, publicKeys(context, name)),
  }),
  /**
   * rows added, changed and removed, as one edition; 2015 with data.problems: RowProblemView[]. With fromPublic they
   * take the place of the changes of the edition named by `target`, instead of coming on top of them. Without dataDate
   * it stays as it is in the edition, else as it is public
   */
  'POST /registers/:register/row-changes': consoleCall({
    summary: '把对数据行的改动保存为稿件',
    answer: as<MadeEdition>(),
    params: {
      register,
      changes: changesParam(),
      ...facts,
      dataDate: optional(facts.dataDate),
      mark: optional(text({ maxLength: 40, description: '开始修改时公开内容的标记' })),
      target: optional(target),
      fromPublic: optional(
        flag({ description: '改动从现在公开的数据行算起，取代稿件中的数据行；否则从稿件中的数据行算起' }),
      ),
    },
    bodyLimit: 2 * 1024 * 1024,
    policy: { right: 'content.write', of: ofRegister },
    handle: async ({ register: name, changes, department, mark, target: into, fromPublic, ...stated }, context) => {
      const { db, site, actor, publishContext } = context;
      const definition = getDefinition(context, name);
      if (into)
        await authorize({ right: 'content.write', of: () => ofVersion(into, context) }, { register: name }, context);
      const dataDate = stated.dataDate ?? (await dateInDraft(context, name, into));
      assertFacts({ dataDate, department });
      const begun =
        into && !fromPublic
          ? await setOfEdition(context, into, name)
          : await storePublicRows(publishContext, definition);
      const { problems, rows } = await checkChanges(
        db,
        definition,
        changes,
        async (keys) => new Set((await findPartsOfKeys(db, definition, begun.hash, keys)).keys()),
      );
      if (problems.length > 0) throw new Refused('invalidInput', problems[0]!.message, { problems });
      const rowSet = await changedSet(db, definition, begun, changes, rows);
      const made = await saveAsEdition(
        db,
        site,
        actor,
        {
          title: titleOf(definition, changes),
          change: { kind: 'rows', document: { definition, dataDate, department: department.trim(), rowSet } },
          base: mark ?? '',
          ...(into && { target: into, isRebased: fromPublic === true }),
        },
        mayWrite({ register: name }, context),
      );
      await record(db, actor, 'register.rows', {
        subject: `register:${name}`,
        facts: { editionId: made.editionId, changes: changes.length },
      });
      return made;
    },
  }),
  /** rows of the register's change at place `change` of an edition */
  'GET /editions/:editionId/rows': consoleCall({
    summary: '稿件中登记表的数据行',
    answer: as<Paged<RegisterRow>>(),
    params: {
      editionId,
      version: optional(version),
      change: integer({ minimum: 0, maximum: 200, description: '第几项内容，从 0 开始' }),
      ...pagingParams,
    },
    policy: { right: 'content.read', of: ofVersion },
    handle: async ({ editionId: id, change: at, version: shown, pageNum, pageSize }, { db }) => {
      const { changes } = await getDraft(db, id, shown ?? (await getEdition(db, id)).version);
      const document = documentIn(rowsKind, changes[at]);
      if (!document) throw new Refused('badParameter', '这一项不是登记表');
      const size = allowedPageSize(pageSize);
      const from = (pageNum - 1) * size;
      const { definition, rowSet, rows = [] } = document;
      if (rowSet) return listRows(db, rowSet.hash, definition.register, { from, size });
      return { total: rows.length, list: rows.slice(from, from + size) };
    },
  }),
};

/** The public ones among some keys. */
function publicKeys({ db }: SignedIn, name: string): KnownKeys {
  return async (keys) => {
    const rows =
      keys.length === 0
        ? []
        : await db
            .selectFrom('register_row')
            .select('key')
            .where('register', '=', name)
            .where('key', 'in', [...keys])
            .where('public_to', 'is', null)
            .execute();
    return new Set(rows.map(({ key }) => key));
  };
}

/** RG21: the data date that stays: of the edition that the rows go to, else the public one; '' where there is none. */
async function dateInDraft(context: SignedIn, name: string, into: Target | undefined): Promise<string> {
  if (into) return (await documentOf(context, into, name)).dataDate;
  return (await findRegisterState(context.db, 'now', name))?.dataDate ?? '';
}

/** The change of an open edition to a register. @throws Refused invalidInput */
async function documentOf({ db }: SignedIn, { editionId: id, version: begun }: Target, name: string) {
  const { changes } = await getDraft(db, id, begun);
  const own = writtenOf(rowsKind, changes).find((one) => one.id === name)?.document;
  if (!own) throw new Refused('invalidInput', '这份稿件不含这个登记表');
  return own;
}

/** The rows that an open edition has of a register. @throws Refused invalidInput */
async function setOfEdition(context: SignedIn, into: Target, name: string): Promise<RowSetRef> {
  const own = await documentOf(context, into, name);
  const { db } = context;
  return own.rowSet ?? storeRows(db, name, inParts(own.rows ?? []));
}

function titleOf({ title }: RegisterDefinition, changes: readonly RowChange[]): string {
  const counts = [
    ['新增', changes.filter(({ key, row }) => !key && row).length],
    ['修改', changes.filter(({ key, row }) => key && row).length],
    ['删除', changes.filter(({ key, row }) => key && !row).length],
  ] as const;
  return `“${title}”${counts
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${what} ${count} 行`)
    .join('，')}`
    .slice(0, 200)
    .toWellFormed();
}
