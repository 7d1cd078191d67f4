import { sizeProblem } from '#server/store/publication/storable.ts';
import { sql } from 'kysely';
import { isCurrentDefinition } from './current-definition.ts';
import { channelsShowing, orWholeSite, pathOfFirst } from '../../concerned.ts';
import { lastPublicationIn, openBefore } from '../../dated-table.ts';
import type { KindStore, Prepared } from '../../define-store.ts';
import type { Change } from '../../index.ts';
import { channelsDrafted, definitionAfter, definitionProblems } from '../../register/server/store.ts';
import { openAfter } from '#server/store/rows/register-publication.ts';
import { changedPlace } from './changed-place.ts';
import { checkReferences } from './check-references.ts';
import { checkRewrites } from './check-rewrites.ts';
import { compareRows } from './compare-rows.ts';
import { rowsByKey } from './rows-by-key.ts';
import { rows, type RowsDocument, type WholeRows } from '../index.ts';
import { publishPart } from './publish-part.ts';
import { checkRows, publishRows } from './publish-rows.ts';
import { notePublicSet, rowsAfter, storePublicRows } from './public-rows.ts';
import { travels } from './travel.ts';
import { getRows, getSet, inParts, storeRows, MOST_INLINE, filled } from './row-sets.ts';

/** rows of a register that a preview shows, where it does not show what differs */
export const MOST_SHOWN = 1_000;

const stateTable = { table: 'register_state', columns: rows.tables.register_state! };

const given = (changes: Parameters<KindStore<RowsDocument>['write']>[1]) =>
  changes.written(rows) as readonly Prepared<WholeRows>[];

export const rowsStore: KindStore<RowsDocument> = {
  // the definition is today's: it is no part of what a publication says of rows
  find: async (reader, { registers }, register, { after, storesRows }) => {
    const { db } = reader;
    const definition = registers.get(register);
    const state = await db
      .selectFrom('register_state')
      .select(['data_date', 'department', 'row_count'])
      .where('register', '=', register)
      .where(openAfter(after))
      .executeTakeFirst();
    if (!definition || !state) return null;
    const facts = { definition, dataDate: state.data_date, department: state.department };
    if (state.row_count > MOST_INLINE) {
      const rowSet = storesRows
        ? await storePublicRows(reader, definition, after)
        : { hash: 'public', count: state.row_count };
      return { ...facts, rowSet };
    }
    return { ...facts, rows: (await rowsAfter(db, register, after)).map(filled) };
  },
  history: {
    restoredWith: async (reader, site, change, after) => {
      const { definition: today, ...facts } = change.document;
      const name = today.register;
      const definition = await definitionAfter(reader.db, name, after);
      return definition === null || isCurrentDefinition(site, definition)
        ? [change as Change]
        : [
            { kind: 'register', document: definition },
            { kind: 'rows', document: { ...facts, definition } },
          ];
    },
    past: {
      shownOn: ({ page: { registers } }) => Object.keys(registers),
      table: 'register_state',
      identity: 'register',
      title: 'register',
      titleOf: (name, { registers }) => registers[name]?.title ?? name,
    },
  },
  revision: async (db, register, before) => {
    const { rows: found } = await sql<{ newest: number | null }>`select max(opened_in) as newest from (
      select opened_in from register_state where register = ${register} and ${openBefore(before)}
      union all select opened_in from register_row where register = ${register} and ${openBefore(before)}) as opened`.execute(
      db,
    );
    return String(found[0]?.newest ?? '');
  },
  lastPublication: (db, register) => lastPublicationIn(db, stateTable, register),
  draft: {
    problems: ({ rows: inline, rowSet, definition }) =>
      (inline === undefined) === (rowSet === undefined)
        ? [{ pointer: '', message: '应有数据行（rows 或 rowSet 之一）' }]
        : [sizeProblem(definition) ?? definitionProblems(definition)]
            .flat()
            .map((one) => ({ ...one, pointer: `/definition${one.pointer}` })),
    stored: async (db, { rows: inline, rowSet, ...facts }) => {
      const { register } = facts.definition;
      if (rowSet?.hash === 'public') return { ...facts, rowSet: await storePublicRows({ db }, facts.definition) };
      if (rowSet)
        return { ...facts, rowSet: { hash: rowSet.hash, count: (await getSet(db, rowSet.hash, register)).count } };
      if (!inline || inline.length <= MOST_INLINE) return { ...facts, rows: inline ?? [] };
      return { ...facts, rowSet: await storeRows(db, register, inParts(inline)) };
    },
    whole: async (db, { rowSet, rows: inline = [], ...facts }) => ({
      ...facts,
      rows: rowSet ? await getRows(db, rowSet.hash, facts.definition.register) : inline,
    }),
    known: async (reader, { rowSet, definition }) => {
      if (rowSet?.hash === 'public') await storePublicRows(reader, definition);
    },
  },

  travels,
  concerned: ({ document }, context) => {
    const { register } = (document as RowsDocument).definition;
    return orWholeSite([...channelsShowing(context.site, register), ...channelsDrafted(context, register)]);
  },
  // rows under other rules than stand are a change of the rules
  needs: (site, { definition }) => (isCurrentDefinition(site, definition) ? [] : ['page.change']),
  preview: {
    rank: 3,
    path: (site, { definition }) => pathOfFirst(site, channelsShowing(site, definition.register)),
    changedPlace,
    excerpt: (document) => (document.rows ? { ...document, rows: document.rows.slice(0, MOST_SHOWN) } : document),
  },
  compare: {
    asIn: (before, { definition }) => ({ ...before, definition }),
    rows: compareRows,
    rowsByKey,
    fields: ({ rows: _rows, rowSet: _set, rewrite, ...facts }) => {
      if (!rewrite) return facts;
      const { from: _from, ...rules } = rewrite;
      return { ...facts, rewrite: rules };
    },
  },

  prepare: (findings, { document }, position) => (checkRows(findings, document, position) ? document : undefined),
  check: async ({ trx, problems, rowProblems }, changes) => {
    problems.push(...(await checkRewrites(trx, given(changes))));
    // among rows that are wrong themselves nothing is looked for
    if (rowProblems.length > 0) return;
    rowProblems.push(
      ...(await checkReferences(
        trx,
        given(changes).map(({ value }) => value),
      )),
    );
  },
  write: async (publication, changes) => {
    const uses: Awaited<ReturnType<KindStore<RowsDocument>['write']>> = new Map();
    for (const { value } of given(changes)) {
      const own = value.part
        ? await publishPart(publication, value, value.part)
        : await publishRows(publication, value);
      own.forEach((list, usedBy) => uses.set(usedBy, list));
    }
    return uses;
  },
  published: async (db, no, { rowSet, definition }) => {
    if (rowSet) await notePublicSet(db, no, rowSet.hash, definition);
  },
  changesOf: async (db, no, registers) => {
    const changes = [];
    for (const register of registers) changes.push(...(await registerChange(db, no, register)));
    return changes;
  },
};

