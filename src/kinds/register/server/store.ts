import { readRegister } from '#page/check-register.ts';
import { registerProblemInWords } from '#page/problem-in-words.ts';
import { isDefinition, type RegisterDefinition } from '#page/register-schema.ts';
import { findStoredDocument } from '#server/store/documents/stored-documents.ts';
import { writtenOf } from '../../changes.ts';
import { channelsClaimed, channelsShowing, channelsWithPage, orWholeSite, pathOfFirst } from '../../concerned.ts';
import type { ConcernedContext, FieldProblem, KindStore } from '../../define-store.ts';
import { documentStore } from '../../document-store.ts';
import { definitionFaults } from './definition-faults.ts';
import { page } from '../../page/index.ts';
import { pageTable, publishedNames } from '../../page/server/store.ts';
import { register } from '../index.ts';
import { findDocumentRow, rowsOfKind } from '#server/store/rows/definition-rows.ts';
import type { Db } from '#server/db/tables.ts';

const documents = documentStore<RegisterDefinition>({
  ...pageTable,
  kind: register.name,
  title: '登记表定义',
  own: rowsOfKind('register'),
  usedBy: 'register',
});

export const registerStore: KindStore<RegisterDefinition> = {
  ...documents,
  find: async ({ db }, site, id, { after }) => {
    const found = await findDocumentRow(db, 'register', id, after);
    const document =
      found !== undefined || after !== undefined
        ? found
        : ((await findStoredDocument(db, 'register', id)) ?? site.registers.get(id));
    return isDefinition(document) ? (document as RegisterDefinition) : null;
  },
  history: {
    shipped: (db, id) => findStoredDocument(db, 'register', id),
    past: {
      shownOn: ({ page: { registers } }) => Object.keys(registers),
      table: 'page',
      own: rowsOfKind('register'),
      identity: 'page',
      title: 'page',
      titleOf: (name, { registers }) => registers[name]?.title ?? name,
    },
  },
  travels: { rank: 2, list: (db) => publishedNames(db, 'register') },
  draft: {
    problems: (document) =>
      typeof (document as { register?: unknown }).register === 'string'
        ? documents.draft.problems(document)
        : [{ pointer: '/register', message: '缺少“register”' }],
  },
  prepare: (findings, change, position) => {
    const { register: definition } = readRegister(change.document);
    for (const { message } of definition ? definitionFaults(definition) : [])
      findings.problems.push({ change: position, message: `登记表“${definition!.title}”：${message}` });
    return documents.prepare(findings, { ...change, id: change.document.register }, position);
  },
  concerned: ({ document }, context) => {
    const { register: name } = document as RegisterDefinition;
    return orWholeSite([
      ...channelsWithPage(context.site, name),
      ...channelsShowing(context.site, name),
      ...channelsDrafted(context, name),
    ]);
  },
  preview: {
    rank: 4,
    path: (site, { register: name }) => pathOfFirst(site, channelsShowing(site, name)),
  },
};

/** The definition that a register had after a publication: where none was published of it, its file's. */
export async function definitionAfter(db: Db, name: string, after: number): Promise<RegisterDefinition | null> {
  const found =
    (await findDocumentRow(db, 'register', name, after)) ?? (await findStoredDocument(db, 'register', name));
  return isDefinition(found) ? (found as RegisterDefinition) : null;
}

/**
 * Channels of drafted pages that show a register which does not exist yet; one that exists is where it is shown now. A
 * page that shows it has its name somewhere among its blocks' params.
 */
export const channelsDrafted = ({ site, changes, publicAbove }: ConcernedContext, name: string): string[] =>
  site.registers.has(name)
    ? []
    : writtenOf(page, changes)
        .filter(({ document }) => JSON.stringify(document).includes(JSON.stringify(name)))
        .flatMap(({ document }) => channelsClaimed(site, document).map(publicAbove));

/** Problems, in words, of the definition that rows name; it may have been public for long. */
export const definitionProblems = (definition: unknown): FieldProblem[] =>
  readRegister(definition).problems.map((problem) => ({
    pointer: problem.pointer,
    message: `的登记表定义不正确：${registerProblemInWords(problem, definition)}`,
  }));
