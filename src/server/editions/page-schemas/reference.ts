import { PLACES } from '#page/page-schema.ts';
import { CLAIM_KINDS, CLAIM_WORDS, pageStructure, paramForm, PARAM_FORMS } from '#page/page-structure.ts';
import { registerStructure } from '#page/register-structure.ts';
import { sources } from '#sources/index.ts';
import { widgets } from '#widgets/index.ts';
import type { Reference, ReferencePart } from '#wire/console-answers.ts';

/** Words that may be written in pages and registers, from the code: the same objects that the check reads. */
export function buildReference(): Reference {
  const shapes = [
    ...new Set([...widgets.map(({ accepts }) => accepts), ...sources.map(({ gives }) => gives)]),
  ].toSorted();
  const { blocks, ...properties } = pageStructure.properties;
  const byName = (a: ReferencePart, b: ReferencePart): number => (a.name < b.name ? -1 : 1);
  return {
    page: [
      {
        id: 'page',
        name: '页面',
        title: 'page-schemas/ 中的一个文件，或一个已发布的版本',
        schema: {
          ...pageStructure,
          properties: { ...properties, blocks: { title: blocks.title, type: 'array', maxItems: blocks.maxItems } },
        },
      },
      { id: 'block', name: '块', title: '页面的 blocks 中的一项', schema: blocks.items },
      ...CLAIM_KINDS.map((kind) => ({
        id: `claim-${kind}`,
        name: `用途 ${kind}`,
        title: CLAIM_WORDS[kind].title,
        schema: { type: 'object', required: [kind], properties: { [kind]: CLAIM_WORDS[kind] } },
      })),
      ...Object.entries(PARAM_FORMS).map(([from, { title }]) => ({
        id: `param-${from}`,
        name: `参数取自 ${from}`,
        title,
        schema: paramForm(from as keyof typeof PARAM_FORMS),
      })),
    ],
    layouts: Object.entries(PLACES).map(([name, places]) => ({ name, places: [...places] })),
    register: [
      {
        id: 'register',
        name: '登记表',
        title: 'page-schemas/registers/ 中的一个文件，或一个已发布的版本',
        schema: registerStructure,
      },
    ],
    widgets: widgets
      .map(({ name, title, accepts, props }) => ({ id: `widget-${name}`, name, title, shape: accepts, schema: props }))
      .toSorted(byName),
    sources: sources
      .map(({ name, title, gives, params }) => ({
        id: `source-${name}`,
        name,
        title,
        shape: gives,
        schema: {
          type: 'object',
          properties: params,
          required: Object.keys(params).filter((param) => needed(params[param]!)),
        },
      }))
      .toSorted(byName),
    shapes: shapes.map((name) => ({
      name,
      sources: sources.filter(({ gives }) => gives === name).map((one) => one.name),
      widgets: widgets.filter(({ accepts }) => accepts === name).map((one) => one.name),
    })),
  };
}

/** A param that only the page can give. */
const needed = ({
  optional,
  default: given,
  from,
}: {
  optional?: unknown;
  default?: unknown;
  from?: unknown;
}): boolean => optional !== true && given === undefined && from === undefined;
