import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { guardFormula, unguardFormula } from '#server/registers/sheets/formula-guard.ts';
import { openArchive } from '#server/registers/sheets/archive.ts';
import { SHEET_LIMITS } from '#server/registers/sheets/sheet.ts';
import { writeCsv } from '#server/registers/sheets/write-csv.ts';
import { writeXlsx } from '#server/registers/sheets/write-xlsx.ts';
import type { WrittenCell, WrittenSheet } from '#server/registers/sheets/written-sheet.ts';
import { kindsAndTexts, readWhole } from '#tests/world/sheets.ts';

const columns = (...titles: string[]) => titles.map((title) => ({ title }));
const bytesOf = (sheets: WrittenSheet[]) => buffer(writeXlsx(sheets));
async function part(bytes: Buffer, name: string): Promise<string> {
  return String(await buffer((await openArchive(bytes, SHEET_LIMITS)).unpack(name)));
}
async function readBack(bytes: Buffer, filename: string) {
  const { header, rows } = await readWhole(bytes, filename);
  return [header, ...rows].map(kindsAndTexts);
}

/** OWASP's examples and their full-width cousins */
const FORMULAS = [
  '=1+1',
  '+1',
  '-1+2',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '＝1',
  '＋1',
  '－1',
  '＠x',
  '=HYPERLINK("http://x","y")',
  "=cmd|' /C calc'!A0",
];

describe('a written CSV file', () => {
  it('[RG5] has a mark, CRLF and quotes where needed; numbers and dates stay bare', async () => {
    const rows: WrittenCell[][] = [
      ['甲', 'a,b', '说"是"', '两\n行', ' 空格'],
      [-0.12, { kind: 'number', text: '-0.65000000' }, { kind: 'date', text: '2026-11-20' }, null, '000871'],
    ];
    expect(await buffer(writeCsv({ columns: columns('一', '二', '三', '四', '五'), rows }))).toEqual(
      Buffer.from(
        '\ufeff一,二,三,四,五\r\n甲,"a,b","说""是""","两\n行"," 空格"\r\n-0.12,-0.65000000,2026-11-20,,000871\r\n',
      ),
    );
  });

  it('[RG5] holds no text that a program takes for a formula, in cells and titles', async () => {
    const text = String(await buffer(writeCsv({ columns: columns('=A', ...FORMULAS.slice(1)), rows: [FORMULAS] })));
    const cells = text
      .slice(1)
      .split(/\r\n(?!=)/)
      .join(',')
      .match(/"(?:[^"]|"")*"|[^,"]+/g)!;
    expect(cells.filter((cell) => !/^"?'/.test(cell) && cell.trim() !== '')).toEqual([]);
    expect(guardFormula('ordinary – text')).toBe('ordinary – text');
    for (const formula of [...FORMULAS, "'=x", "''@", "'plain", ''])
      expect(unguardFormula(guardFormula(formula))).toBe(formula);
  });

  it('[RG5] reads back as it was written', async () => {
    const rows = [FORMULAS, ['-', '—', '+86 21', "'x", '一\r\n二']];
    const back = await readBack(
      await buffer(writeCsv({ columns: FORMULAS.map((_, at) => ({ title: `列${at}` })), rows })),
      'a.csv',
    );
    expect(back.slice(1)).toEqual(rows.map((row) => row.map((text) => `text ${text}`.trim())));
  });
});

