import { COLUMN_TYPES, WIZARD_KINDS } from '#wire/wizard.ts';
import { objectOf } from '#page/object-of.ts';

/** Outer form of the wizard's requests; the values of its fields are checked later, with a problem at each field. */
const text = (maxLength: number) => ({ type: 'string', maxLength });
const flag = { type: 'boolean' };
const list = (items: object, maxItems: number) => ({ type: 'array', items, maxItems });

/** Object that may have further fields; the checks of registers look at all of it. */
const open = (properties: object, required: readonly string[] = []) => ({ type: 'object', properties, required });

const texts = { type: 'object', maxProperties: 1_000, additionalProperties: text(1_000) };
const field = open({ title: text(1_000), type: { enum: COLUMN_TYPES }, unit: text(60), choices: texts }, [
  'title',
  'type',
]);
const names = list(text(201), 60);
const column = objectOf(
  { place: { type: 'integer', minimum: 0, maximum: 16_384 }, header: text(32_767), name: text(200) },
  {
    leftOut: field,
    plain: { enum: ['asked', 'percents'] },
    wrong: list(objectOf({ text: text(32_767), meant: text(1_000) }), 40),
  },
);
const definition = open(
  {
    title: text(1_000),
    key: names,
    columns: names,
    order: names,
    fields: { type: 'object', maxProperties: 60, additionalProperties: field },
    filters: list(open({ field: text(200), fuzzy: names }), 60),
    countWord: text(60),
    restrictedBy: text(200),
    verify: open(
      {
        kind: text(60),
        show: names,
        ended: open({ field: text(200), values: list(text(1_000), 200) }, ['field', 'values']),
      },
      ['kind', 'show'],
    ),
  },
  ['title', 'key', 'columns', 'order', 'fields', 'filters'],
);

export const tableStructure = objectOf(
  { definition, columns: { ...list(column, 60), minItems: 1 }, dataDate: text(30), notes: text(30_000) },
  { notesBelow: text(30_000) },
);

const channel = objectOf(
  {
    channelId: text(64),
    parentId: text(64),
    classOrder: { type: 'integer', minimum: -2_147_483_648, maximum: 2_147_483_647 },
    url: text(500),
    name: text(200),
    type: { enum: [1, 2] },
    department: text(200),
  },
  { hidden: flag, freshness: text(80) },
);
const article = objectOf(
  {
    title: text(1_000),
    content: text(500_000),
    source: text(1_000),
    contentTime: text(60),
    attachments: list(objectOf({ filename: text(1_000), filepath: text(200) }), 200),
  },
  { riskLevel: text(20) },
);

export const planStructure = objectOf(
  { kind: { enum: WIZARD_KINDS }, channel },
  {
    file: objectOf(
      { filepath: text(200), filename: text(1_000), sheet: text(100) },
      {
        fillMerged: flag,
        leaveNotes: flag,
        answers: { type: 'object', maxProperties: 1_000, additionalProperties: text(20) },
      },
    ),
    table: tableStructure,
    articles: list(article, 50),
    copyOf: text(64),
  },
);
