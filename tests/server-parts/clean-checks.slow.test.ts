import { expect, test } from 'vitest';
import type { RowsDocument } from '#kinds/rows/index.ts';
import { advertWordFinder, USUAL_ADVERT_WORDS } from '#rules/checks/advert-words.ts';
import { saysNothing } from '#rules/checks/file-names.ts';
import { findPersonalNumbers, numberWords } from '#rules/people/personal-numbers.ts';
import { dateFindings } from '#server/editions/checks/row-findings.ts';
import { cleanFile } from '../world/clean-files.ts';

const FILES = 200;
const TODAY = '2026-11-28';

test('[CK11] of 200 clean files none is told by its name, its title, its dates, its words or its numbers', async () => {
  const find = advertWordFinder(USUAL_ADVERT_WORDS);
  const files = await Promise.all(Array.from({ length: FILES }, (_, at) => cleanFile(at)));
  const findings = files.flatMap(({ filename, title, dataDate, columns }) => {
    const names = columns.map((_, at) => `c${at}`);
    const rows = (columns[0]?.values ?? []).map((_, row) =>
      Object.fromEntries(columns.map(({ values }, at) => [names[at]!, values[row] || null])),
    );
    const document = {
      definition: {
        register: 'clean',
        title,
        key: ['c0'],
        fields: Object.fromEntries(columns.map(({ header, type }, at) => [names[at]!, { title: header, type }])),
        columns: names,
      },
      dataDate: dataDate || TODAY,
      department: '',
      rows,
    } as unknown as RowsDocument;
    return [
      ...(saysNothing(filename) ? [filename] : []),
      ...dateFindings(document, `导入 ${filename}`).map(({ place, shown }) => `${place}（${shown}）`),
      ...columns.flatMap(({ values }) => values.flatMap(find)),
      ...[filename, title, ...columns.flatMap(({ header, values }) => [header, ...values])].flatMap((text) =>
        findPersonalNumbers(text).map((number) => `${text}：${numberWords(number)}`),
      ),
    ];
  });
  expect(findings).toEqual([]);
});
