import type { Database } from '../../db/connect.ts';
import { LOCKS } from '../../db/locks.ts';
import { shanghaiSecond } from '#rules/shanghai-date.ts';

/** Another person is importing this register; says who and since when. */
export class ImportBusy extends Error {
  override readonly name = 'ImportBusy';
}

/** bytes of an application name that PostgreSQL keeps */
const NAME_BYTES = 63;

/**
 * Holds one register for one import. The lock lives on a connection of its own, whose name tells others who holds it,
 * so it ends with the process, however that ends.
 * @param by who imports
 * @returns the release
 * @throws ImportBusy
 */
export async function holdRegister(
  database: Pick<Database, 'connect'>,
  { register, title }: { register: string; title: string },
  by: string,
): Promise<() => Promise<void>> {
  const client = await database.connect(nameOf(by));
  const release = async () => void (await client.end().catch(() => {}));
  try {
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1::int, hashtext($2)) as got', [
      LOCKS.importing,
      register,
    ]);
    if (rows[0]?.got) return release;
    const { rows: holders } = await client.query<{ name: string; since: Date }>(
      `select a.application_name as name, a.backend_start as since
         from pg_locks l join pg_stat_activity a using (pid)
        where l.locktype = 'advisory' and l.granted and l.classid = $1::int::oid and l.objid::bigint = hashtext($2)::bigint & 4294967295
          and l.database = (select oid from pg_database where datname = current_database())`,
      [LOCKS.importing, register],
    );
    const [holder] = holders;
    throw new ImportBusy(
      `登记表“${title}”（${register}）正在由${holder ? `${whoIs(holder.name)}导入，开始于 ${timeOf(holder.since)}` : '他人导入'}。请等它结束后再试。`,
    );
  } catch (error) {
    await release();
    throw error;
  }
}

/** PostgreSQL keeps ASCII only: a name is percent-encoded, and cut between two of its characters. */
function nameOf(by: string): string {
  let name = `import ${process.pid} by `;
  for (const character of by.toWellFormed()) {
    const encoded = encodeURIComponent(character);
    if (name.length + encoded.length > NAME_BYTES) break;
    name += encoded;
  }
  return name;
}

function whoIs(name: string): string {
  const [, pid = '', by = ''] = /^import (\d+) by (.*)$/.exec(name) ?? [];
  return pid === '' ? `“${name}”` : `${by === '' ? '' : `“${decodeURIComponent(by)}”`}（进程 ${pid}）`;
}

/** To the minute, at midnight, too. */
const timeOf = (since: Date): string => `${shanghaiSecond(since.toISOString()).slice(0, 16)}（上海时间）`;
