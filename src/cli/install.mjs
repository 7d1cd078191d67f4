import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root, runStep, StepFailed } from './step.mjs';
import { phrase } from '#server/phrase.mjs';

const OLDEST_NODE = [20, 19];
const SERVER_NODE = 24;

/**
 * Installs the packages of the lock file when node_modules is missing or does not match it.
 * @param {{ dev?: boolean }} [options] dev: those that build and check, too; without them what is built runs
 * @returns {Promise<string>} path of the Node that runs the product
 */
export async function ensureInstalled({ dev = true } = {}) {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
    throw new StepFailed(
      phrase({
        zh: `需要 Node ${OLDEST_NODE.join('.')} 或更新，现在是 ${process.version}。请从 https://nodejs.org 安装更新的版本。`,
        en: `This needs Node ${OLDEST_NODE.join('.')} or newer, but runs on ${process.version}. Install a newer one from https://nodejs.org.`,
      }),
    );
  }
  const why = staleInstall(dev);
  if (why !== null && dev && staleInstall(false) === null) await addDevelopment();
  else if (why !== null) {
    // through a link, `npm ci` would empty a folder that another copy works with
    if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
      throw new StepFailed(
        phrase({
          zh: `文件夹 node_modules 是链接，所指的内容与 package-lock.json 不符（${why}）。请删除链接再启动：通过它安装会清空所指的文件夹。`,
          en: `The folder node_modules is a link, and what it leads to does not fit the lock file (${why}). Remove the link and start again: installing through it would empty the folder it leads to.`,
        }),
      );
    }
    await runStep(
      phrase({ zh: `正在安装包（${why}）`, en: `installing packages (${why})` }),
      [npm(), 'ci', dev ? '--include=dev' : '--omit=dev', '--include=optional'],
      {
        env: installEnvironment(),
        failed: phrase({
          zh: '包不能安装；能否连接到包的仓库？',
          en: 'Packages could not be installed; is the registry reachable?',
        }),
      },
    );
  }
  return getServerNode();
}

/** Adds what a lean copy lacks: unlike `npm ci` it leaves what is there where it fails. */
async function addDevelopment() {
  try {
    await runStep(
      phrase({ zh: '正在安装开发用的包', en: 'installing development packages' }),
      [npm(), 'install', '--no-save', '--no-audit', '--include=dev', '--include=optional', '--fetch-retries=1'],
      { env: installEnvironment() },
    );
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    throw new StepFailed(
      phrase({
        zh: '构建和检查网站的包不在，也不能安装：能否连接到包的仓库？请连接它，或从构建过这个版本的机器带来 dist/。',
        en: 'The packages that build and check the site are not there and could not be installed: is the registry reachable? Connect this machine to it, or bring dist/ from one that has built this version.',
      }),
    );
  }
}

/**
 * The warning of a start of production about packages that only build and check (UP4). It needs none of them, and
 * removes none, because other processes may run from the same folder.
 * @returns {string | null} null: there are none
 */
export function developmentWarning() {
  const { packages } = JSON.parse(readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8'));
  const count = Object.values(packages).filter(({ dev }) => dev).length;
  return count === 0
    ? null
    : phrase({
        zh: `文件夹 node_modules 中有 ${count} 个只用于构建和检查的包。正式的网站不需要它们：docs/how-to/make-a-lean-copy.md 说明怎样得到没有它们的副本。`,
        en: `The folder node_modules holds ${count} packages that only build and check. A site of production needs none of them: docs/how-to/make-a-lean-copy.md makes a copy without them.`,
      });
}

/** @returns {string | null} the reason why node_modules must be installed again; null: it matches the lock file */
function staleInstall(dev) {
  const lockPath = join(root, 'package-lock.json');
  const installedPath = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installedPath)) return phrase({ zh: '还没有', en: 'none are there yet' });
  const { packages: wanted } = JSON.parse(readFileSync(lockPath, 'utf8'));
  const { packages: installed } = JSON.parse(readFileSync(installedPath, 'utf8'));
  // an optional package that cannot be had is missing after each install, so it is tried only once for each lock file
  const lockIsNewer = statSync(lockPath).mtimeMs > statSync(installedPath).mtimeMs;
  const named = namesIn(Object.keys(installed).map((path) => wanted[path]));
  const isTried = (path, entry) => lockIsNewer && isForHere(entry) && named.has(nameOf(path));
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '' || entry.link || (!dev && (entry.dev || entry.devOptional))) continue;
    const there = installed[path];
    if (there ? there.version !== entry.version : entry.optional ? isTried(path, entry) : !entry.optional) {
      const name = `${nameOf(path)} ${entry.version}`;
      return phrase({ zh: `缺少 ${name}`, en: `${name} is not there` });
    }
  }
  return null;
}

const nameOf = (path) => path.replace(/^.*node_modules\//, '');

/** Names of packages that these need; what only packages of other systems need is never installed. */
const namesIn = (entries) =>
  new Set(entries.flatMap((entry) => Object.keys({ ...entry?.dependencies, ...entry?.optionalDependencies })));

const isForHere = ({ os, cpu, libc }) =>
  matches(os, process.platform) && matches(cpu, process.arch) && (libc === undefined || matches(libc, ownLibc()));

/** The C library of a Linux, as npm names it. */
function ownLibc() {
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
}

const matches = (wanted, is) => wanted === undefined || [wanted].flat().includes(is);

const npm = () => (process.platform === 'win32' ? 'npm.cmd' : 'npm');

/**
 * Environment of npm without node_modules/.bin in PATH: npm scripts put it first, and it may hold a Node that `npm ci`
 * is about to delete.
 */
function installEnvironment() {
  const PATH = (process.env.PATH ?? '').split(delimiter).filter((part) => !part.endsWith('node_modules/.bin'));
  return { ...process.env, PATH: PATH.join(delimiter), NODE_ENV: '' };
}

/** @returns {string} path of a Node of the required version */
function getServerNode() {
  const packaged = [`node-${process.platform}-${process.arch}`, `node-bin-${process.platform}-${process.arch}`];
  const paths = packaged.map((name) => join(root, 'node_modules', name, 'bin/node'));
  const found = [...paths.filter((path) => existsSync(path)), process.execPath].find(
    (path) => majorOf(path) >= SERVER_NODE,
  );
  if (found !== undefined) return found;
  throw new StepFailed(
    phrase({
      zh: `服务需要 Node ${SERVER_NODE}，包中带有适用于 Linux（x64、arm64）和 macOS（arm64）的；${process.platform}（${process.arch}）请从 https://nodejs.org 安装 Node ${SERVER_NODE}，用它启动。`,
      en: `The server needs Node ${SERVER_NODE}, which the packages bring for Linux (x64, arm64) and macOS (arm64); for ${process.platform} on ${process.arch} install Node ${SERVER_NODE} from https://nodejs.org and start with it.`,
    }),
  );
}

/** Major version of a Node; 0 where it does not run, as a packaged Node on a Linux without glibc. */
function majorOf(path) {
  if (path === process.execPath) return Number(process.versions.node.split('.')[0]);
  return Number(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout?.match(/^v(\d+)/)?.[1] ?? 0);
}
