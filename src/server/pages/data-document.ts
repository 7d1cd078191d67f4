import type { RegisterDefinition } from '#page/register-schema.ts';
import type { RegisterFacts } from '#page/register-view.ts';
import { REGISTER_FILE } from '#wire/paths.ts';
import { questionParams } from '../api/register-question-params.ts';
import { fileFields } from '../registers/sheets/data-package.ts';
import { listDataSets } from '../site/data-sets.ts';
import type { Site } from '../site/site.ts';
import type { PagesDeps } from './pages.ts';
import { PAGING } from './register-file-question.ts';

type Deps = Pick<PagesDeps, 'db' | 'siteUrl' | 'gateway'>;

/**
 * RG34: OpenAPI document of the files of registers that everybody may read, in production, too. What a field holds is told
 * in the words of its data package.
 */
export async function dataDocument({ db, siteUrl, gateway }: Deps, site: Site): Promise<object> {
  const sets = await listDataSets(db, site, 'now', (path) => gateway.answers(path));
  return {
    openapi: '3.1.0',
    info: {
      title: `${site.shell.brand.name}公示数据`,
      version: '1',
      description:
        '公示登记表的文件，不加密，任何网站的页面都可以读取（CORS）。回答带 ETag，未变动时为 304；次数限制见 RateLimit-Limit、RateLimit-Remaining、RateLimit-Reset，超出时为 429 和 Retry-After。',
    },
    servers: [{ url: siteUrl }],
    paths: Object.fromEntries(sets.flatMap(({ definition }) => pathsOf(definition, site.map.facts))),
  };
}

function pathsOf(definition: RegisterDefinition, facts: RegisterFacts): [string, object][] {
  const { register, title } = definition;
  const { row: _row, ...questions } = questionParams(definition);
  const parameters = Object.entries({ ...questions, ...PAGING.params }).map(
    ([name, { description, ...schema }]: [string, { description?: string }]) => ({
      name,
      in: 'query',
      description,
      schema,
    }),
  );
  const file = (type: string, schema: object) => ({
    get: {
      summary: title,
      parameters,
      responses: {
        200: { description: '现行或 asOf 那天公布的行', content: { [type]: { schema } } },
        304: { description: '与 If-None-Match 的相比没有变动' },
        404: { description: '没有这个文件，或条件不能识别' },
        429: { description: '过于频繁，Retry-After 秒后再试' },
      },
    },
  });
  const rows = { type: 'array', items: { type: 'object', properties: fileFields(definition, facts) } };
  const whole = {
    type: 'object',
    required: ['register', 'title', 'dataDate', 'department', 'total', 'rows'],
    properties: {
      register: { type: 'string' },
      title: { type: 'string' },
      dataDate: { type: 'string', format: 'date' },
      department: { type: 'string' },
      asOf: { type: 'string', format: 'date' },
      total: { type: 'integer', description: '符合条件的行数' },
      pageNum: { type: 'integer' },
      pageSize: { type: 'integer' },
      rows,
    },
  };
  return [
    [`${REGISTER_FILE}/${register}.json`, file('application/json', whole)],
    [`${REGISTER_FILE}/${register}.csv`, file('text/csv', { type: 'string' })],
  ];
}
