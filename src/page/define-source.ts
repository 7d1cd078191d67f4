import type { ShapeName, Shapes } from './data-shapes.ts';
import type { PageChannel } from './page-schema.ts';
import type { RegisterView } from './register-schema.ts';
import type { ValueOf, Word } from './schema-words.ts';

/** Origin of a source param's value when the page schema names none. */
type From = 'channel' | 'path' | 'address';

/**
 * A source param: a schema word plus where its value comes from by default. `from: 'address'` also names what it is for
 * paging. `choicesOf`: its values are the register's columns that sort, or its published dates, without any of which
 * it is no param; or the channels of the first level.
 * `format`: the choices are days.
 * `condition`: what a visitor asks for, by its short name: what cannot be read is told (RG7), never dropped.
 * `shows`: what of the channels, or of the register, that it names is shown; a block whose channels have none of it is
 * left out (SU3). `content` is a channel's own, in whatever form; `verified` is a kind of verification (SU18).
 * `shared`: blocks that show the same register at once read it together.
 */
export type Param<T> = Word<T> & {
  from?: From;
  choicesOf?: 'sortable' | 'dates' | 'sections';
  format?: 'date';
  condition?: string;
  shows?: 'articles' | 'channels' | 'content' | 'rows' | 'verified';
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
  /** the page is the home page, from which articles are taken on a day (TP3) */
  isHome?: boolean;
}

/** TP3: param of a list of articles, by which the home page leaves out what was taken from it. */
export const forHome = ({ isHome }: Pick<SourceContext, 'isHome'>): { home?: true } => (isHome ? { home: true } : {});

/** The type of a param's value, by a visitor or an author. */
type ParamValue<W> = W extends { readonly enum: readonly (infer V)[] }
  ? V
  : W extends { readonly type: 'string' }
    ? string
    : W extends { readonly type: 'integer' }
      ? number
      : W extends { readonly type: 'boolean' }
        ? boolean
        : ValueOf<W>;

/** Names of params that may be missing: they say so, or an address need not have them and nothing stands for them. */
type Missing<P> = {
  [N in keyof P]: P[N] extends { readonly optional: true }
    ? N
    : P[N] extends { readonly from: 'address' }
      ? P[N] extends { readonly default: unknown }
        ? never
        : N
      : never;
}[keyof P];

/** Params that `load` gets, by their description. @typeParam F whether a register's filters come with them */
export type ParamsOf<P, F = false> = { [N in Exclude<keyof P, Missing<P>>]: ParamValue<P[N]> } & {
  [N in Missing<P>]?: ParamValue<P[N]>;
} & (F extends true ? Record<string, unknown> : unknown);

export interface SourceDefinition<P = any, G extends ShapeName = ShapeName> {
  /** equal to the file's name */
  name: string;
  title: string;
  gives: G;
  /** Params by name. One called `register` names a register, whose definition then comes with the page. */
  params: Record<string, Param<unknown>>;
  /** true when the filters of that register are params too (sources/register.ts) */
  takesRegisterFilters?: boolean;
  /** SU16: where no param says so, what of the site has to be there for it to give anything */
  needs?: 'registers' | 'research';
  /** a call that a feature answers: without it the source gives nothing, and a page of nothing else is none */
  call?: string;
  /** free text asked of it costs the store much, so one client may ask only so often */
  costly?: true;
  /** @throws CallFailed, Unreadable */
  load: (params: P, call: Call, context: SourceContext) => Promise<Shapes[G]>;
}

/** A source; what `load` is given is typed by `params`, so that a misspelt name is an error of types. */
export const defineSource = <
  const P extends Record<string, Param<unknown>>,
  const G extends ShapeName,
  const F extends boolean = false,
>(
  definition: Omit<SourceDefinition<ParamsOf<P, F>, G>, 'params' | 'takesRegisterFilters'> & {
    params: P;
    takesRegisterFilters?: F;
  },
): SourceDefinition<ParamsOf<P, F>, G> => definition;

/** Paging params of every paged source (PC3): in the address, page 1 and size 10 when absent. */
export const pageNum = {
  type: 'integer',
  minimum: 1,
  default: 1,
  from: 'address',
  title: '页码',
} as const satisfies Param<number>;
export const pageSize = {
  type: 'integer',
  minimum: 1,
  maximum: 100,
  default: 10,
  from: 'address',
  title: '每页条数',
} as const satisfies Param<number>;
