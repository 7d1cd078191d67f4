import { connectTo } from '#server/db/connect.ts';
import { publishEdition } from '#server/editions/publish/publish-edition.ts';

/** A process to be killed while it publishes an edition: node publish-edition-in-child.ts {database url} {edition} {staff}. */
const [url, edition, staff] = process.argv.slice(2);
const { db } = await connectTo({ connectionString: url }, 'external');
process.stdout.write('ready\n');
await publishEdition(
  { db, pagesDir: '' },
  { staffId: Number(staff), account: 'killed', address: '' },
  { editionId: Number(edition), version: 1 },
);
process.stdout.write('done\n');
setInterval(() => {}, 1_000);
