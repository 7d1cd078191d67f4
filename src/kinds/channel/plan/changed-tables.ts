import { findPage, isLostPage } from '#page/find-page.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { exportedFields, registerView } from '#page/register-view.ts';
import { isLost, resolve } from '#page/resolve.ts';
import type { SiteMap } from '#page/site-map.ts';
import { diffLists } from '#rules/text/text-diff.ts';
import type { PlannedTable } from '#wire/channel-answers.ts';
import type { Db } from '#server/db/tables.ts';
import { templateTitles } from '#server/registers/import/template.ts';
import { registerSheet } from '#server/registers/sheets/register-sheet.ts';
import { registerVisibility } from '#server/site/ended-registers.ts';
import { shownRegisters } from '#server/site/register-places.ts';
import type { Site } from '#server/site/site.ts';
import { listRegisterStates } from '#server/store/rows/list-register-rows.ts';
import { withdrawnOf, writtenOf } from '../../changes.ts';
import type { Change } from '../../index.ts';
import { rows as rowsKind } from '../../rows/index.ts';
import { channel as channelKind } from '../index.ts';

/** A register as visitors and editors have it, by its reported facts. */
interface Table {
  title: string;
  /** true where a page shows it */
  isShown: boolean;
  hasFile: boolean;
  parts: Record<PlannedTable['parts'][number]['part'], string[]>;
}

/**
 * ED9: the registers of which a page, the downloads or the import template become others. Each has the titles of
 * columns that come and go, and whether its files can be downloaded.
 */
export async function changedTables(
  db: Db,
  site: Site,
  after: SiteMap,
  changes: readonly Change[],
): Promise<PlannedTable[]> {
  if (changes.length === 0) return [];
  const [was, is] = [shownRegisters(site), shownIn(after)];
  const published = new Set((await listRegisterStates(db, 'now')).keys());
  const publishedAfter = new Set([
    ...published,
    ...writtenOf(rowsKind, changes).map(({ document }) => document.definition.register),
  ]);
  const ending = endingWith(site.map, changes);
  const tables: PlannedTable[] = [];
  for (const register of new Set([...Object.keys(site.map.registers), ...Object.keys(after.registers)])) {
    const [old, fresh] = [site.map.registers[register], after.registers[register]];
    const state = old ? await registerVisibility(db, site, old, 'now') : 'unshown';
    const isEnded = typeof state === 'object' || ending.has(register);
    const isAnswered = fresh !== undefined && fresh.endpoints.length > 0 && !isEnded;
    const table = compared(
      register,
      old && tableOf(old, site.map, was.has(register), state === 'shown' && published.has(register)),
      fresh &&
        tableOf(fresh, after, is.has(register), (is.has(register) || isAnswered) && publishedAfter.has(register)),
    );
    if (table) tables.push(table);
  }
  return tables;
}

/** @param isShown by a page @param isAnswered its rows are published, and visitors are answered from it */
function tableOf(definition: RegisterDefinition, { facts }: SiteMap, isShown: boolean, isAnswered: boolean): Table {
  const titles = (columns: readonly { title: string }[]): string[] => columns.map(({ title }) => title);
  const hasFile = isAnswered && definition.onDemand !== true && exportedFields(definition).length > 0;
  return {
    title: definition.title,
    isShown,
    hasFile,
    parts: {
      headings: isShown ? titles(registerView(definition, facts).columns) : [],
      csv: hasFile ? titles(registerSheet(definition, facts).columns) : [],
      template: templateTitles(definition),
    },
  };
}

const NONE: Table = {
  title: '',
  isShown: false,
  hasFile: false,
  parts: { headings: [], csv: [], template: [] },
};

function compared(register: string, was: Table = NONE, is: Table = NONE): PlannedTable | null {
  const parts = (['headings', 'csv', 'template'] as const).flatMap((part) => {
    const lines = diffLists(was.parts[part], is.parts[part]);
    return lines.some(({ how }) => how !== 'same') ? [{ part, lines }] : [];
  });
  const page = changeOf(was.isShown, is.isShown);
  const file = changeOf(was.hasFile, is.hasFile);
  if (parts.length === 0 && was.title === is.title && page === 'same' && file === 'same') return null;
  return {
    register,
    title: is.title || was.title,
    ...(was.title !== is.title && was.title !== '' && is.title !== '' && { formerTitle: was.title }),
    parts,
    file,
    page,
  };
}

const changeOf = (was: boolean, is: boolean): PlannedTable['page'] => (was === is ? 'same' : is ? 'comes' : 'leaves');

/** The registers that a page shows. */
const shownIn = (map: SiteMap): ReadonlySet<string> =>
  shownRegisters({
    map,
    registers: new Map(Object.entries(map.registers)),
    resolve: (path) => resolve(map, path),
    isLost: (path) => isLost(map, path),
  });

/** RG27: the registers of channels that the changes end. */
function endingWith({ pages, byId }: SiteMap, changes: readonly Change[]): ReadonlySet<string> {
  const ending = withdrawnOf(channelKind, changes).flatMap(({ id }) => byId.get(id)?.channel ?? []);
  return new Set(
    ending.flatMap((channel) => {
      const found = findPage(pages, channel);
      const blocks = found && !isLostPage(found) ? found.page.blocks : [];
      return blocks.flatMap(({ source }) =>
        typeof source?.params?.register === 'string' ? source.params.register : [],
      );
    }),
  );
}
