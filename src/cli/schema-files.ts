import { fileURLToPath } from 'node:url';
import { pageJsonSchema, registerJsonSchema } from '#page/json-schema.ts';
import { sources } from '#sources/index.ts';
import { widgets } from '#widgets/index.ts';

/** The schemas that give editors completion, as they should stand in page-schemas/. */
export function schemaFiles(): { file: string; text: string }[] {
  const at = (name: string) => fileURLToPath(new URL(`../../page-schemas/${name}`, import.meta.url));
  const written = (schema: object) => `${JSON.stringify(schema, null, 2)}\n`;
  return [
    { file: at('page.schema.json'), text: written(pageJsonSchema(widgets, sources)) },
    { file: at('register.schema.json'), text: written(registerJsonSchema()) },
  ];
}
