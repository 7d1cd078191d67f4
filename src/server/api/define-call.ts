import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv';
import { withoutFormat } from '#rules/text/without-format.ts';
import { flag, schemaOf, type Fields, type ObjectOf, integer, withDefault } from '#page/schema-words.ts';
import type { ResolvedPage } from '#page/page-schema.ts';
import { valueAt } from '#rules/json/pointer.ts';
import type { Moment } from '../store/publication/new-publication.ts';
import type { Whose } from '../people/customers/access.ts';
import type { Db } from '../db/tables.ts';
import { Refused } from '../errors.ts';
import type { SizeReading } from '../files/picture-sizes.ts';
import type { Site } from '../site/site.ts';
import type { UploadedFile } from './read-upload.ts';

/**
 * The room `server/api` answers the visitor's calls. A call is one entry of a table: the HTTP route, the in-process
 * call of server rendering and the API document are all made from it.
 */
export interface CallContext {
  db: Db;
  /** the moment that is read (PB1); only in-process callers can ask for a past one */
  moment: Moment;
  /** channels, pages and registers public at that moment */
  site: Site;
  /** token of the calling customer, unproven; absent in pages that are kept for all */
  token?: string;
  /** looks the token up in the user service, once per call; without a token there is no lookup */
  whose: () => Promise<Whose>;
  /** files of an upload, already received */
  files?: readonly UploadedFile[];
  /** DATA_DIR/materials: files that no address names */
  materialsDir?: string;
  /** whether another system answers a call (WR7) */
  isUpstream: (path: string) => boolean;
  /** asks that system, and reads its answer as this site's own; data. @throws CallFailed */
  elsewhere: (path: string, params: Record<string, unknown>) => Promise<unknown>;
  /** US7: where a channel of that system without content leads; null: it stands for itself */
  leadOn: (page: ResolvedPage) => Promise<string | null>;
  /** called with the words of a search without results; it does not learn who searched */
  missed?: (words: string) => void;
  /** sizes of stored pictures (ML4); absent: none are told */
  sizes?: SizeReading;
}

export interface CallDefinition {
  /** below CALL_BASE */
  path: string;
  /** absent: GET, params in the query; POST: params as a JSON body */
  method?: 'POST';
  summary: string;
  /** words of the query, or of the body: type, check and API document in one; values arrive as text and are coerced */
  params: Fields;
  /** this site's own call, which no upstream knows (WR7) */
  ours?: true;
  /** true where its public answer stays the same until the next publication and is worth remembering */
  steady?: true;
  /** the body may be multipart, with files */
  upload?: true;
  /** true where it costs the store much, or shows only the rows found (RG8), so one client may call only so often */
  costly?: true;
  /**
   * the things that an answer was made of (store/publication/touched-things.ts), so that a kept page knows which publications touch
   * it (PD8); absent: it may be made of anything
   */
  reads?: (params: any, context: CallContext, data: any) => readonly string[];
  /** description of `data` for the API document */
  answers: string;
  handle: (params: any, context: CallContext) => Promise<unknown>;
}

export function defineCall<F extends Fields>(
  definition: Omit<CallDefinition, 'params' | 'handle' | 'reads'> & {
    params: F;
    handle: (params: ObjectOf<F>, context: CallContext) => Promise<unknown>;
    reads?: (params: ObjectOf<F>, context: CallContext, data: any) => readonly string[];
  },
): CallDefinition {
  return definition;
}

/** TP3: only articles that were not taken off the home page. */
export const homeParam = withDefault(false, flag({ description: '只列首页可以显示的文章' }));

/** Query params of a paged call. Above 100 a page size is answered as 100 (WR6), so it has no maximum here. */
export const pagingParams = {
  pageNum: withDefault(1, integer({ minimum: 1, maximum: 1_000_000_000, description: '页码，从 1 开始' })),
  pageSize: withDefault(10, integer({ minimum: 1, description: '每页条数，超过 100 按 100 返回' })),
};

/** WR6: at most 100 a page. */
export const allowedPageSize = (pageSize: number): number => Math.min(pageSize, 100);

const ajv = new Ajv({ coerceTypes: true, useDefaults: true, strict: false, ownProperties: true });
const validators = new WeakMap<Fields, { validate: ValidateFunction; required: readonly string[] }>();

/**
 * Params as the call's handler wants them.
 * @throws Refused badParameter naming the field and what would be right
 */
export function readParams<F extends Fields>(words: F, raw: Record<string, unknown>): ObjectOf<F> {
  let known = validators.get(words);
  if (!known) {
    const schema = schemaOf(words);
    known = { validate: ajv.compile(schema), required: schema.required };
    validators.set(words, known);
  }
  const { validate, required } = known;
  // a repeated parameter arrives as an array: the last one counts where no list is wanted; own copy, because coercion
  // writes into it
  const params: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(raw)) {
    const last = Array.isArray(value) && !isList(words[name]) ? value.at(-1) : value;
    if (typeof last === 'string' && last.includes('\0'))
      throw new Refused('badParameter', `参数 ${name} 含有不允许的字符`);
    // invisible characters alone are no value; an empty required one is reported by the call itself
    const isRequired = required.includes(name);
    const isEmpty = last === '' || (!isRequired && typeof last === 'string' && withoutFormat(last) === '');
    if (last !== undefined && (!isEmpty || words[name] === undefined)) params[name] = last;
  }
  if (validate(params)) return params as ObjectOf<F>;
  throw new Refused('badParameter', sentence(words, validate.errors?.[0], params));
}

const isList = (schema: object | undefined): boolean => (schema as { type?: string } | undefined)?.type === 'array';

function sentence(words: Fields, error: ErrorObject | undefined, params: Record<string, unknown>): string {
  if (!error) return '参数不正确';
  if (error.keyword === 'required') return `缺少参数 ${String(error.params.missingProperty)}`;
  const name = error.instancePath.slice(1);
  // OL8: the text may stand within what the param is
  if (error.keyword === 'maxLength') {
    const length = [...String(valueAt(params, error.instancePath))].length;
    const { description } = (words[name] ?? {}) as { description?: string };
    return `参数 ${name}${description ? `（${description}）` : ''}有 ${length} 个字，最多 ${String(error.params.limit)} 个`;
  }
  const schema = words[name] as { type?: string; minimum?: number; maximum?: number; enum?: unknown[] } | undefined;
  const right = schema?.enum
    ? `应为 ${schema.enum.join('、')} 之一`
    : schema?.type === 'integer'
      ? `应为整数${schema.minimum === undefined ? '' : `，不小于 ${schema.minimum}`}${schema.maximum === undefined ? '' : `，不大于 ${schema.maximum}`}`
      : '格式不正确';
  return `参数 ${name} ${right}`;
}
