/** The product at a commit: in a worktree of its own, installed, built and started by its own `npm start`. */
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort, LISTENS, OF_THE_CALLER } from '../demonstration.ts';
import type { StoredAct } from './content.ts';
import { formerSpelling, kindsSpelling, type Spelling } from './spelling.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const run = promisify(execFile);

export interface Product {
  origin: string;
  /** DATA_DIR */
  dataDir: string;
  offers: Offers;
  /**
   * publishes an act from a file, where the commit has a program for that; null: everything public goes by an edition
   * (SU1). `files` are written into the same folder
   */
  publish: ((act: StoredAct, files?: Files) => Promise<void>) | null;
  /** makes a draft of an act by this account, where the commit has a program for that; answers its id */
  save: (act: StoredAct, account: string, files?: Files) => Promise<number>;
  /** creates a system administrator and returns the token of the one-time link */
  createAdmin: (account: string, name: string) => Promise<string>;
  /** stops the server; its data stay */
  stop: () => Promise<void>;
}

type Files = Record<string, Uint8Array>;

/** The features of a commit, recognised by its migrations, because migrations are never removed. */
interface Offers {
  spelling: Spelling;
  /** definitions explain their patterns (patternHint) */
  patternWords: boolean;
  console: boolean;
  /** the console takes rows as a file or one by one, and plans changes of settings */
  imports: boolean;
}

function offersOf(copy: string): Offers {
  const has = (migration: string) => existsSync(join(copy, 'src/server/db/migrations', `${migration}.sql`));
  return {
    spelling: has('0022-kinds') ? kindsSpelling : formerSpelling,
    patternWords: readFileSync(join(copy, 'page-schemas/register.schema.json'), 'utf8').includes('"patternHint"'),
    console: has('0014-editions'),
    imports: has('0017-register-imports'),
  };
}

/** Author and approver of each act. */
const HANDS = { writtenBy: '沈若川', approvedBy: '陆清和' };
/** Paths of the program that published without a review, in the commits that have one. */
const PUBLISH = ['src/tools/publish-act/publish.ts', 'docs/how-to/publish.ts'];

/**
 * Starts the product of a commit with an empty store and runs `work` with it. Deletes worktree and data afterwards.
 * @throws where the commit cannot be checked out or does not start
 */
export async function withProduct<T>(commit: string, work: (product: Product) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'stored-data-'));
  const copy = join(folder, 'product');
  try {
    await run('git', ['worktree', 'add', '--quiet', '--detach', copy, commit], { cwd: ROOT });
    const product = await startProduct(copy, folder);
    try {
      return await work(product);
    } finally {
      await product.stop();
    }
  } finally {
    await run('git', ['worktree', 'remove', '--force', copy], { cwd: ROOT }).catch(() => {});
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

async function startProduct(copy: string, folder: string): Promise<Product> {
  const dataDir = join(folder, 'data');
  const port = await freePort();
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DEMO: 'off',
    // commands answer in the language of the locale (CM1)
    LANG: 'en',
  };
  for (const name of OF_THE_CALLER) delete env[name];
  const program = (path: string, ...args: string[]) =>
    run(process.execPath, ['src/cli/run.mjs', path, ...args], { cwd: copy, env }).then(({ stdout }) => stdout);
  const publisher = PUBLISH.find((path) => existsSync(join(copy, path)));
  const offers = offersOf(copy);
  /** @returns path of the file of changes */
  const write = (content: object, files: Files): string => {
    for (const [name, bytes] of Object.entries({ ...files, 'changes.json': JSON.stringify(content) }))
      writeFileSync(join(folder, name), bytes);
    return join(folder, 'changes.json');
  };
  const stop = await start(copy, env);
  return {
    origin: `http://127.0.0.1:${port}`,
    dataDir,
    offers,
    publish: publisher
      ? async ({ changes, ...act }, files = {}) => {
          const spelled = { ...act, ...HANDS, changes: changes.map(offers.spelling.change) };
          await program(publisher, write(spelled, files));
        }
      : null,
    save: async ({ title, changes }, account, files = {}) => {
      const path = write({ title, changes: changes.map(offers.spelling.change) }, files);
      const output = await program('src/cli/import-changes.ts', path, '--save', '--by', account);
      return Number(/^Edition (\d+)/.exec(output)![1]);
    },
    createAdmin: async (account, name) =>
      /set-password#(\S+)/.exec(await program('src/cli/create-admin.ts', account, name))![1]!,
    stop,
  };
}

/**
 * Installs, builds and starts the product.
 * @returns a function that stops it
 */
async function start(copy: string, env: NodeJS.ProcessEnv): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, ['src/cli/start.mjs'], { cwd: copy, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let printed = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
        if (LISTENS.test(printed)) resolve();
      });
    child.once('error', reject);
    void ended.then(() => reject(new Error(`The server ended before it was ready:\n${printed}`)));
  });
  return async () => {
    child.kill('SIGTERM');
    await ended;
  };
}
