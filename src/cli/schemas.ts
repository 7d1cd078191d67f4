import { writeFileSync } from 'node:fs';
import { schemaFiles } from './schema-files.ts';

/**
 * Writes from the code page-schemas/*.schema.json, the lists of docs/how-to/widgets-and-sources.md and the drawings of
 * docs/database.md: run it after changing widgets, sources, the page language or the tables.
 */
for (const { file, text } of schemaFiles()) {
  writeFileSync(file, text);
  console.log(file);
}
