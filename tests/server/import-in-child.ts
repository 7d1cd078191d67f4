import type { RegisterDefinition } from '#page/register-schema.ts';
import { connectTo } from '#server/db/connect.ts';
import { publishImport } from '#server/registers/import/publish-import.ts';

/** A process to be killed while it publishes a file: node import-in-child.ts {database url} {register} */
const [url = '', register = ''] = process.argv.slice(2);
const database = await connectTo({ connectionString: url }, 'external');
const definition: RegisterDefinition = {
  schemaVersion: 1,
  register,
  title: '人员公示',
  endpoints: [],
  key: ['no'],
  fields: { no: { title: '编号', type: 'integer' }, name: { title: '姓名', type: 'text' } },
  columns: ['no'],
  filters: [],
  order: ['no'],
};
const bytes = Buffer.from(['编号,姓名', ...Array.from({ length: 3_000 }, (_, no) => `${no},王谷雨`)].join('\n'));
await publishImport(
  database,
  { definition, bytes, filename: '人员.csv' },
  { dataDate: '2026-01-31', department: '合规部', writtenBy: '编辑甲', approvedBy: '审核乙' },
);
await database.close();
