import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { checkRows } from '#server/store/rows/check-rows.ts';
import { importTemplate } from '#server/registers/import/template.ts';
import { reportText } from '#server/registers/import/report-text.ts';
import { loadPages } from '#server/site/page-store.ts';
import { openArchive } from '#server/registers/sheets/archive.ts';
import { SHEET_LIMITS } from '#server/registers/sheets/sheet.ts';
import { sources } from '#sources/index.ts';
import { widgets } from '#widgets/index.ts';
import { importHere as readImport } from '../world/sheets.ts';

const dir = fileURLToPath(new URL('../../page-schemas', import.meta.url));
const registers = Object.values(loadPages({ dir, editions: [], widgets, sources }).registers);
const patterned = registers.flatMap((definition) =>
  Object.entries(definition.fields).flatMap(([name, field]) =>
    field.pattern ? [{ definition, name, field, pattern: field.pattern }] : [],
  ),
);

/** text that only a regular expression has */
const EXPRESSION = /\\d|\[A-Z|\{\d|[^\d]\$(?:；|$)|\(\?/m;

it('[RG2] what a pattern asks for is told in words with an example, in every register, never as an expression', () => {
  expect(patterned.length).toBeGreaterThan(30);
  for (const { definition, name, field, pattern } of patterned) {
    const fault = checkRows(definition, [{ [name]: '（' }]).find((problem) => problem.field === name)!.expected;
    expect(fault, `${definition.register} ${name}`).not.toContain(pattern);
    expect(fault).not.toMatch(EXPRESSION);
    if (field.type === 'text') expect(fault).toBe(`${field.patternHint}，例如 ${field.example}`);
  }
  expect(patterned.find(({ name }) => name === 'futuresCertNo')!.field.patternHint).toBe('F 加 7 或 8 位数字');
});

it('[RG2] the templates of all registers hold words and examples, no expression', async () => {
  const withPattern = [...new Set(patterned.map(({ definition }) => definition))];
  for (const definition of withPattern) {
    const archive = await openArchive(await buffer((await importTemplate(definition)).workbook), SHEET_LIMITS);
    const notes = String(await buffer(archive.unpack('xl/worksheets/sheet2.xml')));
    for (const { field, pattern } of patterned.filter((one) => one.definition === definition)) {
      expect(notes).not.toContain(pattern);
      expect(notes).toContain(field.patternHint);
      expect(notes).toContain(field.example);
    }
    expect(notes.replaceAll(/<[^>]*>/g, '\n')).not.toMatch(EXPRESSION);
  }
});

it('[RG6] a dry run tells a wrong code by the words of its definition', async () => {
  const definition = registers.find(({ register }) => register === 'fund-list')!;
  const titles = Object.values(definition.fields).map(({ title }) => title);
  const { report } = await readImport({
    definition,
    bytes: Buffer.from(`${titles.join(',')}\n${titles.map((_, at) => (at === 0 ? '甲' : '')).join(',')}`),
    filename: 'a.csv',
  });
  expect(reportText(report)).toContain('应为：6 位数字，例如 990356');
  expect(reportText(report)).not.toMatch(EXPRESSION);
});
