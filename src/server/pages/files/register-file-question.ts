import type { FastifyRequest } from 'fastify';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { integer, optional } from '#page/schema-words.ts';
import { readQuery } from '#rules/addresses/site-address.ts';
import { readParams } from '../../api/define-call.ts';
import { Refused } from '../../errors.ts';
import type { RegisterState } from '../../store/rows/list-register-rows.ts';

/** RG5, RG34: by the ending of a file. */
export const MEDIA_TYPES = {
  csv: 'text/csv; charset=utf-8; header=present',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json; charset=utf-8',
  'datapackage.json': 'application/json; charset=utf-8',
} as const;
export type Format = keyof typeof MEDIA_TYPES;

/** params that leave all rows of a register, whatever their order, day and part */
const OF_WHOLE = new Set(['asOf', 'sort', 'pageNum', 'pageSize']);

/** Whether there are no conditions. */
export const isWhole = ({ raw }: FastifyRequest): boolean =>
  Object.entries(queryOf(raw.url)).every(([name, value]) => value === '' || OF_WHOLE.has(name));

export const queryOf = (url = '/'): Record<string, string> => readQuery(new URL(url, 'http://site').search);

/** Checks that each param occurs once, in readable letters. @throws Refused badParameter */
export function assertReadable(url = '/'): void {
  const { search, searchParams } = new URL(url, 'http://site');
  try {
    decodeURIComponent(search.replaceAll('+', ' '));
  } catch {
    throw new Refused('badParameter', '网址参数的编码不完整');
  }
  const names = [...searchParams.keys()];
  const double = names.find((name, at) => names.indexOf(name) < at);
  if (double !== undefined) throw new Refused('badParameter', `参数“${double}”写了两次`);
}

/** Params by which a large register is read part by part. */
export const PAGING = {
  pageNum: optional(integer({ minimum: 1, maximum: 1_000_000_000, description: '第几部分，从 1 开始；缺省为全部' })),
  pageSize: optional(integer({ minimum: 1, maximum: 10_000, description: '每部分的行数，缺省 1000' })),
};

/** Rows of the register that are wanted: so many from that one on. */
export interface Part {
  from: number;
  most: number;
}

const LARGEST_PART = 1_000;

/** Null for the whole. @throws Refused badParameter */
export function partOf(given: Record<string, string | undefined>): Part | null {
  const { pageNum, pageSize } = readParams(PAGING, given);
  if (pageNum === undefined && pageSize === undefined) return null;
  const most = pageSize ?? LARGEST_PART;
  return { from: ((pageNum ?? 1) - 1) * most, most };
}

/** Beginning of a JSON file, before its rows. */
export const headOf = (
  { shown: { register, title }, total, endedRows }: { shown: RegisterDefinition; total: number; endedRows: number },
  { dataDate, department }: RegisterState,
  asOf: string | undefined,
  part: Part | null,
) => ({
  register,
  title,
  dataDate,
  department,
  ...(asOf !== undefined && { asOf }),
  total,
  ...(endedRows > 0 && { endedRows }),
  ...(part && { pageNum: part.from / part.most + 1, pageSize: part.most }),
});
