import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';
import { tablesOf } from '#cli/database-document.ts';
import { expectNone, repeated, unequal, type Complaint } from './complaints.ts';
import { lineOf, linesOf, root, textOf } from './repository.ts';

const DOCUMENT = 'docs/database.md';
const TYPES = 'src/server/db/tables.ts';
const MIGRATIONS = 'src/server/db/migrations';
/** Columns that PostgreSQL makes and only SQL reads. */
const UNTYPED = ['edition_version.names', 'row_part.names', 'set_article.names'];

const tables = tablesOf(`${root}${MIGRATIONS}`);

/** The lines `table | what it holds` of the document. */
const listed = [...textOf(DOCUMENT).matchAll(/^\| `(\w+)` \|(.*)\|$/gm)].map(([, name, words]) => ({
  name: name!,
  words: words!.trim(),
}));

const inDocument = (name: string, sentence: string, remedy: string): Complaint => ({
  file: DOCUMENT,
  line: lineOf(DOCUMENT, `| \`${name}\` |`),
  sentence,
  remedy,
});

test('docs/database.md says once of every table what it holds, and of no other', () => {
  const names = listed.map(({ name }) => name);
  expectNone([
    ...unequal({
      found: names,
      wanted: tables.map(({ name }) => name),
      superfluous: (name) => inDocument(name, `There is no table ${name}.`, 'Remove the line; then npm run schemas.'),
      missing: (name) => ({
        file: MIGRATIONS,
        sentence: `The table ${name} has no line in ${DOCUMENT}.`,
        remedy: `Add | \`${name}\` | what it holds | to the list where it belongs; then npm run schemas draws it.`,
      }),
    }),
    ...repeated(names, (name) => inDocument(name, `${name} stands in two lists.`, 'Leave one; then npm run schemas.')),
    ...listed
      .filter(({ words }) => words === '')
      .map(({ name }) => inDocument(name, `It does not say what ${name} holds.`, 'Fill in the second column.')),
  ]);
});

/** `table.column` of each type in tables.ts, with its line: those of interfaces that a table is made with, too. */
function typedColumns(): Map<string, number> {
  const code = textOf(TYPES);
  const lineAt = linesOf(code);
  const parts = new Map<string, readonly Member[]>();
  new Visitor({
    TSInterfaceDeclaration: ({ id, body }) => {
      parts.set(id.name, body.body as unknown as Member[]);
    },
  }).visit(parseSync(TYPES, code).program);
  const columnsOf = (type: Type): [string, number][] => {
    if (type.type === 'TSIntersectionType') return type.types!.flatMap(columnsOf);
    if (type.type === 'TSParenthesizedType') return columnsOf(type.typeAnnotation!);
    const members = type.type === 'TSTypeReference' ? parts.get(type.typeName!.name)! : type.members!;
    return members.map(({ key, start }) => [key.name, lineAt(start)]);
  };
  return new Map(
    parts
      .get('Tables')!
      .flatMap(({ key, typeAnnotation }) =>
        columnsOf(typeAnnotation.typeAnnotation!).map(([column, line]) => [`${key.name}.${column}`, line] as const),
      ),
  );
}

interface Type {
  type: string;
  types?: Type[];
  typeAnnotation?: Type;
  typeName?: { name: string };
  members?: readonly Member[];
}

interface Member {
  start: number;
  key: { name: string };
  typeAnnotation: Type;
}

test(`${TYPES} has a type for each column that the migrations leave, and for no other`, () => {
  const typed = typedColumns();
  expect(typed.size).toBeGreaterThan(100);
  expectNone(
    unequal({
      found: [...typed.keys(), ...UNTYPED],
      wanted: tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`)),
      superfluous: (column) => ({
        file: TYPES,
        line: typed.get(column) ?? 1,
        sentence: `No migration leaves a column ${column}.`,
        remedy: `Remove its type, or add the column by a new file in ${MIGRATIONS}.`,
      }),
      missing: (column) => ({
        file: TYPES,
        line: lineOf(TYPES, `  ${column.split('.')[0]}: `),
        sentence: `The column ${column} has no type.`,
        remedy: 'Add it to Tables.',
      }),
    }),
  );
});
