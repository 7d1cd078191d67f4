import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pageJsonSchema, registerJsonSchema } from '#page/json-schema.ts';
import { sources } from '#sources/index.ts';
import { widgets } from '#widgets/index.ts';
import { widgetsDocument } from './widgets-document.ts';

/** The schemas that give editors completion, and the document that lists widgets and sources, as they should stand. */
export function schemaFiles(): { file: string; text: string }[] {
  const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
  const written = (schema: object) => `${JSON.stringify(schema, null, 2)}\n`;
  const document = at('docs/how-to/widgets-and-sources.md');
  return [
    { file: at('page-schemas/page.schema.json'), text: written(pageJsonSchema(widgets, sources)) },
    { file: at('page-schemas/register.schema.json'), text: written(registerJsonSchema()) },
    { file: document, text: widgetsDocument(readFileSync(document, 'utf8'), widgets, sources) },
  ];
}
