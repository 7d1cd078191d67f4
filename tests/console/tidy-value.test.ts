import { expect, test } from 'vitest';
import { tidyValue } from '../../src/console/documents/tidy-value.ts';

const schema = {
  properties: {
    filters: { type: 'boolean', default: true },
    label: { type: 'string' },
    look: { type: 'string', default: 'row' },
    links: {
      items: {
        properties: { title: { type: 'string' }, opens: { type: 'boolean', default: false } },
        required: ['title'],
      },
    },
  },
  required: ['look'],
};

test('a default that the form shows and nobody wrote is not written', () => {
  expect(tidyValue(schema, { filters: true, look: 'row', label: '' }, {})).toEqual({ look: 'row' });
  expect(tidyValue(schema, { filters: false, links: [{ title: '', opens: false }] }, {})).toEqual({
    filters: false,
    links: [{ title: '' }],
  });
});

test('a default that was written stays, at its place in a list, too', () => {
  const start = { filters: true, links: [{ title: '甲', opens: false }, { title: '乙' }] };
  expect(
    tidyValue(
      schema,
      {
        filters: true,
        links: [
          { title: '甲', opens: false },
          { title: '乙', opens: false },
        ],
      },
      start,
    ),
  ).toEqual(start);
});

test('a value other than the default stays, even an empty one', () => {
  expect(tidyValue({ properties: { label: { type: 'string', default: '业务' } } }, { label: '' }, {})).toEqual({
    label: '',
  });
});
