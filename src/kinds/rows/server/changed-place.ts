import type { ResolvedBlock } from '#page/page-schema.ts';
import { rowPermalink } from '#rules/registers/row-permalink.ts';
import type { Db } from '#server/db/tables.ts';
import type { Site } from '#server/site/site.ts';
import type { RowsDocument } from '../index.ts';

/** Params of a table's source that do not choose among its rows. */
const NO_CONDITIONS = new Set(['register', 'pageNum', 'pageSize', 'sort', 'row', 'asOf']);

/**
 * ED1: where on a page visitors find the first row that a publication brought or changed: the page of the table that
 * holds it. Of a table that shows rows on demand, or some rows alone, the row by itself.
 * @param path site path of a page that shows the register
 * @param no the publication, within whose transaction this is asked
 * @returns the path with a query; as it was where there is no such row
 */
export async function changedPlace(
  db: Db,
  site: Pick<Site, 'resolve'>,
  { definition: { register, key, onDemand } }: Pick<RowsDocument, 'definition'>,
  path: string,
  no: number,
): Promise<string> {
  const page = site.resolve(path);
  const block =
    page && !('redirect' in page)
      ? page.blocks.find(({ source, register: shown }) => source?.name === 'register' && shown === register)
      : undefined;
  if (!block) return path;
  const open = db.selectFrom('register_row').where('register', '=', register).where('public_to', 'is', null);
  const first = await open
    .select(['sort_no', 'data'])
    .where('opened_in', '=', no)
    .orderBy('sort_no')
    .orderBy('row_id')
    .limit(1)
    .executeTakeFirst();
  if (!first) return path;
  const [pageNum, pageSize, row] = ['pageNum', 'pageSize', 'row'].map((name) => paramOf(block, name));
  const link = rowPermalink(key, first.data);
  if (onDemand || hasConditions(block))
    return row?.address && link !== null ? `${path}?${new URLSearchParams({ [row.address]: link }).toString()}` : path;
  const { before } = await open
    .select(({ fn }) => fn.countAll<number>().as('before'))
    .where('sort_no', '<', first.sort_no)
    .executeTakeFirstOrThrow();
  const at = Math.floor(Number(before) / Number(pageSize?.value ?? 10)) + 1;
  return at === 1 || !pageNum?.address ? path : `${path}?${pageNum.address}=${at}`;
}

/** A param of a block's source: its name in the address, and the value that it has without one there. */
function paramOf({ source }: ResolvedBlock, name: string): { address?: string; value?: unknown } | undefined {
  const param = source?.params[name];
  if (!param) return undefined;
  return 'value' in param ? { value: param.value } : { address: param.address, value: param.default };
}

const hasConditions = ({ source }: ResolvedBlock): boolean =>
  Object.entries(source?.params ?? {}).some(([name, param]) => !NO_CONDITIONS.has(name) && 'value' in param);
