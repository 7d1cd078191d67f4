import type { ShapeName, Shapes } from './data-shapes.ts';
import type { PageChannel } from './page-schema.ts';
import type { RegisterView } from './register-schema.ts';
import type { Word } from './schema-words.ts';

/** Where a source param takes its value from when the page schema names none. */
type From = 'channel' | 'path' | 'address';

/**
 * A source param: a schema word plus where its value comes from by default. `from: 'address'` also names what it is for
 * paging. `choicesOf`: its values are the register's columns that sort, or its published dates; without any it is no
 * param.
 * `format`: the choices are days.
 * `condition`: what a visitor asks for, by its short name: what cannot be read is told (RG7), never dropped.
 * `shared`: blocks that show the same register at once read it together.
 */
export type Param<T> = Word<T> & {
  from?: From;
  choicesOf?: 'sortable' | 'dates';
  format?: 'date';
  condition?: string;
  shared?: 'register';
};

/**
 * The one way to get data. Handed in: axios in the browser, the route handlers in-process on the server, an upstream.
 */
export interface Call {
  /**
   * GET; answers the envelope's data, throws CallFailed (wire/outcomes.ts) when code is not 0 or there is no answer.
   */
  get(path: string, params?: Record<string, unknown>, options?: { note?: NoteAsOf }): Promise<unknown>;
  /** POST of a JSON body that asks and changes nothing; answers and throws as get does. */
  post(path: string, body: Record<string, unknown>, type?: 'json', options?: { note?: NoteAsOf }): Promise<unknown>;
}

/**
 * Told when an answer is an old one that stands in for a service that is away (WR7): ISO 8601. Sources leave it to
 * loadBlock.
 */
type NoteAsOf = (asOf: string) => void;

export interface SourceContext {
  /** the page's channel, null on fixed pages */
  channel: PageChannel | null;
  /** definitions of the registers this page shows, by name */
  registers: Record<string, RegisterView>;
}

export interface SourceDefinition<P = any, G extends ShapeName = ShapeName> {
  /** equal to the file's name */
  name: string;
  title: string;
  gives: G;
  /**
   * by name; the type of params passed to load. One called `register` names a register, whose definition then comes
   * with the page.
   */
  params: Record<string, Param<unknown>>;
  /** true when the filters of that register are params too (sources/register.ts) */
  takesRegisterFilters?: boolean;
  /** free text asked of it costs the store much, so one client may ask only so often */
  costly?: true;
  /** @throws CallFailed, Unreadable */
  load: (params: P, call: Call, context: SourceContext) => Promise<Shapes[G]>;
}

export function defineSource<P, G extends ShapeName>(definition: SourceDefinition<P, G>): SourceDefinition<P, G> {
  return definition;
}

/** Paging params of every paged source (PC3): in the address, page 1 and size 10 when absent. */
export const pageNum: Param<number> = { type: 'integer', minimum: 1, default: 1, from: 'address', title: '页码' };
export const pageSize: Param<number> = {
  type: 'integer',
  minimum: 1,
  maximum: 100,
  default: 10,
  from: 'address',
  title: '每页条数',
};
