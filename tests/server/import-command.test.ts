import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readSheet } from '#server/sheets/read-sheet.ts';
import { createTestDatabase, type TestDatabase } from '#tests/world/database.ts';
import { buildSheet } from '#tests/world/sheet-files.ts';
import { startStoreProcess, temporaryFolder } from '#tests/world/stores.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const folder = temporaryFolder();
const path = (name: string) => join(folder.path, name);
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  folder.remove();
});
beforeEach(async () => {
  await database.pool.query('truncate publication, register_row, register_state, kept cascade');
});

const program = join(import.meta.dirname, '../../src/cli/import-register.ts');

async function command(args: string[], env: Record<string, string> = { DATABASE_URL: database.url }): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [program, ...args], { env: { PATH: process.env.PATH, DATA_DIR: path('none'), ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, out, err };
}

const TITLES = ['部门', '业务条线', '姓名', '岗位', '员工编号', '证书编号', '状态'];
const person = (number: number) => ['固定收益总部', '自营', '王谷雨', '交易员', String(800_000 + number), `S99011${String(number).padStart(8, '0')}`, '在岗'];
const three = path('人员.xlsx');
const bad = path('有错.csv');
beforeAll(async () => {
  mkdirSync(folder.path, { recursive: true });
  writeFileSync(three, await buildSheet([TITLES, person(1), person(2), person(3)]));
  writeFileSync(bad, [TITLES, person(1), [...person(2).slice(0, 4), '甲12', ...person(2).slice(5)]].map((row) => row.join(',')).join('\n'));
});
const publishing = ['--publish', '--by', '编辑甲', '--approved-by', '审核乙', '--department', '固定收益总部', '--data-date', '2026-01-31'];

describe('npm run import-register', () => {
  it('[RG6] checks without changing anything, publishes when told to, and servers hear of it', async () => {
    const dry = await command(['bond-investment', three]);
    expect([dry.code, dry.err]).toEqual([0, '']);
    expect(dry.out).toContain('新增 3，删除 0，修改 0，不变 0');
    expect(dry.out).toMatch(/检查通过，可以发布。\n$/);
    const listener = await database.connect();
    const heard: string[] = [];
    listener.on('notification', ({ payload }) => heard.push(payload ?? ''));
    await listener.query('listen publication');
    const published = await command(['bond-investment', three, ...publishing]);
    expect([published.code, published.err]).toEqual([0, '']);
    expect(published.out).toContain('已发布，第 1 号，数据日期 2026-01-31，责任部门 固定收益总部。');
    await listener.query('select 1');
    expect(heard).toEqual(['1']);
    await listener.end();
    expect((await command(['债券投资交易人员', three])).out).toContain('新增 0，删除 0，修改 0，不变 3');
  });

  it('[RG6] answers 1 for a file with problems, as text or as JSON, and writes the workbook of errors', async () => {
    const errors = path('errors.xlsx');
    const { code, out } = await command(['bond-investment', bad, '--errors', errors, ...publishing]);
    expect(code).toBe(1);
    expect(out).toContain('E3 “甲12”：“员工编号”格式不正确');
    const sheet = await readSheet(readFileSync(errors), 'errors.xlsx');
    await sheet.close();
    expect(sheet.header.cells.at(-1)!.text).toBe('导入问题');
    const json = await command(['bond-investment', bad, '--json']);
    expect(json.code).toBe(1);
    expect(JSON.parse(json.out)).toMatchObject({ outcome: 'problems', published: null, report: { badRows: 1, rowsRead: 2 } });
    const other = path('图片.xlsx');
    writeFileSync(other, Buffer.from('89504e470d0a1a0a', 'hex'));
    expect(await command(['bond-investment', other])).toMatchObject({ code: 1, err: '', out: expect.stringMatching(/^图片\.xlsx：文件不是表格/) });
  });

  it('[RG6] does not even read a file that is too large', async () => {
    const large = path('大.csv');
    writeFileSync(large, '');
    truncateSync(large, 3 * 1024 ** 3);
    expect(await command(['bond-investment', large])).toEqual({ code: 1, err: '', out: '大.csv：文件过大：3072 MB，最多 64 MB。请拆成几个文件。\n' });
  });

  it.each([
    ['a missing file', ['bond-investment', 'nowhere.xlsx'], /^没有文件 nowhere\.xlsx。\n$/],
    ['a folder', ['bond-investment', folder.path], /是文件夹，不是文件。\n$/],
    ['errors that would be written over the file', ['bond-investment', bad, '--errors', join(folder.path, '.', '有错.csv')], /^--errors 是要导入的文件本身，会覆盖它。请换一个文件名。\n$/],
    ['a template where a file is already', ['bond-investment', '--template', three], /^已有 .*人员\.xlsx，没有写出模板。请换一个文件名。\n$/],
    ['an option without its value', ['bond-investment', three, '--by'], /^选项 --by 缺少值，或者不应有值\n用法：/],
    ['an unknown register', ['bond-investmnt', three], /^没有登记表“bond-investmnt”。您是不是要找“bond-investment”？\n现有：/],
    ['an unknown option', ['bond-investment', three, '--publsh'], /^没有选项 --publsh。您是不是要找“--publish”？\n用法：/],
    ['no words at all', [], /^用法：/],
    ['one person for two', ['bond-investment', three, '--publish', '--by', '甲', '--approved-by', '甲'], /^批准人不能是撰写人本人。\n没有发布任何内容。\n$/],
    ['a day that is none', ['bond-investment', three, '--data-date', '2026-02-30'], /^--data-date 2026-02-30 不是日期/],
  ])('[RG6] answers 2 with a sentence and no stack for %s', async (_what, args, sentence) => {
    const { code, out, err } = await command(args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(sentence);
    expect(err).not.toMatch(/\n\s+at /);
  });

  it('[RG6] answers 2 where there is no store, or none that answers; a template needs none', async () => {
    const none = await command(['bond-investment', three], {});
    expect([none.code, none.err]).toEqual([2, `${path('none')} 中没有数据库。请先运行一次 npm start，或用 DATA_DIR、DATABASE_URL 指明网站的数据库。\n`]);
    const away = await command(['bond-investment', three], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    expect([away.code, away.err]).toEqual([2, expect.stringMatching(/^DATABASE_URL names nobody@127\.0\.0\.1:1\/none, but nothing listens there/)]);
    const template = path('template.xlsx');
    expect(await command(['bond-investment', '--template', template], {})).toEqual({ code: 0, out: '', err: '' });
    const sheet = await readSheet(readFileSync(template), 'template.xlsx');
    await sheet.close();
    expect(sheet.header.cells[0]!.text).toBe('部门');
  });

  it('[RG6] works beside a running server on its embedded PostgreSQL, and alone on a stopped one', async () => {
    const DATA_DIR = path('data');
    const server = await startStoreProcess({ DATA_DIR, PORT: '8131' });
    const beside = await command(['bond-investment', three, ...publishing], { DATA_DIR });
    expect([beside.code, beside.err]).toEqual([0, '']);
    await server.end();
    const alone = await command(['bond-investment', three], { DATA_DIR });
    expect([alone.code, alone.err]).toEqual([0, '']);
    expect(alone.out).toContain('不变 3');
    expect(existsSync(join(DATA_DIR, 'postgres', 'postmaster.pid'))).toBe(false);
  });
});