type Counted = NonNullable<Awaited<ReturnType<KindStore<RowsDocument>['changesOf']>>[number]['rows']>;

async function registerChange(
  db: Parameters<KindStore<RowsDocument>['changesOf']>[0],
  no: number,
  register: string,
): ReturnType<KindStore<RowsDocument>['changesOf']> {
  const { rows: counted } = await sql<Counted>`
    with touched as (select key, former_key, opened_in = ${no} as opened, closed_in is not distinct from ${no} as closed
        from register_row where register = ${register} and (opened_in = ${no} or closed_in = ${no})),
      rewritten as (select former_key from touched where opened and former_key is not null),
      others as (select bool_or(opened) as opened, bool_or(closed) as closed from touched
        where case when opened then former_key is null else not exists (select from rewritten where rewritten.former_key = key) end
        group by key)
    select count(*) filter (where opened and not closed)::int as added, count(*) filter (where opened and closed)::int as changed,
      count(*) filter (where closed and not opened)::int as withdrew, (select count(*)::int from rewritten) as rewritten from others`.execute(
    db,
  );
  const states = await db
    .selectFrom('register_state')
    .select(['data_date', 'department', 'opened_in', 'closed_in'])
    .where('register', '=', register)
    .where((eb) => eb.or([eb('opened_in', '=', no), eb('closed_in', '=', no)]))
    .execute();
  const after = states.find(({ opened_in }) => opened_in === no);
  const before = states.find(({ opened_in }) => opened_in !== no);
  const fields =
    after && before
      ? (['data_date', 'department'] as const)
          .filter((field) => after[field] !== before[field])
          .map((field) => ({ field, before: before[field], after: after[field] }))
      : [];
  const own = counted[0]!;
  if (states.length === 0 && own.added + own.changed + own.withdrew + own.rewritten === 0) return [];
  const how = after && !before ? 'added' : 'changed';
  return [{ kind: rows.name, how, id: register, name: '', fields, rows: own, path: '' }];
}
