import { describe, expect, test } from 'vitest';
import { tableProblems } from '#server/registers/proposal/table-problems.ts';
import type { FormerColumn } from '#kinds/register/upgrade-wizard.ts';
import type { WizardTable } from '#wire/wizard.ts';
import { withFile, withRenamed } from '../../src/console/wizard/upload-words.ts';
import { emptyState, type WizardState } from '../../src/console/wizard/wizard-state.ts';
import { buildSheet, type GivenCell } from '../world/sheet-files.ts';
import { proposeHere as proposeTable } from '../world/sheets.ts';
import { columnsOf, flat, withColumns, withTable } from '../world/wizard-tables.ts';

const TODAY = '2026-11-20';
const CELLS: Record<string, (at: number) => GivenCell> = {
  姓名: (at) => ['沈若川', '顾知远', '陆怀瑾'][at % 3]!,
  员工编号: (at) => `80${1000 + at}`,
  证书编号: (at) => `S990112403${1000 + at}`,
  部门: (at) => ['自营部', '清算部'][at % 2]!,
  在岗状态: (at) => (at % 4 === 1 ? '离职' : '在岗'),
  办公电话: (at) => `021-5550${1000 + at}`,
  '办公 电话': (at) => `021-5550${1000 + at}`,
  联系方式: (at) => `1390000${1000 + at}`,
  邮箱: (at) => `a${at}@example.com`,
  序号: (at) => at + 1,
};

const proposedOf = async (headers: readonly string[], cells: Partial<typeof CELLS> = {}): Promise<WizardTable> =>
  (
    await proposeTable(
      await buildSheet([
        [...headers],
        ...Array.from({ length: 12 }, (_, at) => headers.map((header) => ({ ...CELLS, ...cells })[header]!(at))),
      ]),
      '名单.xlsx',
      { today: TODAY },
    )
  ).table;

let files = 0;
/** A wizard in which one file after the other is uploaded. */
async function upload(
  before: WizardState,
  headers: readonly string[],
  cells?: Partial<typeof CELLS>,
): Promise<WizardState> {
  const proposed = await proposedOf(headers, cells);
  return {
    ...before,
    ...withFile(
      before,
      { filepath: `file-${++files}`, filename: `名单${files}.xlsx`, sheet: '' },
      { table: proposed, sheets: [] },
    ),
  };
}
const begun = emptyState('table');
const at = ({ table }: WizardState, header: string): FormerColumn =>
  columnsOf(table!).find((column) => column.header === header)!;
const withColumn = (state: WizardState, header: string, changed: Partial<FormerColumn>): WizardState => ({
  ...state,
  table: withColumns(state.table!, (column) => column.header === header, changed),
});
const uploadWords = (state: WizardState): string => (state.upload?.lines ?? []).join('\n');
const problems = (state: WizardState): string[] => tableProblems(state.table!, TODAY).map(({ field }) => field);

const ALL = ['姓名', '员工编号', '证书编号', '部门', '在岗状态', '办公电话', '联系方式'];

