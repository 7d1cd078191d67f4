import { expect, test } from 'vitest';
import { schemaLines } from '#console/reference/schema-lines.ts';
import { buildReference } from '#server/editions/page-schemas/reference.ts';
import { sources } from '#sources/index.ts';
import { widgets } from '#widgets/index.ts';

test('every field of a schema has a line, those in lists and objects with their way', () => {
  const schema = {
    required: ['links'],
    properties: {
      links: {
        title: '按钮',
        type: 'array',
        maxItems: 2,
        items: {
          type: 'object',
          required: ['path'],
          properties: { path: { type: 'string', title: '网址', hint: '以 / 开头' } },
        },
      },
      look: { enum: ['row', 'cards'], default: 'row' },
      page: { type: 'integer', minimum: 1, from: 'address' },
    },
  };
  expect(schemaLines(schema)).toEqual([
    { path: 'links', isNeeded: true, type: '列表', meaning: '按钮', limits: '至多 2 项' },
    { path: 'links[].path', isNeeded: true, type: '文字', meaning: '网址', limits: '以 / 开头' },
    { path: 'look', isNeeded: false, type: 'row、cards', meaning: '', limits: '缺省 "row"' },
    { path: 'page', isNeeded: false, type: '整数', meaning: '', limits: '没有写时取自网址的查询参数；至少 1' },
  ]);
});

test('the reference holds every widget and source, each with an anchor of its own, and all fields of a register', () => {
  const reference = buildReference();
  expect(reference.widgets).toHaveLength(widgets.length);
  expect(reference.sources).toHaveLength(sources.length);
  const ids = [...reference.page, ...reference.register, ...reference.widgets, ...reference.sources].map(
    ({ id }) => id,
  );
  expect(new Set(ids).size).toBe(ids.length);
  expect(schemaLines(reference.register[0]!.schema).map(({ path }) => path)).toEqual(
    expect.arrayContaining(['fields', 'fields.*.title', 'endpoints[].path', 'verify.ended.field']),
  );
  expect(reference.shapes.find(({ name }) => name === 'rows')).toMatchObject({
    sources: expect.arrayContaining(['register']),
    widgets: expect.arrayContaining(['register-table']),
  });
});
