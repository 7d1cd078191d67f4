import { rowKey } from '#server/store/rows/check-rows.ts';
import { openAfter } from '#server/store/rows/register-publication.ts';
import type { Travel } from '../../define-store.ts';
import { register as registerKind } from '../../register/index.ts';
import type { Row, RowsDocument } from '../index.ts';
import { publicParts } from './public-rows.ts';
import { MOST_INLINE, storeRows, filled } from './row-sets.ts';

/** BE7: rows go where they are asked for, with all of their columns; the definition goes by itself. */
export const travels: Travel<RowsDocument> = {
  rank: 3,
  onlyWith: 'rows',
  list: async (db, { registers }) => {
    const states = await db
      .selectFrom('register_state')
      .select('register')
      .where(openAfter(undefined))
      .orderBy('register')
      .execute();
    return states.flatMap(({ register }) => (registers.has(register) ? [register] : []));
  },
  rows: {
    following: ({ rowSet }) => rowSet?.count ?? 0,
    inline: ({ rows = [] }) => rows,
    read: async function* (db, id) {
      for await (const part of publicParts(db, id)) yield part.map(filled);
    },
    keyOf:
      ({ definition }) =>
      (row) =>
        rowKey(definition, row),
    facts: ({ dataDate, department }) => ({ dataDate, department }),
    withRows: ({ rowSet: _set, ...document }, rows) => ({ ...document, rows: [...rows] }),
    keep: async (db, { rowSet: _set, rows: _rows, ...document }, batches) => {
      const { register } = document.definition;
      const small: Row[] = [];
      let count = 0;
      async function* counted(): AsyncGenerator<readonly Row[]> {
        for await (const rows of batches) {
          count += rows.length;
          small.push(...rows.slice(0, MOST_INLINE + 1 - small.length));
          yield rows;
        }
      }
      const rowSet = await storeRows(db, register, counted());
      return count > MOST_INLINE ? { ...document, rowSet } : { ...document, rows: small };
    },
    underOwn: (document, { registers }, brings) => {
      const { register } = document.definition;
      const own = registers.get(register);
      return own && !brings(`${registerKind.name}:${register}`) ? { ...document, definition: own } : document;
    },
  },
};
