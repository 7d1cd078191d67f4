import { readRegister } from '#page/check-register.ts';
import { canonicalJson } from '#rules/json/canonical-json.ts';
import type { Db } from '#server/db/tables.ts';
import type { PublicationProblem } from '#server/store/publication/publication-problems.ts';
import { findStoredDocument } from '#server/store/documents/stored-documents.ts';
import type { Prepared } from '../../define-store.ts';
import { mixedMerges, mixedMergeWords } from '../../register/mixed-merges.ts';
import type { WholeRows } from '../index.ts';
import { findDocumentRow } from '#server/store/rows/definition-rows.ts';

/**
 * RG23: rows are rewritten from what is public, so the definition that they are rewritten from has to be the public
 * one. VA9: no merge of choices moves the mark of departure.
 */
export async function checkRewrites(db: Db, changes: readonly Prepared<WholeRows>[]): Promise<PublicationProblem[]> {
  const problems: PublicationProblem[] = [];
  for (const { position, value } of changes) {
    if (!value.rewrite) continue;
    const { register, title } = value.definition;
    const { from, values = {}, ended } = value.rewrite;
    for (const merge of mixedMerges(from, values, ended))
      problems.push({ change: position, message: `登记表“${title}”的定义：${mixedMergeWords(merge, from)}` });
    const current = await publicDefinition(db, register);
    if (current !== undefined && textOf(current) !== textOf(value.rewrite.from))
      problems.push({
        change: position,
        message: `登记表“${title}”的定义已被另行修改，数据行不能再按稿件开始时的定义改写，请重新套用`,
      });
  }
  return problems;
}

const textOf = (definition: unknown): string => canonicalJson(readRegister(definition).register);

/** The published definition, or the one of its file while nothing of it is. */
async function publicDefinition(db: Db, register: string): Promise<unknown> {
  return (await findDocumentRow(db, 'register', register)) ?? (await findStoredDocument(db, 'register', register));
}