describe('[RG10] a file that is uploaded again', () => {
  test('keeps by heading what was set, wherever the columns stand now, and says what is new and what is gone', async () => {
    const first = await upload(begun, ALL);
    expect(first.upload).toBeUndefined();
    const set = withColumn(withColumn(first, '办公电话', { visibility: 'hidden', title: '座机' }), '部门', {
      visibility: 'no-download',
      title: '所在部门',
      type: 'text',
      choices: [],
    });
    const chosen: WizardState = {
      ...set,
      table: withTable(set.table!, {
        key: ['certNo'],
        filters: [],
        search: ['certNo'],
        notes: '每月更新',
        countWord: '名',
        title: '交易人员',
      }),
    };
    const reordered = ['证书编号', '办公电话', '邮箱', '姓名', '部门', '在岗状态', '员工编号'];
    const again = await upload(withColumn(chosen, '联系方式', { visibility: 'shown' }), reordered);
    expect(at(again, '办公电话')).toMatchObject({ visibility: 'hidden', title: '座机', place: 1 });
    expect(at(again, '部门')).toMatchObject({
      visibility: 'no-download',
      title: '所在部门',
      type: 'text',
      name: 'department',
    });
    expect(flat(again.table!)).toMatchObject({
      key: ['certNo'],
      filters: [],
      notes: '每月更新',
      countWord: '名',
      title: '交易人员',
    });
    expect(flat(again.table!).verify).toMatchObject({ ended: { field: at(again, '在岗状态').name, values: ['离职'] } });
    expect(flat(again.table!).verify!.show).not.toContain('officePhone');
    expect(uploadWords(again)).toContain('新的列，按建议设置，请核对是否公开：“邮箱”（公开，可下载）。');
    expect(uploadWords(again)).toContain('新文件没有这些列：“联系方式”。');
    expect(uploadWords(again)).toContain('“办公电话”（不公开，只存档）');
    expect(problems(again)).toEqual([]);
    const names = flat(again.table!).columns.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  test('widens nothing that nobody widened: not what only the proposal held back, nor a heading with other spaces', async () => {
    const first = await upload(begun, ALL);
    expect(at(first, '联系方式').visibility).toBe('hidden');
    const landlines = await upload(first, ALL, { 联系方式: (row) => `021-5551${1000 + row}` });
    expect(at(landlines, '联系方式').visibility).toBe('hidden');
    const spaced = await upload(withColumn(first, '办公电话', { visibility: 'left-out' }), [
      '姓名',
      '员工编号',
      '办公 电话',
    ]);
    expect(at(spaced, '办公 电话').visibility).toBe('left-out');
    // the narrower setting counts for two that may be the same column
    const twins = await upload(withColumn(first, '办公电话', { visibility: 'hidden' }), [
      '姓名',
      '员工编号',
      '办公电话',
      '办公 电话',
    ]);
    expect([at(twins, '办公电话').visibility, at(twins, '办公 电话').visibility]).toEqual(['hidden', 'hidden']);
  });

  test.each([
    ['业务类别', '業務類別', 'hidden', 'hidden'],
    ['业务类别', '业務类别', 'left-out', 'left-out'],
    ['业务类别', '业务\u200B类别', 'hidden', 'hidden'],
    ['业务类别', '业务类别2', 'no-download', 'hidden'],
    ['部门', '部门名称', 'left-out', 'hidden'],
    ['部门', '所属部门', 'by-level', 'hidden'],
  ] as const)('%s, which was restricted, is not opened as %s', async (header, other, visibility, becomes) => {
    const desks = { [other]: CELLS.部门!, 业务类别: CELLS.部门! };
    const first = await upload(begun, ['姓名', '员工编号', header], desks);
    const again = await upload(withColumn(first, header, { visibility }), ['姓名', '员工编号', other], desks);
    const { visibility: now, name } = flat(again.table!).columns[2]!;
    expect(now).toBe(becomes);
    expect([...flat(again.table!).filters, ...flat(again.table!).verify!.show]).not.toContain(name);
    expect(problems(again)).toEqual([]);
  });

  test('while a restricted column is missing new ones begin as not public, which is said; what is opened then stays open', async () => {
    const headers = ['姓名', '员工编号', '部门'];
    const first = withColumn(await upload(begun, headers), '部门', { visibility: 'left-out' });
    const again = await upload(first, ['姓名', '员工编号', '办公电话']);
    expect(uploadWords(again)).toContain(
      '新文件没有这些限制公开的列：“部门”（不导入）。新的列可能是它们改了标题，因此先不公开：“办公电话”（不公开，只存档）。',
    );
    expect(uploadWords(again)).not.toContain('按建议设置');
    expect(again.upload!.isWarning).toBe(true);
    const opened = withColumn(again, '办公电话', { visibility: 'shown' });
    const third = await upload(opened, ['姓名', '员工编号', '办公电话', '邮箱']);
    expect([at(third, '办公电话').visibility, at(third, '邮箱').visibility]).toEqual(['shown', 'hidden']);
    const back = await upload(third, [...headers, '办公电话', '邮箱', '证书编号']);
    expect([at(back, '部门').visibility, at(back, '证书编号').visibility]).toEqual(['left-out', 'shown']);
  });

  test('a column that comes back with the third file has its settings again, and its part in conditions and check', async () => {
    const first = await upload(begun, ALL);
    const set: WizardState = withColumn(
      { ...first, table: withTable(first.table!, { search: ['staffName'] }) },
      '办公电话',
      {
        visibility: 'hidden',
      },
    );
    const without = await upload(set, ['姓名', '员工编号', '证书编号', '在岗状态']);
    expect(flat(without.table!).filters).not.toContain('department');
    expect(problems(without)).toEqual([]);
    const back = await upload(without, ALL);
    expect(at(back, '办公电话').visibility).toBe('hidden');
    expect(flat(back.table!).filters).toContain('department');
    expect(flat(back.table!).verify!.show).toContain('department');
    expect(flat(back.table!).search).toEqual(['staffName']);
    expect(uploadWords(back)).toContain('又有了以前的列，恢复了它们的设置：“部门”、“办公电话”、“联系方式”。');
  });

  test('a key that is gone is said and replaced, and is the key again once its column is back, unless another was chosen', async () => {
    const first = await upload(begun, [...ALL, '序号']);
    expect([flat(first.table!).key, flat(first.table!).order]).toEqual([['employeeNo'], ['sortNo']]);
    const without = await upload(first, ['姓名', '证书编号', '部门']);
    expect([flat(without.table!).key, flat(without.table!).order]).toEqual([['certNo'], ['certNo']]);
    expect(uploadWords(without)).toContain('新文件没有主键“员工编号”的全部列，主键按建议改为“证书编号”，请核对。');
    expect(without.upload!.isWarning).toBe(true);
    const back = await upload(without, [...ALL, '序号']);
    expect([flat(back.table!).key, flat(back.table!).order]).toEqual([['employeeNo'], ['sortNo']]);
    expect(uploadWords(back)).toContain('主键恢复为“员工编号”。');
    const other = await upload({ ...without, table: withTable(without.table!, { key: ['staffName', 'certNo'] }) }, ALL);
    expect(flat(other.table!).key).toEqual(['staffName', 'certNo']);
    const none = await upload(first, ['姓名', '部门']);
    expect(flat(none.table!).key).toEqual([]);
    expect(uploadWords(none)).toContain('主键已取消，请选择主键');
  });

  test('a mark of having left that is gone is said and dangles nowhere; new values and absent ones are said, too', async () => {
    const first = await upload(begun, ALL);
    const gone = await upload(first, ['姓名', '员工编号', '部门']);
    expect(flat(gone.table!).verify).not.toHaveProperty('ended');
    expect(uploadWords(gone)).toContain('新文件没有离岗标记的列“在岗状态”，标记已取消：核验不再说明任何一行已离岗。');
    const back = await upload(gone, ALL);
    expect(flat(back.table!).verify!.ended!.values).toEqual(['离职']);
    expect(uploadWords(back)).toContain('离岗标记恢复为原来的设置。');
    const other = await upload(first, ALL, { 在岗状态: (row) => ['在岗', '离岗', '借调'][row % 3]! });
    expect(flat(other.table!).verify!.ended!.values).toEqual(['离职', '离岗']);
    expect(uploadWords(other)).toContain('离岗标记增加了新出现的值：“离岗”');
    expect(uploadWords(other)).toContain('离岗标记的值“离职”在新文件中没有出现');
    expect(at(other, '在岗状态').choices).toEqual(['在岗', '离职', '离岗', '借调']);
    expect(problems(other)).toEqual([]);
    const { ended: _none, ...unmarked } = flat(first.table!).verify!;
    const chosen = await upload({ ...first, table: withTable(first.table!, { verify: unmarked }) }, ALL);
    expect(flat(chosen.table!).verify).not.toHaveProperty('ended');
  });

  test('a heading that was renamed is offered the settings of the one that is gone, which are taken only where somebody says so', async () => {
    const named = { 客户经理姓名: CELLS.姓名!, 经理编号: CELLS.员工编号! };
    const first = await upload(begun, ['姓名', '员工编号', '部门', '办公电话']);
    const set: WizardState = {
      ...withColumn(withColumn(first, '员工编号', { title: '工号' }), '办公电话', { visibility: 'hidden' }),
    };
    const again = await upload(set, ['客户经理姓名', '经理编号', '部门', '办公电话'], named);
    expect(again.upload!.renamed).toEqual([
      { from: '姓名', to: '客户经理姓名' },
      { from: '员工编号', to: '经理编号' },
    ]);
    expect(at(again, '经理编号').title).toBe('经理编号');
    // a change in between stays
    const changed = withColumn(again, '部门', { title: '所在部门' });
    const taken = { ...changed, ...withRenamed(changed, again.upload!.renamed![1]!) };
    expect(at(taken, '经理编号')).toMatchObject({ title: '工号', name: 'employeeNo', place: 1 });
    expect(at(taken, '部门').title).toBe('所在部门');
    expect(at(taken, '办公电话').visibility).toBe('hidden');
    expect(flat(taken.table!).key).toEqual(['employeeNo']);
    expect(taken.upload).toMatchObject({
      title: '“经理编号”沿用了“员工编号”的设置',
      renamed: [{ to: '客户经理姓名' }],
    });
    expect(problems(taken)).toEqual([]);
    // a column of another kind at the same place is none
    const other = await upload(first, ['姓名', '员工编号', '部门', '在岗状态']);
    expect(other.upload!.renamed).toEqual([]);
  });

  test('a restricted column that was renamed stays restricted when its settings are taken', async () => {
    const first = withColumn(await upload(begun, ['姓名', '员工编号', '部门']), '部门', { visibility: 'no-download' });
    const again = await upload(first, ['姓名', '员工编号', '所在单位'], { 所在单位: CELLS.部门! });
    expect(at(again, '所在单位').visibility).toBe('hidden');
    const taken = { ...again, ...withRenamed(again, again.upload!.renamed![0]!) };
    expect(at(taken, '所在单位').visibility).toBe('no-download');
  });

  test('a type that nobody chose follows the mended cells, and one that was chosen stays', async () => {
    const first = await upload(begun, ['姓名', '员工编号', '部门'], {
      部门: (row) => (row === 3 ? '见附件' : row === 5 ? '同左' : `2024-0${1 + (row % 9)}-11`),
    });
    expect(at(first, '部门').type).toBe('text');
    const mended = { 部门: (row: number) => `2024-0${1 + (row % 9)}-11` };
    const again = await upload(first, ['姓名', '员工编号', '部门'], mended);
    expect(at(again, '部门').type).toBe('date');
    expect(uploadWords(again)).toContain('“部门”的类型按新文件由“文字”改为“日期”。');
    expect(flat(again.table!).search).not.toContain('department');
    expect(
      at(await upload(withColumn(first, '部门', { convert: false }), ['姓名', '员工编号', '部门'], mended), '部门')
        .type,
    ).toBe('text');
  });

  test('the file before and its settings can be gone back to, and another sheet of an untouched file is no file again', async () => {
    const first = withColumn(await upload(begun, ALL), '办公电话', { visibility: 'hidden' });
    const again = await upload(first, ['姓名', '员工编号']);
    expect(again.upload!.before).toEqual({
      file: first.file,
      sheets: [],
      table: first.table,
      proposed: first.proposed,
    });
    const untouched = await upload(begun, ALL);
    expect(
      withFile(
        untouched,
        { ...untouched.file!, sheet: '离岗' },
        { table: await proposedOf(['姓名', '员工编号']), sheets: ['在岗', '离岗'] },
      ),
    ).toMatchObject({ sheets: ['在岗', '离岗'], upload: undefined });
  });
});
