import type { Param, SourceDefinition } from '#page/define-source.ts';
import type { WidgetDefinition } from '#page/define-widget.ts';
import { address, path, webAddress } from '#page/schema-words.ts';

/** The JSON Schema keywords that this file reads. */
interface Schema {
  type?: string;
  enum?: readonly unknown[];
  default?: unknown;
  optional?: true;
  pattern?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
}

type Rows = string[][];

const FORM_OF_CHOICES = {
  sortable: 'a sortable column',
  dates: 'a published date',
  sections: 'the id of a channel of the first level',
} as const;
const FILTERS = 'each filter of the register';

/**
 * Returns docs/how-to/widgets-and-sources.md with its tables rewritten from the code. Texts that people write are kept:
 * the last column of a table and the text behind a source's name. They are empty in a new line.
 */
export function widgetsDocument(
  document: string,
  widgets: readonly WidgetDefinition<any, any>[],
  sources: readonly SourceDefinition<any, any>[],
): string {
  const tables = {
    'Widgets and sources': { head: ['shape', 'given by', 'drawn by'], rows: shapeRows(widgets, sources) },
    Widgets: {
      head: ['widget', 'prop', 'value', 'what it does'],
      rows: widgetRows(widgets, descriptionsBelow(document, 'Widgets')),
    },
    Sources: {
      head: ['source', 'param', 'value', 'from', 'what it asks for'],
      rows: sourceRows(sources, descriptionsBelow(document, 'Sources')),
    },
  };
  return Object.entries(tables).reduce(
    (text, [heading, { head, rows }]) => replaceTable(text, heading, head, rows),
    document,
  );
}

function shapeRows(
  widgets: readonly WidgetDefinition<any, any>[],
  sources: readonly SourceDefinition<any, any>[],
): Rows {
  const shapes = [
    ...new Set([...sources.map(({ gives }) => gives), ...widgets.map(({ accepts }) => accepts)]),
  ].toSorted();
  const named = (list: readonly { name: string }[]) => list.map(({ name }) => code(name)).join(', ');
  return shapes.map((shape) => [
    code(shape),
    named(sources.filter(({ gives }) => gives === shape)) || 'no source',
    named(widgets.filter(({ accepts }) => accepts === shape)) || 'no widget',
  ]);
}

const widgetRows = (widgets: readonly WidgetDefinition<any, any>[], descriptions: Descriptions): Rows =>
  widgets.flatMap(({ name, props }) => {
    const lines = Object.entries((props as Schema).properties ?? {}).map(([prop, schema]) => [
      code(prop),
      valueOf(schema),
      descriptions.get(`${name} ${code(prop)}`) ?? '',
    ]);
    const all = lines.length > 0 ? lines : [['no props', '', descriptions.get(`${name} no props`) ?? '']];
    return all.map((line, at) => [at === 0 ? code(name) : '', ...line]);
  });

const sourceRows = (sources: readonly SourceDefinition<any, any>[], descriptions: Descriptions): Rows =>
  sources.flatMap(({ name, params, takesRegisterFilters }) => {
    const lines = Object.entries(params).map(([param, schema]) => [
      code(param),
      paramValue(schema),
      schema.from ?? '',
      descriptions.get(`${name} ${code(param)}`) ?? '',
    ]);
    const filters = [FILTERS, 'as the register defines it', 'address', descriptions.get(`${name} ${FILTERS}`) ?? ''];
    const all = [...lines, ...(takesRegisterFilters ? [filters] : [])];
    return (all.length > 0 ? all : [['no params', '', '', descriptions.get(`${name} no params`) ?? '']]).map(
      (line, at) => [at === 0 ? `${code(name)}: ${descriptions.get(name) ?? ''}`.trim() : '', ...line],
    );
  });

/** The value of a param. Where the value can come from elsewhere (`from`), it is not marked as required. */
function paramValue({ from, choicesOf, ...schema }: Param<unknown>): string {
  const form = choicesOf === undefined ? formOf(schema as Schema) : FORM_OF_CHOICES[choicesOf];
  return [form, standsFor(schema as Schema, from === undefined)].filter(Boolean).join(', ');
}

const valueOf = (schema: Schema): string => `${formOf(schema)}, ${standsFor(schema, true)}`;

/** The default value, or whether the value is optional or required. */
function standsFor(schema: Schema, isRequired: boolean): string {
  if (schema.default !== undefined) return `default ${shown(schema.default)}`;
  if (schema.optional) return 'optional';
  return isRequired ? 'required' : '';
}

function formOf({
  type,
  enum: choices,
  pattern,
  maxLength,
  minimum,
  maximum,
  items,
  maxItems,
  properties,
}: Schema): string {
  if (choices)
    return choices
      .map((one) => code(String(one)))
      .join(', ')
      .replace(/, (?=[^,]*$)/, ' or ');
  if (type === 'boolean') return 'true or false';
  if (type === 'integer') return maximum === undefined ? `${minimum ?? 'a'} or more` : `${minimum} to ${maximum}`;
  if (type === 'array') return `list of up to ${maxItems}${items?.properties ? '' : ', each'} ${formOf(items!)}`;
  if (properties)
    return code(
      `{ ${Object.entries(properties)
        .map(([name, one]) => name + mark(one))
        .join(', ')} }`,
    );
  if (pattern === path().pattern) return 'path';
  if (pattern === address().pattern) return 'path or web address';
  if (pattern === webAddress().pattern) return 'web address';
  return `text up to ${maxLength?.toLocaleString('en')} characters`;
}

const mark = (field: Schema): string => (field.optional || field.default !== undefined ? '?' : '');
const code = (text: string): string => `\`${text}\``;
const shown = (value: unknown): string => (value === '' ? 'empty' : String(value).replaceAll('\n', ' '));

/** Texts that people wrote: by name of a source, and by name of a source or widget with the prop or param of a line. */
type Descriptions = ReadonlyMap<string, string>;

function descriptionsBelow(document: string, heading: string): Descriptions {
  const descriptions = new Map<string, string>();
  let name = '';
  for (const line of tableOf(document, heading).lines.slice(2)) {
    const cells = line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
    const first = /^`([^`]+)`(?:: *(.*))?$/.exec(cells[0]!);
    name = first?.[1] ?? name;
    if (first?.[2] !== undefined) descriptions.set(name, first[2]);
    descriptions.set(`${name} ${cells[1]}`, cells.at(-1)!);
  }
  return descriptions;
}

/**
 * The first table below a heading.
 * @throws where there is none
 */
function tableOf(document: string, heading: string): { lines: string[]; begin: number } {
  const lines = document.split('\n');
  const below = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === heading);
  const begin = lines.findIndex((line, at) => at > below && line.startsWith('|'));
  if (below < 0 || begin < 0) throw new Error(`There is no table below the heading "${heading}"`);
  const end = lines.findIndex((line, at) => at > begin && !line.startsWith('|'));
  return { lines: lines.slice(begin, end < 0 ? undefined : end), begin };
}

function replaceTable(document: string, heading: string, head: string[], rows: Rows): string {
  const { lines, begin } = tableOf(document, heading);
  const row = (cells: string[]) => `|${cells.map((cell) => (cell === '' ? ' ' : ` ${cell} `)).join('|')}|`;
  const table = [row(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row)];
  return document
    .split('\n')
    .toSpliced(begin, lines.length, ...table)
    .join('\n');
}
