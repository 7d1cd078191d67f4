import { spawn } from 'node:child_process';
import { createWriteStream, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { writeXlsx } from '#server/registers/sheets/write-xlsx.ts';
import type { WrittenCell } from '#server/registers/sheets/written-sheet.ts';
import { startStoreProcess } from '#tests/world/stores.ts';
import { root } from '../product.ts';
import type { Row } from '../report.ts';
import { newDataFolder } from './start.ts';

const GROUP = 'Import';
const REGISTER = 'bond-investment';
const ROWS = 100_000;
const DRY_RUN_LIMIT = 20;
const PUBLISH_LIMIT = 30;
const MEMORY_LIMIT = 500;
/** The program of the people who publish an edition, from src/cli. */
const HANDS = '../../tests/bench/edition-hands.ts';

/**
 * The command that imports a file, as a program, alone on a store of its own: 100,000 rows of eleven columns. Times are
 * of the whole command, from its start to its end, PostgreSQL's start and stop included.
 */
export async function importRows(): Promise<Row[]> {
  const folder = newDataFolder();
  try {
    return await measure(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(folder: string): Promise<Row[]> {
  const dataDir = join(folder, 'import-data');
  const file = join(folder, 'import.xlsx');
  await (await startStoreProcess({ DATA_DIR: dataDir })).end();
  await writeStaffFile(file);
  const dry = await runCommand('import-register.ts', dataDir, [REGISTER, file]);
  await runCommand(HANDS, dataDir, ['people']);
  const saving = ['--save', '--by', 'writer', '--department', '固定收益总部'];
  const saved = await runCommand('import-register.ts', dataDir, [REGISTER, file, ...saving]);
  const [, edition] = /已生成稿件 (\d+)/.exec(saved.said)!;
  const published = await runCommand(HANDS, dataDir, ['publish', edition!]);
  const again = await runCommand('import-register.ts', dataDir, [REGISTER, file]);
  const peak = Math.max(dry.peak, again.peak);
  const count = ROWS.toLocaleString('en');
  return [
    {
      group: GROUP,
      id: 'import-dry-run',
      title: `${count} rows of xlsx checked`,
      value: Math.max(dry.seconds, again.seconds),
      unit: 's',
      limit: { most: DRY_RUN_LIMIT },
      note: `against no public rows ${dry.seconds.toFixed(1)} s, against as many ${again.seconds.toFixed(1)} s`,
    },
    ...(peak > 0
      ? [
          {
            group: GROUP,
            id: 'import-memory',
            title: 'Most resident memory of the process meanwhile',
            value: peak,
            unit: 'MB',
            limit: { most: MEMORY_LIMIT },
          } satisfies Row,
        ]
      : []),
    {
      group: GROUP,
      id: 'import-publish',
      title: `${count} rows of xlsx checked, saved as an edition, reviewed and published`,
      value: saved.seconds + published.seconds,
      unit: 's',
      limit: { most: PUBLISH_LIMIT },
      note: `saved in ${saved.seconds.toFixed(1)} s, published in ${published.seconds.toFixed(1)} s; at most ${Math.round(Math.max(saved.peak, published.peak))} MB resident`,
    },
  ];
}

/** A file of 100,000 persons for the register bond-investment. */
export async function writeStaffFile(path: string): Promise<void> {
  const { fields } = JSON.parse(
    readFileSync(join(root, `page-schemas/registers/${REGISTER}.json`), 'utf8'),
  ) as RegisterDefinition;
  const columns = Object.values(fields).map(({ title }) => ({ title }));
  const names = Object.keys(fields);
  await pipeline(writeXlsx([{ name: '名单', columns, rows: staff(names) }]), createWriteStream(path));
}

function* staff(fields: readonly string[]): Generator<WrittenCell[]> {
  for (let at = 0; at < ROWS; at++) {
    const row: Record<string, WrittenCell> = {
      department: '固定收益总部',
      bizLine: '自营',
      staffName: `王谷雨${at}`,
      post: '交易员',
      employeeNo: String(800_000 + at),
      certNo: `S9901${String(at).padStart(9, '0')}`,
      certType: '一般证券业务',
      certDate: { kind: 'date', text: `20${10 + (at % 16)}-0${1 + (at % 9)}-1${at % 10}` },
      officePhone: '021-5550-0871',
      status: '在岗',
    };
    yield fields.map((field) => row[field] ?? null);
  }
}

/** @throws with what the command said when it does not end well */
export async function runCommand(
  program: string,
  dataDir: string,
  args: readonly string[],
): Promise<{ seconds: number; peak: number; said: string }> {
  const began = performance.now();
  const child = spawn(process.execPath, [join(root, 'src/cli', program), ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, peakMegabytes(child.pid))), 20);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearInterval(watch);
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${output.slice(0, 500)}`);
  return { seconds: (performance.now() - began) / 1000, peak, said: output };
}

/** The most that a process has had resident; 0 where the system does not tell. */
export function peakMegabytes(pid: number | undefined): number {
  try {
    return (Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024) / 1e6;
  } catch {
    return 0;
  }
}
