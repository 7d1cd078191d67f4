import type { Database } from '#server/db/connect.ts';
import { LOCKS } from '#server/db/locks.ts';
import { CannotImport } from './cannot-import.ts';

/**
 * MI5: does the work while nobody else imports articles into this store. The lock ends with the process, even after a
 * crash.
 * @throws CannotImport where somebody does
 */
export async function oneAtATime<T>(database: Pick<Database, 'connect'>, work: () => Promise<T>): Promise<T> {
  const client = await database.connect('import-articles');
  try {
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [LOCKS.movingIn]);
    if (!rows[0]?.got)
      throw new CannotImport(
        'Articles are being imported into this store already. Wait until that has ended.',
        '正在进行另一次迁入，请等它结束后再试',
      );
    return await work();
  } finally {
    await client.end().catch(() => {});
  }
}
