import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseDocument, tablesOf } from '#cli/database-document.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'swtest-tables-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const migrated = (...migrations: string[]) => {
  migrations.forEach((sql, at) => writeFileSync(join(folder, `000${at + 1}-step.sql`), sql));
  return tablesOf(folder);
};

const PARENT = `create table parent (
  id bigint primary key, -- its number; never another
  kind text check (kind in ('a', 'b,c')) not null,
  other_id bigint references parent
);`;
const CHILD = `create unlogged table child (parent_id bigint not null references parent (id), at date, primary key (parent_id, at));`;
const LIST =
  '# Tables\n\n| table | what it holds |\n|---|---|\n| `parent` | those above |\n| `child` | those below |\n\nWords.\n';

describe('docs/database.md', () => {
  test('draws the tables of each list with their columns, keys and what they refer to', () => {
    expect(databaseDocument(LIST, migrated(PARENT, CHILD))).toBe(`# Tables

| table | what it holds |
|---|---|
| \`parent\` | those above |
| \`child\` | those below |

\`\`\`mermaid
erDiagram
  parent {
    bigint id PK
    text kind
    bigint other_id FK
  }
  child {
    bigint parent_id PK, FK
    date at PK
  }
  parent |o--o{ parent : "other_id"
  parent ||--o{ child : "parent_id"
\`\`\`

Words.
`);
  });

  test('draws anew what a later migration changes', () => {
    const tables = migrated(
      PARENT,
      CHILD,
      `alter table child
         add column names text[] not null generated always as (names_in(at, parent_id)) stored, drop column at,
         drop constraint child_pkey, add primary key (names);`,
    );
    const drawn = databaseDocument(databaseDocument(LIST, migrated(PARENT, CHILD)), tables);
    expect(drawn).toBe(databaseDocument(LIST, tables));
    expect(drawn).toContain('  child {\n    bigint parent_id FK\n    text[] names PK\n  }\n');
  });

  test('is refused where a migration says what the drawing does not know', () => {
    expect(() => migrated(PARENT, 'alter table parent rename to elder;')).toThrow('0002-step.sql: the drawing');
    expect(() => migrated(PARENT, 'drop table parent;')).toThrow('does not know “drop table parent”');
  });
});
