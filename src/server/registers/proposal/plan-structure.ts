import { COLUMN_TYPES, VERIFY_KINDS, VISIBILITIES, WIZARD_KINDS } from '#wire/wizard.ts';
import { objectOf } from '#page/object-of.ts';

/** The outer form of what the wizard sends; the values of its fields are checked later, with a problem at each field. */
const text = (maxLength: number) => ({ type: 'string', maxLength });
const flag = { type: 'boolean' };
const list = (items: object, maxItems: number) => ({ type: 'array', items, maxItems });

const column = objectOf(
  {
    place: { type: 'integer', minimum: 0, maximum: 16_384 },
    header: text(32_767),
    name: text(200),
    title: text(1_000),
    type: { enum: COLUMN_TYPES },
    visibility: { enum: VISIBILITIES },
    required: flag,
    convert: flag,
    pattern: text(1_000),
    patternHint: text(1_000),
    example: text(1_000),
    choices: list(text(1_000), 1_000),
    scale: { type: ['integer', 'null'], minimum: 0, maximum: 8 },
    unit: text(60),
  },
  { fraction: { type: ['boolean', 'null'] }, wrong: list(objectOf({ text: text(32_767), meant: text(1_000) }), 40) },
);
const names = list(text(201), 60);

export const tableStructure = objectOf(
  {
    title: text(1_000),
    columns: { ...list(column, 60), minItems: 1 },
    key: names,
    filters: names,
    search: names,
    order: names,
    countWord: text(60),
    dataDate: text(30),
    notes: text(30_000),
  },
  {
    notesBelow: text(30_000),
    verify: objectOf(
      { kind: { enum: VERIFY_KINDS }, show: names },
      { ended: objectOf({ field: text(200), values: list(text(1_000), 200) }) },
    ),
  },
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
  { hidden: flag, freshness: text(20) },
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
