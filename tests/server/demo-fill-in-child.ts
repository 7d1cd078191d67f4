import { connectTo } from '#server/db/connect.ts';
import { fillDemo, fillHistory } from '#demo/fill.ts';

/** A program that a test kills, or starts beside another: fills DATABASE_URL with the small demonstration of DEMO_TODAY. */
const database = await connectTo({ connectionString: process.env.DATABASE_URL }, 'external');
const fill = {
  database,
  filesDir: process.env.FILES_DIR!,
  size: 'small' as const,
  today: process.env.DEMO_TODAY!,
  progress: (line: string) => console.log(line),
};
await fillDemo(fill);
await fillHistory(fill);
await database.close();
