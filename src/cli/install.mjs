import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root, runStep, StepFailed } from './step.mjs';

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
      `This needs Node ${OLDEST_NODE.join('.')} or newer, but runs on ${process.version}. Install a newer one from https://nodejs.org.`,
    );
  }
  const why = staleInstall(dev);
  if (why !== null && dev && staleInstall(false) === null) await addDevelopment();
  else if (why !== null) {
    // through a link, `npm ci` would empty a folder that another copy works with
    if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
      throw new StepFailed(
        `node_modules is a link, and what it leads to does not fit the lock file (${why}). Remove the link and start again: installing through it would empty the folder it leads to.`,
      );
    }
    await runStep(
      `installing packages (${why})`,
      [npm(), 'ci', dev ? '--include=dev' : '--omit=dev', '--include=optional'],
      {
        env: installEnvironment(),
        failed: 'Packages could not be installed; is the registry reachable?',
      },
    );
  }
  return getServerNode();
}

/** Adds what a lean copy lacks: unlike `npm ci` it leaves what is there where it fails. */
async function addDevelopment() {
  try {
    await runStep(
      'installing development packages',
      [npm(), 'install', '--no-save', '--no-audit', '--include=dev', '--include=optional', '--fetch-retries=1'],
      { env: installEnvironment() },
    );
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    throw new StepFailed(
      'The packages that build and check the site are not there and could not be installed: is the registry reachable? Connect this machine to it, or bring dist/ from one that has built this version.',
    );
  }
}

/**
 * The warning of a start of production about packages that only build and check (UP4): it needs none of them, and removes
 * none, because other processes may run from the same folder.
 * @returns {string | null} null: there are none
 */
export function developmentWarning() {
  const { packages } = JSON.parse(readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8'));
  const count = Object.values(packages).filter(({ dev }) => dev).length;
  return count === 0
    ? null
    : `node_modules holds ${count} packages that only build and check. A site of production needs none of them: docs/how-to/make-a-lean-copy.md makes a copy without them.`;
}

/** @returns {string | null} the reason why node_modules must be installed again; null: it matches the lock file */
function staleInstall(dev) {
  const lockPath = join(root, 'package-lock.json');
  const installedPath = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installedPath)) return 'none are there yet';
  const { packages: wanted } = JSON.parse(readFileSync(lockPath, 'utf8'));
  const { packages: installed } = JSON.parse(readFileSync(installedPath, 'utf8'));
  // an optional package that cannot be had is missing after each install, so it is tried only once for each lock file
  const lockIsNewer = statSync(lockPath).mtimeMs > statSync(installedPath).mtimeMs;
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '' || entry.link || (!dev && (entry.dev || entry.devOptional))) continue;
    const there = installed[path];
    if (there ? there.version !== entry.version : entry.optional ? lockIsNewer && isForHere(entry) : !entry.optional) {
      return `${path.replace(/^.*node_modules\//, '')} ${entry.version} is not there`;
    }
  }
  return null;
}

const isForHere = ({ os, cpu }) => matches(os, process.platform) && matches(cpu, process.arch);
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
    `The server needs Node ${SERVER_NODE}, which the packages bring for Linux (x64, arm64) and macOS (arm64); for ${process.platform} on ${process.arch} install Node ${SERVER_NODE} from https://nodejs.org and start with it.`,
  );
}

/** Major version of a Node; 0 where it does not run, as a packaged Node on a Linux without glibc. */
function majorOf(path) {
  if (path === process.execPath) return Number(process.versions.node.split('.')[0]);
  return Number(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout?.match(/^v(\d+)/)?.[1] ?? 0);
}
