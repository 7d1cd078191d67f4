import { sql } from 'kysely';
import { filepathsIn, parseFilepath } from '#rules/files/filepath.ts';
import { closeRows, openRows, type Publication } from '../rows/dated-rows.ts';

/** A file as one public thing shows it. */
export interface FileUse {
  filepath: string;
  /** the name a visitor saves it under */
  filename: string;
  riskLevel: string | null;
}

type FileUseRow = { filepath: string; used_by: string; filename: string; risk_level: string | null };

/**
 * Makes the open file uses of these things exactly the given ones; a thing with an empty list shows no file any more.
 * A file that is not stored is a problem: visitors would meet a dead link.
 */
export async function setFileUses(publication: Publication, uses: Map<string, FileUse[]>): Promise<void> {
  if (uses.size === 0) return;
  const open = await publication.trx
    .selectFrom('file_use')
    .select(['row_id', 'opened_in', 'filepath', 'used_by', 'filename', 'risk_level'])
    .where('public_to', 'is', null)
    .where('used_by', 'in', [...uses.keys()])
    .execute();
  const wanted = new Map<string, FileUseRow>();
  for (const [usedBy, list] of uses) {
    for (const { filepath, filename, riskLevel } of list) {
      const row = { filepath, used_by: usedBy, filename, risk_level: riskLevel };
      wanted.set(JSON.stringify(Object.values(row)), row);
    }
  }
  const gone = open.filter(
    (row) => !wanted.delete(JSON.stringify([row.filepath, row.used_by, row.filename, row.risk_level])),
  );
  await closeRows(publication, 'file_use', gone);
  await assertStored(publication, [...wanted.values()]);
  await openRows(publication, 'file_use', [...wanted.values()]);
}

/**
 * Held until the publication is done, so that none is cleaned away meanwhile; who brings the same file again does not
 * wait.
 */
async function assertStored({ trx, problems }: Publication, uses: readonly FileUseRow[]): Promise<void> {
  if (uses.length === 0) return;
  const paths = [...new Set(uses.map(({ filepath }) => filepath))];
  const stored = await trx
    .selectFrom('file')
    .select('filepath')
    .where(sql<boolean>`filepath = any(${paths}::text[])`)
    .forKeyShare()
    .execute();
  const known = new Set(stored.map(({ filepath }) => filepath));
  for (const { filepath, filename } of uses)
    if (!known.has(filepath))
      problems.push({ change: null, message: `文件“${filename}”不在文件库中，请重新上传（${filepath}）` });
}

/** Files that an article shows: attachments, its image, and those its body refers to. */
export function articleFileUses(article: {
  content: string;
  image: string;
  risk_level: string | null;
  attachments: { filename: string; filepath: string }[];
}): FileUse[] {
  const named = new Map(article.attachments.map(({ filepath, filename }) => [filepath, filename]));
  for (const filepath of [article.image, ...filepathsIn(article.content)]) {
    if (filepath && !named.has(filepath)) named.set(filepath, nameOf(filepath));
  }
  named.delete('');
  return [...named].map(([filepath, filename]) => ({ filepath, filename, riskLevel: article.risk_level }));
}

/** Files named anywhere in a document (a setting, a page schema, the image cells of a register's rows). */
export function documentFileUses(document: unknown): FileUse[] {
  const found = new Set<string>();
  const walk = (value: unknown): void => {
    if (typeof value === 'string') {
      if (parseFilepath(value)) found.add(value);
      else for (const filepath of filepathsIn(value)) found.add(filepath);
    } else if (typeof value === 'object' && value !== null) {
      for (const member of Object.values(value)) walk(member);
    }
  };
  walk(document);
  return [...found].map((filepath) => ({ filepath, filename: nameOf(filepath), riskLevel: null }));
}

/** Nobody gave it a name: the end of its path, with enough of the hash to tell files apart. */
function nameOf(filepath: string): string {
  const parts = parseFilepath(filepath)!;
  return `${parts.sha256.slice(0, 12)}.${parts.extension}`;
}
