import { writeFileSync } from 'node:fs';
import { schemaFiles } from './schema-files.ts';

/**
 * Writes page-schemas/*.schema.json and the tables of docs/how-to/widgets-and-sources.md from the code: run it after
 * changing widgets, sources or the language.
 */
for (const { file, text } of schemaFiles()) {
  writeFileSync(file, text);
  console.log(file);
}