describe('a written workbook', () => {
  it('[RG5] keeps text as text, numbers as numbers, dates as dates, and reads back as it was written', async () => {
    const rows: WrittenCell[][] = [
      [
        '000871',
        12.5,
        { kind: 'number', text: '-0.65000000', scale: 8 },
        { kind: 'date', text: '2026-11-20' },
        { kind: 'date', text: '2026-02-30' },
        null,
        { kind: 'percent', text: '0.65' },
      ],
      [...FORMULAS.slice(0, 5), '<&"甲_x0041_\u0001', { kind: 'number', text: '12345678901234567' }],
      [
        { kind: 'date', text: '2026-11-20 08:30:00' },
        { kind: 'boolean', text: 'TRUE' },
        { kind: 'error', text: '#N/A' },
        { kind: 'formula', text: '' },
        { kind: 'number', text: '000871' },
      ],
    ];
    const back = await readBack(
      await bytesOf([{ name: '数据', columns: columns('一', '二', '三', '四', '五', '六', '七'), rows }]),
      'a.xlsx',
    );
    expect(back).toEqual([
      ['text 一', 'text 二', 'text 三', 'text 四', 'text 五', 'text 六', 'text 七'],
      [
        'text 000871',
        'number 12.5',
        'number -0.65000000',
        'date 2026-11-20',
        'text 2026-02-30',
        'empty',
        'percent 0.6500',
      ],
      [...FORMULAS.slice(0, 5).map((text) => `text ${text}`), 'text <&"甲_x0041_\u0001', 'text 12345678901234567'],
      ['date 2026-11-20 08:30:00', 'text TRUE', 'text #N/A', 'empty', 'text 000871'],
    ]);
  });

  it('[RG5] has no formula in it, and a bold and frozen header with a filter', async () => {
    const rows: WrittenCell[][] = [FORMULAS.slice(0, 2), ['甲', '乙']];
    const sheet = await part(
      await bytesOf([{ name: 'S', columns: columns('甲', '乙'), rows }]),
      'xl/worksheets/sheet1.xml',
    );
    expect(sheet).not.toMatch(/<f[ >]/);
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
    expect(sheet).toContain('<autoFilter ref="A1:B3"/>');
    const styles = await part(await bytesOf([{ name: 'S', columns: columns('甲'), rows: [] }]), 'xl/styles.xml');
    const looks = styles.match(/<cellXfs[^>]*>(.*)<\/cellXfs>/)![1]!.match(/<xf [^>]*>/g)!;
    const styleOf = (address: string) => looks[Number(new RegExp(`r="${address}" s="(\\d+)"`).exec(sheet)![1])]!;
    expect(styleOf('A1')).toContain('fontId="1"');
    expect(styleOf('A2')).toContain('numFmtId="49"');
    expect(styleOf('A2')).toContain('fillId="0"');
  });

  it('[RG6] offers choices from a hidden sheet, keeps typed codes as text, and has further sheets', async () => {
    const bytes = await bytesOf([
      {
        name: '数据',
        columns: [
          { title: '类别', choices: ['管理人员', '业务,人员'] },
          { title: '编号', typed: 'text' },
          { title: '日期', typed: 'date' },
        ],
        rows: [],
      },
      { name: '填写说明', columns: columns('列', '说明'), rows: [['类别', '请选择']] },
    ]);
    const sheet = await part(bytes, 'xl/worksheets/sheet1.xml');
    expect(sheet).toContain('sqref="A2:A1048576"><formula1>\'选项\'!$A$2:$A$3</formula1>');
    expect(sheet.match(/<dataValidation /g)).toHaveLength(1);
    expect(sheet).toMatch(/<col min="2" max="2" [^>]*style="2"\/><col min="3" max="3" [^>]*style="4"\/>/);
    expect(await part(bytes, 'xl/workbook.xml')).toMatch(
      /name="数据".*name="填写说明".*name="选项" sheetId="3" state="hidden"/,
    );
    expect(await part(bytes, 'xl/worksheets/sheet3.xml')).toContain('业务,人员');
    expect(await readBack(bytes, 'a.xlsx')).toEqual([['text 类别', 'text 编号', 'text 日期']]);
  });

  it('[RG5] has columns as wide as title or content ask for, Chinese counted double, and breaks lines where told', async () => {
    const rows = [['很长的说明'.repeat(40), '甲']];
    const sheet = await part(
      await bytesOf([
        {
          name: 'S',
          columns: [
            { title: '可充抵保证金证券名称' },
            { title: 'a' },
            { title: '甲', width: 24 },
            { title: '甲', width: 900 },
            { title: '说明', wrap: true },
          ],
          rows: [...rows, [null, null, null, null, '一']],
        },
      ]),
      'xl/worksheets/sheet1.xml',
    );
    expect([...sheet.matchAll(/ width="(\d+)" customWidth="1"/g)].map(([, width]) => Number(width))).toEqual([
      25, 10, 24, 60, 10,
    ]);
    const styles = await part(await bytesOf([{ name: 'S', columns: columns('甲'), rows: [] }]), 'xl/styles.xml');
    const looks = styles.match(/<cellXfs count="(\d+)">(.*)<\/cellXfs>/)!;
    const xfs = looks[2]!.match(/<xf [^>]*?(?:\/>|>.*?<\/xf>)/g)!;
    expect(xfs).toHaveLength(Number(looks[1]));
    expect(xfs[Number(/r="E3" s="(\d+)"/.exec(sheet)![1])]).toContain('wrapText="1"');
    expect(xfs[Number(/r="A2" s="(\d+)"/.exec(sheet)![1])]).not.toContain('wrapText');
  });

  it('has sheet names that programs accept', async () => {
    const bytes = await bytesOf([
      { name: "'一/二:三[x]?", columns: columns('a'), rows: [] },
      { name: '长'.repeat(40), columns: columns('a'), rows: [] },
      { name: '', columns: columns('a'), rows: [] },
      { name: '一_二_三_X__', columns: columns('a'), rows: [] },
    ]);
    const names = [...(await part(bytes, 'xl/workbook.xml')).matchAll(/sheet name="([^"]*)"/g)].map(([, name]) => name);
    expect(names).toEqual(['一_二_三_x__', '长'.repeat(25), 'Sheet3', '一_二_三_X__ (4)']);
  });
});

describe('writing', () => {
  const titles = columns('a', 'b', 'c', 'd', 'e', 'f');

  it('[RG5] asks for rows only as fast as they are taken, and stops asking when the stream is destroyed', async () => {
    for (const write of [
      (rows: WrittenSheet['rows']) => writeCsv({ columns: titles, rows }),
      (rows: WrittenSheet['rows']) => writeXlsx([{ name: 'S', columns: titles, rows }]),
    ]) {
      const state = { given: 0, ended: false };
      const rows = (async function* () {
        try {
          for (;;) {
            state.given++;
            yield titles.map((_, at) => `${Math.random()} ${state.given} ${at}`);
          }
        } finally {
          state.ended = true;
        }
      })();
      const stream: Readable = write(rows);
      await new Promise((resolve) => stream.once('readable', resolve));
      stream.read(1);
      let paused = -1;
      await expect
        .poll(
          () => {
            const before = paused;
            paused = state.given;
            return paused === before;
          },
          { interval: 200, timeout: 5_000 },
        )
        .toBe(true);
      expect(paused).toBeLessThan(50_000);
      stream.destroy();
      await expect.poll(() => state.ended).toBe(true);
    }
  });

  it('[RG5] an error among the rows destroys the stream, so that no file looks complete', async () => {
    const rows = async function* () {
      yield ['1'];
      throw new Error('database lost');
    };
    await expect(buffer(writeCsv({ columns: titles, rows: rows() }))).rejects.toThrow('database lost');
    await expect(buffer(writeXlsx([{ name: 'S', columns: titles, rows: rows() }]))).rejects.toThrow('database lost');
  });
});
