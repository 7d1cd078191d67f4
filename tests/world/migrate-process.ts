import { connectTo } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';

/** A program that tests kill: migrates DATABASE_URL by the folder MIGRATIONS and prints what ran. */
const database = await connectTo({ connectionString: process.env.DATABASE_URL }, 'external');
const ran = await migrate(database, { folder: process.env.MIGRATIONS });
console.log(JSON.stringify(ran));
await database.close();
