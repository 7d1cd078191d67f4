import { sql } from 'kysely';
import { canonicalJson } from '#rules/json/canonical-json.ts';
import { keyedAddresses, WITHOUT_KEY } from '#server/store/articles/authored-key.ts';
import { closeAnew, closeRows, openRows } from '#server/store/rows/dated-rows.ts';
import { documentFileUses } from '#server/store/publication/file-uses.ts';
import { openAfter } from '#server/store/rows/register-publication.ts';
import { documentProblem, sizeProblem } from '#server/store/publication/storable.ts';
import { changesIn, lastPublicationIn, openedIn, openRowOf, rowsTouched, type DatedTable } from './dated-table.ts';
import type { FieldProblem, KindStore, Prepared } from './define-store.ts';
import type { KindName } from './index.ts';

/** A document as it is written. */
export interface Named {
  id: string;
  document: unknown;
}

interface DocumentTable extends DatedTable {
  kind: KindName;
  /** column that holds the document as JSON */
  column: string;
  /** '页面', before the name of one */
  title: string;
  /** form of its names */
  names: RegExp;
  /** before the name in file_use.used_by, which the log proves; by default the table's */
  usedBy?: string;
  /** bytes of the document of this name, where it may have more than others */
  mostBytes?: (id: string) => number | undefined;
  /** Further problems, one sentence each. */
  problems?: (id: string, document: unknown) => string[];
}

type Given = 'find' | 'revision' | 'lastPublication' | 'prepare' | 'write' | 'changesOf';

/** The store of things that are one JSON document each, by name, in a table of dated rows. */
export function documentStore<Document>(
  of: DocumentTable,
): Pick<KindStore<Document>, Given> & { draft: { problems: (document: Document, id?: string) => FieldProblem[] } } {
  const { kind, table, column, columns, title, names, problems: problemsOf, mostBytes } = of;
  const name = columns.identity[0]!;
  return {
    find: async ({ db }, _site, id, { after }) => {
      const { rows } = await sql<{
        document: Document;
      }>`select ${sql.ref(column)} as document from ${sql.table(table)} where ${sql.ref(name)} = ${id} and ${of.own ?? sql`true`} and ${openAfter(after)}`.execute(
        db,
      );
      return rows[0] ? rows[0].document : null;
    },
    revision: (db, id, before) => openedIn(db, of, id, before),
    lastPublication: (db, id) => lastPublicationIn(db, of, id),
    draft: {
      problems: (document, id = '') => {
        const problem = sizeProblem(document, mostBytes?.(id));
        return problem ? [problem] : [];
      },
    },
    prepare: ({ problems }, { id = '', document }, position): Named | undefined => {
      const wrong = names.test(id) ? documentProblem(document, mostBytes?.(id)) : '名称只能由字母、数字和连字符组成';
      const found = wrong
        ? [`${title}“${id}”：${wrong}`]
        : [
            ...(problemsOf?.(id, document) ?? []),
            ...keyedAddresses(document).map(
              (pointer) => `${title}“${id}”${pointer && ` ${pointer}`}：网址${WITHOUT_KEY}`,
            ),
          ];
      for (const message of found) problems.push({ change: position, message });
      return found.length === 0 ? { id, document } : undefined;
    },
    write: async (publication, changes) => {
      const written = changes.written({ name: kind }) as readonly Prepared<Named>[];
      const uses = new Map<string, ReturnType<typeof documentFileUses>>();
      for (const { value } of written) {
        const open = await openRowOf(publication.trx, of, value.id);
        if (open && canonicalJson(open[column]) === canonicalJson(value.document)) continue;
        if (open) await closeRows(publication, table, [open]);
        await openRows(publication, table, [{ [name]: value.id, [column]: value.document }]);
        uses.set(`${of.usedBy ?? table}:${value.id}`, documentFileUses(value.document));
      }
      for (const { position, id, because } of changes.withdrawn({ name: kind })) {
        const open = await openRowOf(publication.trx, of, id);
        if (open) {
          await closeRows(publication, table, [open], because);
          uses.set(`${of.usedBy ?? table}:${id}`, []);
        } else if (!(await closeAnew(publication, table, id, because))) {
          publication.problems.push({ change: position, message: `${title}“${id}”从未公开，无法撤下` });
        }
      }
      return uses;
    },
    changesOf: async (db, no) => changesIn(of, await rowsTouched(db, of, no), no, { kind }),
  };
}
