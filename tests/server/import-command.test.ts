import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { approveEdition } from '#server/editions/review/review-edition.ts';
import { publishEdition } from '#server/editions/publish/publish-edition.ts';
import { submitEdition } from '#server/editions/review/submit-edition.ts';
import { addPerson } from '#server/people/staff/accounts.ts';
import { markOpened } from '#server/people/staff/opening.ts';
import { readSheet } from '#server/registers/sheets/read-sheet.ts';
import { createTestDatabase, emptyTables, type TestDatabase } from '#tests/world/database.ts';
import { runCommand, startCommand, type CommandEnd } from '#tests/world/command.ts';
import { buildSheet } from '#tests/world/sheet-files.ts';
import { PAGES_DIR } from '#tests/world/site.ts';
import { startStoreProcess, temporaryFolder } from '#tests/world/stores.ts';
import { speakAs } from '../world/language.ts';

// editors work with its Chinese
speakAs('zh_CN.UTF-8');

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const folder = temporaryFolder();
const path = (name: string) => join(folder.path, name);
let database: TestDatabase;
/** Accounts of a writer, a reviewer and a publisher, with their ids. */
const people = { writer: 0, reviewer: 0, publisher: 0 };
beforeAll(async () => {
  database = await createTestDatabase();
  await addPeople();
});
afterAll(async () => {
  await database.drop();
  folder.remove();
});
beforeEach(async () => {
  await emptyTables(database, 'publication, register_row, register_state, kept');
  await markOpened(database.db);
});

async function addPeople(): Promise<void> {
  const roles = { writer: 'editor', reviewer: 'reviewer', publisher: 'publisher' } as const;
  for (const account of ['writer', 'reviewer', 'publisher'] as const) {
    const grants = [{ role: roles[account], channelId: '' }];
    people[account] = (await addPerson(database.db, { account, name: account, grants }, { mustChange: false }))!;
  }
}

/** Has the edition that a command made reviewed and published. */
async function publishSaved(out: string): Promise<void> {
  const edition = { editionId: Number(/已生成稿件 (\d+)/.exec(out)![1]), version: 1 };
  const of = (account: keyof typeof people) => ({ staffId: people[account], account, address: '' });
  const publishContext = { db: database.db, pagesDir: PAGES_DIR };
  await submitEdition(publishContext, of('writer'), edition);
  await approveEdition(database.db, of('reviewer'), edition);
  await publishEdition(publishContext, of('publisher'), edition);
}

const program = join(import.meta.dirname, '../../src/cli/import-register.ts');

const command = (args: string[], env: Record<string, string> = { DATABASE_URL: database.url }): Promise<CommandEnd> =>
  runCommand(program, args, { DATA_DIR: path('none'), ...env });

/** The same as a process of its own. */
const start = (args: string[], env: Record<string, string> = { DATABASE_URL: database.url }): Promise<CommandEnd> =>
  startCommand(program, args, { DATA_DIR: path('none'), ...env });

const TITLES = ['部门', '业务条线', '姓名', '岗位', '员工编号', '证书编号', '状态'];
const person = (number: number) => [
  '固定收益总部',
  '自营',
  '王谷雨',
  '交易员',
  String(800_000 + number),
  `S99011${String(number).padStart(8, '0')}`,
  '在岗',
];
const three = path('人员.xlsx');
const bad = path('有错.csv');
beforeAll(async () => {
  mkdirSync(folder.path, { recursive: true });
  writeFileSync(three, await buildSheet([TITLES, person(1), person(2), person(3)]));
  writeFileSync(path('~$人员.xlsx'), 'x');
  writeFileSync(
    bad,
    [TITLES, person(1), [...person(2).slice(0, 4), '甲12', ...person(2).slice(5)]]
      .map((row) => row.join(','))
      .join('\n'),
  );
});
const saving = ['--save', '--by', 'writer', '--department', '固定收益总部', '--data-date', '2026-01-31'];

