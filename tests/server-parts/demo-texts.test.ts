import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { readMarkdown, readRows, readTexts } from '#demo/read-texts.ts';
import { readStory } from '#demo/articles/story.ts';
import { dice } from '#demo/random.ts';
import { choice, integer, list, object, text } from '#page/schema-words.ts';
import { temporaryFolder } from '../world/stores.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

test('texts of the demonstration are checked when they are read, and told with file, place and field', () => {
  const path = join(folder.path, 'help.json');
  const read = () => readTexts(pathToFileURL(path), list(object({ title: text(), steps: list(text()) })));
  writeFileSync(path, JSON.stringify([{ title: '开户', steps: ['预约'] }]));
  expect(read()).toEqual([{ title: '开户', steps: ['预约'] }]);
  writeFileSync(path, JSON.stringify([{ titel: '开户', steps: [1] }]));
  expect(read).toThrow(/help\.json#\/0\/titel: unknown-field: .*title/);
  expect(read).toThrow(/help\.json#\/0\/steps\/0: wrong-type/);
  writeFileSync(path, '[{ "title": "开户", "title": "销户", "steps": [] }]');
  expect(read).toThrow(/title/);
});

test('a Markdown text begins with its title; addresses in it are no links', () => {
  const path = join(folder.path, 'note.md');
  const read = () => readMarkdown(pathToFileURL(path));
  writeFileSync(path, '# 公示说明\n\n请写信至 a@b.example。\n\n- 一\n- 二\n');
  expect(read()).toEqual({ title: '公示说明', html: '<p>请写信至 a@b.example。</p><ul><li>一</li><li>二</li></ul>' });
  writeFileSync(path, '公示说明\n\n没有标题。\n');
  expect(read).toThrow('note.md: a text begins with its title');
});

test('rows are checked when they are read, and told with file, line and column', () => {
  const path = join(folder.path, 'units.csv');
  const read = (rows: string) => {
    writeFileSync(path, rows);
    return () => readRows(pathToFileURL(path), { unit: text(), kind: choice(['1', '2']), age: integer() });
  };
  expect(read('unit,kind,age\n"董事会,\n监事会",1,03\n')()).toEqual([{ unit: '董事会,\n监事会', kind: '1', age: 3 }]);
  expect(read('unit,kind\n董事会,1\n')).toThrow('units.csv:1: the columns are unit,kind,age.');
  expect(read('unit,kind,age\n董事会,1,3\n监事会,1\n')).toThrow('units.csv:3: 2 cells, where 3 columns are.');
  expect(read('unit,kind,age\n董事会,3,3\n')).toThrow(/units\.csv:2#\/kind: not-a-choice/);
  expect(read('unit,kind,age\n董事会,1,x\n')).toThrow(/units\.csv:2#\/age: wrong-type/);
  expect(read('unit,kind,age\n董事会,1,\n')).toThrow(/units\.csv:2#\/age: wrong-type/);
});

describe('a story', () => {
  const path = join(folder.path, 'story.md');
  const read = (names: readonly string[] = []) => readStory('story', names, pathToFileURL(`${folder.path}/`));
  const tell = (source: string, slots: Record<string, string | (() => string)> = {}) => {
    writeFileSync(path, source);
    return read(Object.keys(slots))(dice('story'), '2026-11-20', slots);
  };

  test('is filled in where its words stand: once for the whole text, or each time', () => {
    let times = 0;
    expect(
      tell(
        '---\ncrop / unit: 玉米 / 吨\n| 玉米 / 吨\n---\n# {crop}\n\n{day}，{count}{unit}，{count}{unit}，[甲|甲]，{3~3}，{0.50~0.50}。\n',
        {
          count: () => String((times += 1)),
        },
      ),
    ).toEqual({ title: '玉米', blocks: ['<p>11月20日，1吨，2吨，甲，3，0.50。</p>'] });
    const texts = Array.from({ length: 40 }, (_, at) => {
      writeFileSync(path, '---\nwhere: {county}\n---\n# {where}甲\n# {where}乙\n\n{where}\n');
      return read()(dice('story', at), '2026-11-20', {});
    });
    expect(texts.filter(({ title, blocks }) => blocks[0] !== `<p>${title.slice(0, -1)}</p>`)).toEqual([]);
    expect(new Set(texts.map(({ title }) => title.at(-1)))).toEqual(new Set('甲乙'));
  });

  test('draws one of several wordings when all of them are filled in, so that what follows is the same', () => {
    const filled = Array.from({ length: 20 }, (_, at) => {
      let times = 0;
      writeFileSync(path, '# {count}\n# {count}\n\n[{count}甲|\n{count}乙]{count}\n');
      return read(['count'])(dice('story', at), '2026-11-20', { count: () => String((times += 1)) });
    });
    expect(new Set(filled.map(({ title, blocks }) => title + blocks[0]!.slice(3, -4)))).toEqual(
      new Set(['13甲5', '14乙5', '23甲5', '24乙5']),
    );
  });

  test('holds a table where a paragraph is one, and no sign of a value is read as Markdown', () => {
    expect(tell('# 名单\n\n{rows}\n\n{name}~{name}\n', { rows: '<table></table>', name: '*ST甲' }).blocks).toEqual([
      '<table></table>',
      '<p>*ST甲~*ST甲</p>',
    ]);
  });

  test('is checked when it is read, and told with file and line', () => {
    const reading = (source: string, ...names: string[]) => {
      writeFileSync(path, source);
      return () => read(names);
    };
    expect(reading('没有标题。\n')).toThrow('story.md: a story begins with its titles');
    expect(reading('# 题\n\n一。\n\n{naem}\n', 'name')).toThrow(
      /story\.md:5: \{naem\} is neither a range nor one of name, day/,
    );
    expect(reading('# 题\n\n{day}\n{day\n')).toThrow('story.md:4: {day is neither');
    expect(reading('# 题\n\n{9~3}\n')).toThrow('story.md:3: {9~3} is neither a range');
    expect(reading('# 题\n\n{constructor}\n')).toThrow('story.md:3: {constructor} is neither');
    expect(reading('# 题\n\n[一|二]，[一|二。\n')).toThrow('story.md:3: [ and ] enclose');
    expect(reading('# 题\n\n一。\n', 'name')).toThrow('story.md: name does not stand in the text');
    expect(reading('---\na: 甲\nb / c: 甲 / 乙 | 丙\n---\n# {a}{b}{c}\n\n一。\n')).toThrow(
      'story.md:3: words are written as',
    );
  });
});
