import type { Json } from '#rules/json/json.ts';
import type { SourceDefinition } from './define-source.ts';
import type { WidgetDefinition } from './define-widget.ts';
import { PLACES, SCHEMA_VERSION } from './page-schema.ts';
import { CLAIM_KINDS, CLAIM_WORDS, LAYOUTS, pageStructure, paramForm } from './page-structure.ts';
import { registerStructure } from './register-structure.ts';

/**
 * page.schema.json and register.schema.json: what gives editors completion and hints. Written from the code by
 * `npm run schemas`; check-page.ts says more (names of registers, shapes that meet, tabs).
 */
const DRAFT = 'http://json-schema.org/draft-07/schema#';

export function pageJsonSchema(
  widgets: readonly WidgetDefinition<any, any>[],
  sources: readonly SourceDefinition<any, any>[],
): Json {
  const { blocks, ...properties } = pageStructure.properties;
  const block = {
    ...blocks.items,
    properties: {
      ...blocks.items.properties,
      place: { ...blocks.items.properties.place, enum: [...new Set(Object.values(PLACES).flat())] },
      widget: { title: '部件', anyOf: widgets.map(({ name, title }) => ({ const: name, title })) },
      source: {
        ...blocks.items.properties.source,
        properties: {
          name: { anyOf: sources.map(({ name, title }) => ({ const: name, title })) },
          params: { type: 'object' },
        },
      },
    },
    allOf: [
      ...widgets.map(({ name, props, accepts }) =>
        when(
          { widget: { const: name } },
          { properties: { props: plain(props) }, ...(accepts !== 'none' && { required: ['source'] }) },
        ),
      ),
      ...sources.map((source) =>
        when(
          { source: { properties: { name: { const: source.name } }, required: ['name'] } },
          { properties: { source: { properties: { params: paramsSchema(source) } } } },
        ),
      ),
    ],
  };
  return {
    $schema: DRAFT,
    title: '页面',
    ...pageStructure,
    properties: {
      ...properties,
      schemaVersion: { ...properties.schemaVersion, const: SCHEMA_VERSION },
      for: {
        title: properties.for.title,
        anyOf: [
          { $ref: '#/definitions/claim' },
          { type: 'array', minItems: 1, items: { $ref: '#/definitions/claim' } },
        ],
      },
      layout: { title: properties.layout.title, enum: LAYOUTS },
      blocks: { ...blocks, items: block },
    },
    allOf: LAYOUTS.map((layout) =>
      when(
        { layout: { const: layout } },
        {
          properties: { blocks: { items: { properties: { place: { enum: PLACES[layout as keyof typeof PLACES] } } } } },
        },
      ),
    ),
    definitions: {
      claim: {
        oneOf: CLAIM_KINDS.map((kind) => ({
          type: 'object',
          required: [kind],
          properties: { [kind]: CLAIM_WORDS[kind] },
          additionalProperties: false,
        })),
      },
      bound: { oneOf: [paramForm('channel'), paramForm('path'), paramForm('address')] },
    },
  };
}

export const registerJsonSchema = (): Json => ({ $schema: DRAFT, title: '公示登记表', ...registerStructure });

function when(is: Record<string, Json>, then: Json): Json {
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  return { if: { properties: is, required: Object.keys(is) }, then };
}

function paramsSchema({ params, takesRegisterFilters }: SourceDefinition<any, any>): Json {
  const stated = ([name, word]: [string, object]) => [
    name,
    { title: (word as { title?: string }).title, anyOf: [plain(word), { $ref: '#/definitions/bound' }] },
  ];
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(params).map(stated)),
    additionalProperties: takesRegisterFilters === true,
  };
}

/** A word without what only the engine reads. */
function plain(word: object): Json {
  const {
    optional: _optional,
    from: _from,
    choicesOf: _choicesOf,
    shows: _shows,
    shared: _shared,
    format: _format,
    condition: _condition,
    hint: _hint,
    ...schema
  } = word as Json;
  const inner = schema.properties as Record<string, object> | undefined;
  return {
    ...schema,
    ...(inner && { properties: Object.fromEntries(Object.entries(inner).map(([name, one]) => [name, plain(one)])) }),
    ...(typeof schema.items === 'object' && schema.items !== null && { items: plain(schema.items) }),
  };
}
