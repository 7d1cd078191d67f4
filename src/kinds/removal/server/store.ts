import { sql } from 'kysely';
import { fileOf } from './file-subject.ts';
import { fileThing, findHoldingFiles } from '#server/store/publication/find-holding-files.ts';
import { findRemoved, holdsRemoved, readRemoved } from '#server/store/publication/find-removed.ts';
import type { KindStore, Prepared } from '../../define-store.ts';
import { documentStore, type Named } from '../../document-store.ts';
import { removal, REMOVAL_LIMITS, type Removal } from '../index.ts';

const documents = documentStore<Removal>({
  kind: removal.name,
  table: 'removal',
  columns: removal.tables.removal!,
  column: 'document',
  title: removal.title,
  names: removal.id,
});

export const removalStore: KindStore<Removal> = {
  ...documents,
  draft: {
    problems: ({ reason, passages = [], files = [] }) => [
      ...(reason.trim() === '' || reason.length > REMOVAL_LIMITS.reason
        ? [{ pointer: '/reason', message: `的原因应有 1 至 ${REMOVAL_LIMITS.reason} 字` }]
        : []),
      ...(passages.length + files.length === 0 ? [{ pointer: '', message: '没有说明要移除什么' }] : []),
    ],
  },
  // the text may stand anywhere
  concerned: () => [''],
  compare: {
    fields: ({ reason, passages = [], files = [], except = [], found }) => ({
      reason,
      passages: `${passages.length} 项`,
      files: files.join('、'),
      except: except.join('、'),
      found: found.map(({ subject, count }) => `${subject}（${count} 处）`).join('、'),
    }),
  },
  check: async ({ trx, problems }, changes) => {
    for (const { position, value } of changes.written(removal) as readonly Prepared<Named>[])
      for (const message of await problemsOf(trx, value.id, value.document as Removal))
        problems.push({ change: position, message });
  },
  // the files that it takes away are none that it shows
  write: async (publication, changes) => {
    await documents.write(publication, changes);
    return new Map();
  },
};

/** RE1: why a removal cannot be carried out as it was proposed. */
async function problemsOf(trx: Parameters<typeof readRemoved>[0], id: string, document: Removal): Promise<string[]> {
  const known = await trx.selectFrom('removal').select('name').where('name', '=', id).executeTakeFirst();
  if (known) return ['这次移除已经完成，不能再改；还有要移除的，请另行提出'];
  const problems: string[] = [];
  const going = new Set<string>();
  for (const filepath of document.files ?? []) {
    const stored = await fileOf(trx, filepath);
    if (!stored) problems.push(`没有文件“${filepath}”`);
    else if (stored.isRemoved) problems.push(`文件“${filepath}”已经移除`);
    if (stored) going.add(stored.sha256);
  }
  // all that is stored is looked through
  await sql`set local statement_timeout = '120s'`.execute(trx);
  const taken = await readRemoved(trx, document);
  if (taken === null)
    return [...problems, '要移除的内容已经不在原来的位置（可能已经移除，或者太短），请重新查找后再提出'];
  if (holdsRemoved(document.reason, taken)) problems.push('原因中写有要移除的内容，它会永久保留，请改写原因');
  const expected = new Set([...document.found.map(({ subject }) => subject), ...(document.except ?? [])]);
  const found = await findRemoved(trx, taken);
  const holding = await findHoldingFiles(trx, taken);
  const since = [
    ...found.flatMap(({ subject }) => (/^(article|register|setting|page|channel):/.test(subject) ? [subject] : [])),
    ...holding.flatMap(({ filepath, sha256 }) => (going.has(sha256) ? [] : [fileThing(filepath)])),
  ].filter((subject) => !expected.has(subject));
  if (since.length > 0) problems.push(`提出以后又有内容含有要移除的文字（${since.join('、')}），请重新查找后再提出`);
  return problems;
}