describe('npm run import-register', () => {
  it('[RG6] [RG45] checks without changing anything; saved, the file is a draft that another person approves', async () => {
    const dry = await command(['bond-investment', three]);
    expect([dry.code, dry.err]).toEqual([0, '']);
    expect(dry.out).toContain('新增 3，删除 0，修改 0，不变 0');
    expect(dry.out).toMatch(
      /检查通过，可以发布。\n下一步：核对以上内容，然后生成稿件，由另一人审核：\n {2}npm run import-register -- bond-investment \S*人员\.xlsx --save --by 账号\n$/,
    );
    const saved = await start(['bond-investment', three, ...saving]);
    expect([saved.code, saved.err]).toEqual([0, '']);
    expect(saved.out).toMatch(
      /\n已生成稿件 (\d+)（\/console\/editions\/\1），数据日期 2026-01-31，责任部门 固定收益总部。请在管理后台提交，由另一人审核后发布。\n请在提交前核对：\n {2}登记表“债券投资交易人员”“状态”：离岗或终止的标记不覆盖任何一行，0 行（0%）\n$/,
    );
    expect((await database.pool.query('select no from publication')).rowCount).toBe(0);
    // the console has the file and its report, and the operation record says who brought it
    const { rows } = await database.pool.query(
      `select act, account from audit where act in ('file.upload', 'register.check') order by no`,
    );
    expect(rows).toEqual([
      { act: 'file.upload', account: 'writer' },
      { act: 'register.check', account: 'writer' },
    ]);
    await publishSaved(saved.out);
    expect((await command(['债券投资交易人员', three])).out).toContain('新增 0，删除 0，修改 0，不变 3');
    // a failure is a sentence and a code of the process, too
    expect(await start(['bond-investment', path('nowhere.xlsx')])).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(/^没有文件 .*nowhere\.xlsx。.*\n$/),
    });
  });

  it('[PV1] [RD7] whoever saves a draft is told its numbers of persons and its red lines', async () => {
    const [first, ...rest] = person(1);
    const withNumber = path('号码.xlsx');
    writeFileSync(withNumber, await buildSheet([TITLES, [`${first}13800138000`, ...rest]]));
    const { out } = await command(['bond-investment', withNumber, ...saving]);
    expect(out).toMatch(
      /\n请在提交前核对：\n {2}登记表“.*\n {2}登记表“债券投资交易人员”\S+ 的“部门”（手机号 138\*{6}00）像是个人号码，提交时须逐项说明必须公开的理由\n$/,
    );
  });

  it('[RG45] a draft is by somebody who may write it, of a day that has come', async () => {
    const refused = async (...args: string[]) => {
      const { code, err } = await command(['bond-investment', three, ...saving, ...args]);
      expect(code).toBe(2);
      return err;
    };
    expect(await refused('--by', 'writter')).toBe('没有账号“writter”。您是不是要写“writer”？\n没有生成稿件。\n');
    expect(await refused('--by', 'reviewer')).toBe(
      '账号 reviewer 没有权限：撰写内容（全站）。请换一个账号，或请系统管理人员授权。\n没有生成稿件。\n',
    );
    expect(await refused('--data-date', '2999-01-01')).toMatch(/^数据日期 2999-01-01 还没有到/);
    expect((await database.pool.query('select 1 from edition where state = $1', ['draft'])).rowCount).toBe(0);
  });

  it('[RG6] answers 1 for a file with problems, as text or as JSON, and writes the workbook of errors', async () => {
    const errors = path('errors.xlsx');
    const { code, out } = await command(['bond-investment', bad, '--errors', errors, ...saving]);
    expect(code).toBe(1);
    expect(out).toContain('E3 “甲12”：格式不正确');
    expect(out).toMatch(
      /有错误，不能发布。\n标出错误的表格已写到文件 \S*errors\.xlsx。\n下一步：可以就在这个表格里改正标出的单元格，保存并关闭，再检查它：\n {2}npm run import-register -- bond-investment \S*errors\.xlsx\n$/,
    );
    expect((await command(['bond-investment', bad])).out).toMatch(
      /下一步：按上面所说改正，保存并关闭文件，再检查一次：\n {2}npm run .*有错\.csv\n想让错误标在表格里，可在命令后面加上 --errors 错误\.xlsx。\n$/,
    );
    const sheet = await readSheet(readFileSync(errors), 'errors.xlsx');
    await sheet.close();
    expect(sheet.header.cells.at(-1)!.text).toBe('导入问题');
    const json = await command(['bond-investment', bad, '--json']);
    expect(json.code).toBe(1);
    expect(JSON.parse(json.out)).toMatchObject({
      outcome: 'problems',
      edition: null,
      report: { badRows: 1, rowsRead: 2 },
    });
    const other = path('图片.xlsx');
    writeFileSync(other, Buffer.from('89504e470d0a1a0a', 'hex'));
    expect(await command(['bond-investment', other])).toMatchObject({
      code: 1,
      err: '',
      out: expect.stringMatching(/^图片\.xlsx：文件不是表格/),
    });
  });

  it('[RG6] sends a terminal nothing that it would obey, of names, sheets, titles, cells and options', async () => {
    const hostile = path('人\u001B[31m员\u202E.csv');
    writeFileSync(
      hostile,
      [
        [...TITLES, '备\u001B]0;x\u0007注'],
        [...person(1).slice(0, 2), '王\u001B[2J谷\u202E雨', ...person(1).slice(3), ''],
      ]
        .map((row) => row.join(','))
        .join('\n'),
    );
    const { code, out, err } = await command(['bond-investment', hostile]);
    expect([code, err]).toEqual([1, '']);
    expect(out).toContain('文件 人<U+001B>[31m员<U+202E>.csv');
    expect(out).toContain('H 列“备<U+001B>]0;x<U+0007>注”不属于这个登记表，没有读取');
    expect(out).toContain(
      'C2 “王<U+001B>[2J谷<U+202E>雨”：含有控制字符 U+001B（第 2 个字符）。应为：没有看不见的字符的文字（请重新键入，不要粘贴）',
    );
    const json = await command(['bond-investment', hostile, '--json']);
    expect(JSON.parse(json.out)).toMatchObject({ report: { file: '人<U+001B>[31m员<U+202E>.csv' } });
    const option = await command(['bond\u001B[2J', three]);
    for (const text of [out, json.out, option.err]) expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    expect(option.err).toMatch(/^没有登记表“bond<U\+001B>\[2J”/);
  });

  it('[RG6] stops where many rows would vanish, and says which number confirms it', async () => {
    await publishSaved((await command(['bond-investment', three, ...saving])).out);
    const one = path('一人.xlsx');
    writeFileSync(one, await buildSheet([TITLES, person(1)]));
    const stopped = await command(['bond-investment', one, ...saving]);
    expect([stopped.code, stopped.err]).toEqual([1, '']);
    expect(stopped.out).toMatch(
      /停止：现在公示的 3 行中有 2 行将消失，超过五分之一。.*\n下一步：请核对上面“删除”的行。.*再生成稿件：\n.* --save --by writer --data-date 2026-01-31 --department 固定收益总部 --confirm-removed 2\n$/,
    );
    const other = await command(['bond-investment', one, ...saving, '--confirm-removed', '3']);
    expect([other.code, other.out]).toEqual([1, expect.stringContaining('下一步：您确认的是 3 行，与 2 行不符。')]);
    const confirmed = await command(['bond-investment', one, ...saving, '--confirm-removed', '2']);
    expect([confirmed.code, confirmed.out]).toEqual([0, expect.stringContaining('已生成稿件')]);
  });

  it('[RG6] does not even read a file that is too large', async () => {
    const large = path('大.csv');
    writeFileSync(large, '');
    truncateSync(large, 3 * 1024 ** 3);
    expect(await command(['bond-investment', large])).toEqual({
      code: 1,
      err: '',
      out: '大.csv：文件过大：3072 MB，最多 64 MB。请拆成几个文件。\n',
    });
  });

  it.each([
    ['a missing file', ['bond-investment', 'nowhere.xlsx'], /^没有文件 nowhere\.xlsx。请核对文件名，它应在 .* 中。\n$/],
    [
      'a mistyped file',
      ['bond-investment', join(folder.path, '人事.xlsx')],
      /^没有文件 .*人事\.xlsx。请核对文件名，它应在 .* 中。您是不是要找“人员\.xlsx”？\n$/,
    ],
    [
      'a temporary file of Excel',
      ['bond-investment', path('~$人员.xlsx')],
      /是 Excel 打开文件时的临时文件，不是表格本身。请关闭 Excel，改用 人员\.xlsx。\n$/,
    ],
    ['a folder', ['bond-investment', folder.path], /是文件夹，不是文件。\n$/],
    [
      'errors that would be written over the file',
      ['bond-investment', three, '--errors', join(folder.path, '.', '人员.xlsx')],
      /^--errors 是要导入的文件本身，会覆盖它。请换一个文件名。\n$/,
    ],
    [
      'a template where a file is already',
      ['bond-investment', '--template', three],
      /^已有文件 .*人员\.xlsx，没有覆盖它，也没有做别的。请换一个文件名，或先移走它。\n$/,
    ],
    ['an option without its value', ['bond-investment', three, '--by'], /^选项 --by 后面要写账号。\n$/],
    ['a value where none belongs', ['bond-investment', three, '--json=1'], /^选项 --json 后面不要写值。\n$/],
    [
      'an unknown register',
      ['bond-investmnt', three],
      /^没有登记表“bond-investmnt”。您是不是要找：\n {2}bond-investment {2}债券投资交易人员\n\n现有的登记表（写英文名或标题都可以）：\n {2}advisory-staff {8}基金投资顾问人员\n/,
    ],
    [
      'a part of a title',
      ['债券投资', three],
      /^没有登记表“债券投资”。您是不是要找：\n {2}bond-investment {2}债券投资交易人员\n/,
    ],
    [
      'a register without a file',
      ['bond-investment'],
      /^没有写要导入哪个文件，例如：\n {2}npm run import-register -- bond-investment 文件\.xlsx\n/,
    ],
    ['a word too many', ['bond-investment', three, '第二个'], /^多出了 “第二个”。.*\n您可能漏写了 --/],
    ['dashes of a word processor', ['bond-investment', three, '——save'], /^“——save”不是选项：选项前面是两个英文减号/],
    [
      'a template that no program opens',
      ['bond-investment', '--template', '模板.xls'],
      /^--template 写出的是 Excel 文件，文件名要以 \.xlsx 结尾，如 模板\.xlsx。\n$/,
    ],
    [
      'a template in a folder that is not there',
      ['bond-investment', '--template', path('没有/模板.xlsx')],
      /模板\.xlsx 不能写入：没有这个文件夹。\n$/,
    ],
    [
      'errors where a file is already',
      ['bond-investment', bad, '--errors', three],
      /^已有文件 .*人员\.xlsx，没有覆盖它/,
    ],
    [
      'an unknown option',
      ['bond-investment', three, '--sav'],
      /^没有选项 --sav。您是不是要找“--save”？\n可用的选项：\n {2}--template 文件\.xlsx {4}写出空白模板/,
    ],
    [
      'publishing past the review',
      ['bond-investment', three, '--publish', '--by', '甲', '--approved-by', '乙'],
      /^--publish 已经取消：.*--save --by 账号.*“程序报送”（docs\/how-to\/feed-a-register\.md）。\n$/,
    ],
    ['a draft of nobody', ['bond-investment', three, '--save'], /^--save 和 --by 账号 要一起写/],
    [
      'a placeholder for an account',
      ['bond-investment', three, '--save', '--by', '账号'],
      /^--by 后面要写您在管理后台的账号，不是“账号”。\n/,
    ],
    [
      'an account that nobody sees',
      ['bond-investment', three, '--save', '--by', '\u200B'],
      /^--save 和 --by 账号 要一起写/,
    ],
    [
      'an account with what nobody sees in it',
      ['bond-investment', three, '--save', '--by', '乙\u202E丙'],
      /^--by “乙<U\+202E>丙”含有改变文字方向的控制符 U\+202E（第 2 个字符），请重新键入。\n/,
    ],
    ['a day that is none', ['bond-investment', three, '--data-date', '2026-02-30'], /^--data-date 2026-02-30 不是日期/],
  ])('[RG6] answers 2 with a sentence and no stack for %s', async (_what, args, sentence) => {
    const { code, out, err } = await command(args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(sentence);
    expect(err).not.toMatch(/\n\s+at /);
  });

  it('[RG6] explains itself in Chinese: steps, dry run, options, exit codes and registers with their titles', async () => {
    const help = await command(['--help'], {});
    expect([help.code, help.err]).toEqual([0, '']);
    for (const words of [
      '什么是试运行',
      '--confirm-removed 行数',
      '退出码\n  0  成功',
      'bond-investment       债券投资交易人员',
    ])
      expect(help.out).toContain(words);
    expect(await command([], {})).toEqual({ code: 2, out: help.out, err: '' });
  });

  it('[RG6] answers 2 where there is no store, or none that answers; a template needs none', async () => {
    const none = await command(['bond-investment', three], {});
    expect([none.code, none.err]).toEqual([
      2,
      `DATA_DIR ${path('none')} 中没有数据库。请先启动一次网站（npm start），或用 DATA_DIR、DATABASE_URL 指明网站的数据库。\n`,
    ]);
    const away = await command(['bond-investment', three], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    expect([away.code, away.err]).toEqual([
      2,
      expect.stringMatching(/^DATABASE_URL 指的是 nobody@127\.0\.0\.1:1\/none，但那里没有服务在监听/),
    ]);
    const template = path('template.xlsx');
    const { code, out, err } = await command(['债券投资 交易人员', '--template', template], {});
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(`已写到：\n  ${template}\n  工作表“债券投资交易人员”  在这里填写`);
    expect(out).toMatch(
      /状态可从下拉列表中选择\n {2}工作表“填写说明” {10}每一列可以填什么.*\n\n下一步：.*\n {2}npm run import-register -- bond-investment .*template\.xlsx\n$/,
    );
    const sheet = await readSheet(readFileSync(template), 'template.xlsx');
    await sheet.close();
    expect(sheet.header.cells[0]!.text).toBe('姓名 *');
  });

  it('[RG6] works beside a running server on its embedded PostgreSQL, and alone on a stopped one', async () => {
    const DATA_DIR = path('data');
    const server = await startStoreProcess({ DATA_DIR, PORT: '8131' });
    const beside = await start(['bond-investment', three], { DATA_DIR });
    expect([beside.code, beside.err]).toEqual([0, '']);
    await server.end();
    const alone = await start(['bond-investment', three], { DATA_DIR });
    expect([alone.code, alone.err]).toEqual([0, '']);
    expect(alone.out).toContain('新增 3');
    expect(existsSync(join(DATA_DIR, 'postgres', 'postmaster.pid'))).toBe(false);
  });
});
