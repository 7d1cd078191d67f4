import type { RegisterDefinition } from '#page/register-schema.ts';
import type { RegisterFacts } from '#page/register-view.ts';
import { REGISTER_FILE, SITE_BASE } from '#wire/paths.ts';
import { questionParams } from '#server/api/register-question-params.ts';
import { fileFields } from '#server/registers/sheets/data-package.ts';
import { listDataSets } from './data-sets.ts';
import { pathOfUpdates, pathsOfPages } from '#server/site/register-places.ts';
import type { Site } from '#server/site/site.ts';
import { feedOf } from './feed.ts';
import type { PagesDeps } from '#server/pages/pages.ts';
import { MEDIA_TYPES, PAGING } from '#server/pages/files/register-file-question.ts';

type Deps = Pick<PagesDeps, 'db' | 'siteUrl' | 'gateway'>;

/**
 * RG34: OpenAPI document of everything that everybody may read by program, in production, too: the files of registers,
 * feeds and the site map. Fields are described in the words of their data package.
 */
export async function dataDocument({ db, siteUrl, gateway }: Deps, site: Site): Promise<object> {
  const sets = await listDataSets(db, site, 'now', (path) => gateway.answers(path));
  return {
    openapi: '3.1.0',
    info: {
      title: `${site.shell.brand.name}公示数据`,
      version: '1',
      description:
        '公示登记表的文件、更新订阅与网站地图，不加密；登记表的文件任何网站的页面都可以读取（CORS）。回答带 ETag，未变动时为 304；次数限制见 RateLimit-Limit、RateLimit-Remaining、RateLimit-Reset，超出时为 429 和 Retry-After。',
    },
    servers: [{ url: siteUrl }],
    paths: Object.fromEntries([
      ...sets.flatMap(({ definition }) => pathsOf(definition, site.map.facts)),
      ...feedPaths(site, sets),
      ['/sitemap.xml', withoutParams('网站地图：各页面与文章的网址', 'application/xml')],
    ]),
  };
}

/** RG37: of registers, and of every page that lists articles. */
function feedPaths(site: Site, sets: Awaited<ReturnType<typeof listDataSets>>): [string, object][] {
  const paths = [
    '/',
    ...pathsOfPages(site),
    ...sets.flatMap(({ definition }) => pathOfUpdates(site, definition.register) ?? []),
  ];
  return [...new Set(paths)].flatMap((path): [string, object][] => {
    const page = site.resolve(path);
    // a second way to a page leads to its feed by a redirect
    const feed = page && !('redirect' in page) && page.shownAt === undefined ? feedOf(site, page) : null;
    return feed ? [[`${SITE_BASE}${feed.path}`, withoutParams(feed.title, 'application/rss+xml')]] : [];
  });
}

/** Description of a file that is read without conditions. */
const withoutParams = (summary: string, type: string): object => ({
  get: {
    summary,
    responses: {
      200: { description: '现行内容', content: { [type]: { schema: { type: 'string' } } } },
      304: { description: '与 If-None-Match 的相比没有变动' },
    },
  },
});

function pathsOf(definition: RegisterDefinition, facts: RegisterFacts): [string, object][] {
  const { register, title } = definition;
  const questions = questionParams(definition);
  const { asOf } = questions;
  const file = (type: string, schema: object, params: Record<string, object> = { ...questions, ...PAGING }) => ({
    get: {
      summary: title,
      parameters: parametersOf(params),
      responses: {
        200: { description: '现行或 asOf 那天公布的行', content: { [type]: { schema } } },
        304: { description: '与 If-None-Match 的相比没有变动' },
        400: { description: '参数不正确：原因在 title 和 reason 中' },
        404: { description: '没有这个文件' },
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
      ...(definition.history?.hideEnded && {
        endedRows: { type: 'integer', description: 'asOf 那天公布、现已不再公示的行数，不在 rows 之中；没有时缺省' },
      }),
      pageNum: { type: 'integer' },
      pageSize: { type: 'integer' },
      rows,
    },
  };
  return [
    [`${REGISTER_FILE}/${register}.json`, file('application/json', whole)],
    [`${REGISTER_FILE}/${register}.csv`, file('text/csv', { type: 'string' })],
    [`${REGISTER_FILE}/${register}.xlsx`, file(MEDIA_TYPES.xlsx, { type: 'string', format: 'binary' })],
    [
      `${REGISTER_FILE}/${register}.datapackage.json`,
      file('application/json', { type: 'object', description: 'Frictionless data package' }, asOf ? { asOf } : {}),
    ],
  ];
}

const parametersOf = (params: Record<string, { description?: string }>) =>
  Object.entries(params).map(([name, { description, ...schema }]) => ({ name, in: 'query', description, schema }));
