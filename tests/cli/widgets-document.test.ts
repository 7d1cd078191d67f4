import { describe, expect, test } from 'vitest';
import { widgetsDocument } from '#cli/widgets-document.ts';
import { defineSource, pageNum, type SourceDefinition } from '#page/define-source.ts';
import { defineWidget } from '#page/define-widget.ts';
import { address, choice, flag, integer, list, object, optional, path, text } from '#page/schema-words.ts';

const table = (head: string, ...rows: string[]) => [head, head.replaceAll(/[^|]+/g, '---'), ...rows].join('\n');
const SHAPES = '| shape | given by | drawn by |';
const WIDGETS = '| widget | prop | value | what it does |';
const SOURCES = '| source | param | value | from | what it asks for |';
const written = (shapes: string[], widgets: string[], sources: string[]) =>
  `# Widgets and sources

Words before it.

${table(SHAPES, ...shapes)}

## Widgets

${table(WIDGETS, ...widgets)}

Words between.

## Sources

${table(SOURCES, ...sources)}

Words behind it.
`;
const empty = written([], [], []);

const leaf = defineWidget({
  name: 'leaf',
  title: '',
  accepts: 'none',
  props: object({ size: integer({ minimum: 1 }) }),
});
const source = (params: SourceDefinition['params'], more: Partial<SourceDefinition> = {}) =>
  defineSource({ name: 'tried', title: '', gives: 'articles', params, load: () => Promise.reject(), ...more });

const rowsOf = (document: string, head: string) =>
  document.split(`${head}\n`)[1]!.split('\n\n')[0]!.split('\n').slice(1);

describe('docs/how-to/widgets-and-sources.md', () => {
  test('lists props with the form of their values, and what stands where one is left out', () => {
    const props = object({
      look: choice(['row', 'cards'], { default: 'row' }),
      shown: flag({ default: false }),
      count: integer({ minimum: 1, maximum: 6, default: 3 }),
      list: path(),
      way: optional(address()),
      words: text({ maxLength: 2000, default: '' }),
      links: optional(list(object({ title: text(), path: optional(path()) }), { maxItems: 3 })),
      lines: list(text({ maxLength: 60 }), { maxItems: 5 }),
    });
    const document = widgetsDocument(empty, [defineWidget({ name: 'tried', title: '', accepts: 'none', props })], []);
    expect(rowsOf(document, WIDGETS)).toEqual([
      '| `tried` | `look` | `row` or `cards`, default row | |',
      '| | `shown` | true or false, default false | |',
      '| | `count` | 1 to 6, default 3 | |',
      '| | `list` | path, required | |',
      '| | `way` | path or web address, optional | |',
      '| | `words` | text up to 2,000 characters, default empty | |',
      '| | `links` | list of up to 3 `{ title, path? }`, optional | |',
      '| | `lines` | list of up to 5, each text up to 60 characters, required | |',
    ]);
  });

  test('lists params with where they come from, and the filters of a register', () => {
    const params = {
      name: { type: 'string', maxLength: 9 },
      pageNum,
      on: { from: 'address', choicesOf: 'dates' },
    } as const;
    const document = widgetsDocument(empty, [], [source(params, { takesRegisterFilters: true })]);
    expect(rowsOf(document, SOURCES)).toEqual([
      '| `tried`: | `name` | text up to 9 characters, required | | |',
      '| | `pageNum` | 1 or more, default 1 | address | |',
      '| | `on` | a published date | address | |',
      '| | each filter of the register | as the register defines it | address | |',
    ]);
  });

  test('says for every shape who gives and who draws it', () => {
    const document = widgetsDocument(empty, [leaf], [source({})]);
    expect(rowsOf(document, SHAPES)).toEqual([
      '| `articles` | `tried` | no widget |',
      '| `none` | no source | `leaf` |',
    ]);
    expect(rowsOf(document, SOURCES)).toEqual(['| `tried`: | no params | | | |']);
  });

  test('keeps the words of people, gives a new line none, and drops what the code no longer has', () => {
    const was = written(
      ['| `gone` | `gone` | `gone` |'],
      [
        '| `gone` | `size` | 1 | lost |',
        '| `leaf` | `size` | old | its `size` \\| width |',
        '| | `gone` | old | lost |',
      ],
      ['| `tried`: what it is: this | `q` | old | channel | the words |'],
    );
    const document = widgetsDocument(was, [leaf], [source({ q: { from: 'path' }, p: {} })]);
    expect(rowsOf(document, WIDGETS)).toEqual(['| `leaf` | `size` | 1 or more, required | its `size` \\| width |']);
    expect(rowsOf(document, SOURCES)[0]).toContain('| `tried`: what it is: this | `q` |');
    expect(rowsOf(document, SOURCES).map((row) => row.split('|').at(-2)!.trim())).toEqual(['the words', '']);
    expect(document).toMatch(/Words before it\.[\s\S]*Words between\.[\s\S]*Words behind it\.\n$/);
    expect(widgetsDocument(document, [leaf], [source({ q: { from: 'path' }, p: {} })])).toBe(document);
  });

  test('without its headings is refused instead of written over', () => {
    expect(() => widgetsDocument('# Something else\n', [], [])).toThrow('no table below the heading "Widgets"');
  });
});
