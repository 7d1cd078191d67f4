import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pageJsonSchema, registerJsonSchema } from '#page/json-schema.ts';
import { sources } from '#sources/index.ts';
import { widgets } from '#widgets/index.ts';
import { databaseDocument, tablesOf } from './database-document.ts';
import { widgetsDocument } from './widgets-document.ts';

/**
 * The JSON Schemas that editors use for completion, and the documents generated from the code, with their current
 * content.
 */
export function schemaFiles(): { file: string; text: string }[] {
  const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
  const written = (schema: object) => `${JSON.stringify(schema, null, 2)}\n`;
  const rewritten = (path: string, rewrite: (document: string) => string) => ({
    file: at(path),
    text: rewrite(readFileSync(at(path), 'utf8')),
  });
  return [
    { file: at('page-schemas/page.schema.json'), text: written(pageJsonSchema(widgets, sources)) },
    { file: at('page-schemas/register.schema.json'), text: written(registerJsonSchema()) },
    rewritten('docs/how-to/widgets-and-sources.md', (document) => widgetsDocument(document, widgets, sources)),
    rewritten('docs/database.md', (document) => databaseDocument(document, tablesOf(at('src/server/db/migrations')))),
  ];
}
