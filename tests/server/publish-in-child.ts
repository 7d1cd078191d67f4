import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { NewPublication } from '#server/store/publication/new-publication.ts';
import { publish } from '#server/store/publication/publish.ts';
import type { Tables } from '#server/db/tables.ts';

/**
 * A process to be killed while it publishes: node publish-in-child.ts {database url} {anything that tells runs apart}.
 * It writes a line before the first statement, after each, and after the commit.
 */
const [url, run] = process.argv.slice(2);
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const pool = new pg.Pool({ connectionString: url, application_name: 'killed', options: '-c timezone=UTC' });
const db = new Kysely<Tables>({
  dialect: new PostgresDialect({ pool }),
  log: () => void process.stdout.write('statement\n'),
});

const definition: RegisterDefinition = {
  schemaVersion: 1,
  register: `killed-${run}`,
  title: '人员公示',
  endpoints: [],
  key: ['no'],
  fields: { no: { title: '编号', type: 'integer' }, name: { title: '姓名', type: 'text' } },
  columns: ['no'],
  filters: [],
  order: ['no'],
};
const act: NewPublication = {
  title: '大批量发布',
  writtenBy: '编辑甲',
  approvedBy: '审核乙',
  changes: [
    ...Array.from({ length: 50 }, (_, index) => ({
      kind: 'article' as const,
      document: {
        channelId: 'a',
        title: `公告${index}`,
        content: '<p>正文</p>',
        contentTime: new Date('2026-01-01T00:00:00Z').toISOString(),
      },
    })),
    {
      kind: 'rows',
      document: {
        definition,
        rows: Array.from({ length: 4_000 }, (_, no) => ({ no, name: '王谷雨'.repeat(20) })),
        dataDate: '2026-01-31',
        department: '合规部',
      },
    },
  ],
};
await pool.query('select 1');
process.stdout.write('ready\n');
await publish({ db }, act);
process.stdout.write('published\n');
setInterval(() => {}, 1_000);
