import { writeFileSync } from 'node:fs';
import { schemaFiles } from './schema-files.ts';

/**
 * Writes the files that are generated from the code: page-schemas/*.schema.json, the lists of
 * docs/how-to/widgets-and-sources.md and the diagrams of docs/database.md. To be run after changes of widgets, sources,
 * the page language or the tables.
 */
if (process.argv.includes('--help')) {
  console.log('Usage: npm run schemas   writes the files that are generated from the code');
} else {
  for (const { file, text } of schemaFiles()) {
    writeFileSync(file, text);
    console.log(file);
  }
}
