import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { as, list, object, optional, text } from '#page/schema-words.ts';
import { removal, REMOVAL_LIMITS, type Passage, type Removal } from '#kinds/removal/index.ts';
import { fileOf } from '#kinds/removal/server/file-subject.ts';
import { consoleCall, type SignedIn } from '#server/console-api/define-console-call.ts';
import { createSubmitted } from '#server/editions/draft/create-submitted.ts';
import { readDraft } from '#server/editions/draft/draft-changes.ts';
import type { Db } from '#server/db/tables.ts';
import { Refused } from '#server/errors.ts';
import { FairQueue } from '#server/http/fair-queue.ts';
import type { MadeEdition } from '#wire/edition-answers.ts';
import type { RemovalFile, RemovalLook } from '../wire.ts';
import { findHoldingFiles } from '#server/store/publication/find-holding-files.ts';
import { findCells, findMatch, findPassages } from './find-passages.ts';
import { lookAt } from './look.ts';

/** Queue of searches through all that is stored. */
const looking = new FairQueue({ most: 1, ofOne: 2 });

const requested = {
  texts: optional(
    list(text({ minLength: 2, maxLength: 2_000 }), { maxItems: 10, description: '要移除的文字，一字不差' }),
  ),
  cell: optional(
    object({
      register: text({ maxLength: 100, description: '登记表' }),
      key: list(text({ maxLength: 4_000 }), { minItems: 1, maxItems: 20, description: '主键各列的值' }),
      field: text({ maxLength: 100, description: '列' }),
    }),
  ),
  files: optional(list(text({ maxLength: 200 }), { maxItems: REMOVAL_LIMITS.files, description: '要移除的文件' })),
};

interface Requested {
  texts?: string[];
  cell?: { register: string; key: string[]; field: string };
  files?: string[];
}

/** Calls of the console about removals. They are for those who may write on the whole site: what is taken away may stand anywhere. */
export const removalCalls = {
  'POST /removals/look': consoleCall({
    summary: '查找要移除的内容在哪里，不做任何改动',
    answer: as<RemovalLook>(),
    params: requested,
    policy: { right: 'content.remove' },
    handle: async (question, context) => {
      const { passages: _passages, ...found } = await look(question, context);
      return found;
    },
  }),
  'POST /removals': consoleCall({
    summary: '提出移除不应公开的内容，提交审核',
    answer: as<MadeEdition>(),
    params: {
      ...requested,
      reason: text({ minLength: 1, maxLength: REMOVAL_LIMITS.reason, description: '原因，不要重复要移除的内容' }),
      except: optional(
        list(text({ maxLength: 220 }), {
          maxItems: REMOVAL_LIMITS.except,
          description: '保留不动的对象，如 article:12，或者文件，如 file:2026/11/….pdf',
        }),
      ),
    },
    policy: { right: 'content.remove' },
    handle: async ({ reason, except = [], ...question }, context) => {
      const { things, passages, missing } = await look(question, context);
      const [first] = missing;
      if (first !== undefined)
        throw wrong(`/texts/${first}`, `第 ${first + 1} 段文字没有在公开过的内容中找到，请与页面上的文字逐字核对`);
      const document: Removal = {
        reason: reason.trim(),
        ...(passages.length > 0 && { passages }),
        ...(question.files?.length && { files: question.files }),
        ...(except.length > 0 && { except }),
        found: things
          .filter(({ subject, mayStay }) => mayStay && !except.includes(subject))
          .map(({ subject, count }) => ({ subject, count })),
      };
      const draft = await readDraft({
        title: removal.title,
        changes: [{ kind: removal.name, id: `r-${randomUUID()}`, document }],
      });
      return createSubmitted(context.publishContext, context.site, context.actor, draft);
    },
  }),
};

/** Everything that the question names. @throws Refused invalidInput */
async function look(
  { texts = [], cell, files = [] }: Requested,
  { db, site, user }: SignedIn,
): Promise<RemovalLook & { passages: Passage[] }> {
  if (texts.length === 0 && !cell && files.length === 0)
    throw wrong('/texts', '请写出要移除的文字，或者指明单元格或文件');
  let match: Awaited<ReturnType<typeof findMatch>> = null;
  if (cell) {
    const definition = site.registers.get(cell.register);
    if (!definition?.fields[cell.field]) throw wrong('/cell', `登记表“${cell.register}”没有“${cell.field}”这一列`);
    if (definition.key.includes(cell.field)) throw wrong('/cell', '这一列用来区分各行，请改为按文字移除');
    match = await findMatch(db, definition, cell.key);
    if (!match) throw wrong('/cell', '登记表中没有，也从未有过这一行');
  }
  return looking.run(user.staffId, () =>
    inOneView(db, async (trx) => {
      const missing: number[] = [];
      const passages: Passage[] = [];
      for (const [at, one] of texts.entries()) {
        const found = await findPassages(trx, one.trim());
        // a leak may stand in a file alone
        const isSomewhere = found.length > 0 || (await findHoldingFiles(trx, { texts: [one], cells: [] })).length > 0;
        if (!isSomewhere) missing.push(at);
        passages.push(...found);
      }
      if (cell && match) {
        const found = await findCells(trx, { ...cell, match });
        if (found.length === 0) throw wrong('/cell', '这个单元格从来没有内容，或者已经移除');
        passages.push(...found);
      }
      if (passages.length > REMOVAL_LIMITS.passages)
        throw wrong('/texts', `这些文字有 ${passages.length} 种写法，最多 ${REMOVAL_LIMITS.passages} 种，请分几次提出`);
      const named: RemovalFile[] = [];
      for (const filepath of files) {
        if (!(await fileOf(trx, filepath))) throw wrong('/files', `没有文件“${filepath}”`);
        named.push({ filepath, filename: filepath.split('/').at(-1)!, why: 'named' });
      }
      const found = await lookAt(trx, site, passages, texts);
      return {
        ...found,
        files: [...named, ...found.files.filter(({ filepath }) => !files.includes(filepath))],
        missing,
        passages,
      };
    }),
  );
}

/** One moment of the store, which takes long to look through. */
const inOneView = <T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await sql`set local statement_timeout = '120s'`.execute(trx);
      return work(trx);
    });

const wrong = (pointer: string, message: string): Refused =>
  new Refused('invalidInput', message, { problems: [{ pointer, message }] });
