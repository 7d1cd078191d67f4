import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesIn, lineAt, root, textOf } from './repository.ts';
import { readTitles } from './titles.ts';

interface Package {
  version?: string;
  resolved?: string;
  integrity?: string;
  hasInstallScript?: true;
}

const BINARY = /\.(png|jpe?g|gif|webp|ico|woff2?|pdf|zip|docx|xlsx|mp[34])$/;
/** without this file, which names what it looks for */
const texts = filesIn('').filter(
  (path) => !BINARY.test(path) && path !== 'package-lock.json' && path !== 'tests/house/hygiene.test.ts',
);
const manifest = JSON.parse(textOf('package.json')) as Record<
  'dependencies' | 'devDependencies' | 'optionalDependencies',
  Record<string, string>
> & { allowScripts: Record<string, boolean> };
const lock = JSON.parse(textOf('package-lock.json')) as { packages: Record<string, Package> };

interface Search {
  pattern: RegExp;
  /** lines where it may stand */
  but?: RegExp;
  /** what it must find */
  planted: string;
}

const SEARCHES = {
  privateKey: { pattern: /-----BEGIN [A-Z ]*PRIVATE KEY/, planted: '-----BEGIN EC PRIVATE KEY-----' },
  accessToken: {
    pattern: /\b(?:ghp|gho|github_pat|glpat|npm|xox[bp]|sk)[-_][A-Za-z0-9]{20,}\b|\bAKIA[A-Z0-9]{16}\b/,
    planted: `token = 'ghp_${'a1'.repeat(18)}'`,
  },
  webToken: {
    pattern: /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\./,
    planted: `eyJ${'a'.repeat(20)}.eyJ${'b'.repeat(20)}.c`,
  },
  // the examples and the refused settings of tests name hosts that do not exist
  password: {
    pattern: /\b[a-z]{3,12}:\/\/[^\s/:@"'`<>$]+:[^\s/@"'`<>$]+@/,
    but: /@(?:[\w.-]*\.)?(?:host|example|invalid|test|localhost|127\.0\.0\.1|db|nowhere|secret|h)\b|@[/[$]/,
    planted: 'postgres://site:geheim@db1.bank.cn/site',
  },
  wireKey: { pattern: /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{86}==/, planted: `${'aB3+'.repeat(21)}aB==` },
  // /home is also the address of the home page
  machinePath: {
    pattern: /(?<![\w.}$*-])\/(?:work|root|home|Users)\/[\w.-]+/,
    but: /https?:\/\/\S*\/(home|work)\//,
    planted: `from '${['', 'home', 'somebody', 'src'].join('/')}'`,
  },
  registryHost: {
    pattern: /registry\.(?:npmjs|npmmirror|yarnpkg)|_authToken|npm\.pkg\.github/,
    planted: `https://${['registry', 'npmjs'].join('.')}.org/react`,
  },
  leftForLater: { pattern: /\b(?:TODO|FIXME|XXX:|HACK:)/, planted: '// TODO: later' },
} as const satisfies Record<string, Search>;

const found = ({ pattern, but }: Search, text: string, path = ''): string[] =>
  [...text.matchAll(new RegExp(pattern, 'g'))]
    .map((match) => ({ at: lineAt(text, match.index), what: match[0].slice(0, 60) }))
    .filter(({ at }) => !but?.test(text.split('\n')[at - 1]!))
    .map(({ at, what }) => `${path}:${at}: ${what}`);

const findIn = (paths: string[], search: Search): string[] =>
  paths.flatMap((path) => found(search, textOf(path), path));

test.each(Object.entries(SEARCHES))('the search for %s finds a planted one', (_name, search: Search) => {
  expect(found(search, `first line\n${search.planted}\n`)).toHaveLength(1);
});

test('no secret: no private key, no access token, no password in an address', () => {
  const { privateKey, accessToken, webToken, password } = SEARCHES;
  expect([privateKey, accessToken, webToken, password].flatMap((search) => findIn(texts, search))).toEqual([]);
});

test('no 64-byte key in code or data: a wire key is made at the first start, or given', () => {
  expect(
    findIn(
      texts.filter((path) => !path.startsWith('tests/')),
      SEARCHES.wireKey,
    ),
  ).toEqual([]);
});

test('no path of one machine', () => {
  expect(findIn(texts, SEARCHES.machinePath)).toEqual([]);
});

test('no registry’s host: packages come from wherever npm is told to', () => {
  expect(findIn(texts, SEARCHES.registryHost)).toEqual([]);
  expect(textOf('.npmrc')).toContain('omit-lockfile-registry-resolved=true');
});

test('nothing is left for later in the code', () => {
  const code = texts.filter((path) => /^(src|tests|page-schemas|public|\.ci)\//.test(path) || !path.includes('/'));
  expect(findIn(code, SEARCHES.leftForLater)).toEqual([]);
});

test('no test is left out without a reason, and none alone is run', () => {
  const silent = readTitles().leftOut.filter(({ text }) => {
    if (/^\w+(\.\w+)*\.only\b/.test(text)) return true;
    // a condition with a name says why, a sentence in the call or a comment above does, too
    return !/(skipIf|runIf)\(\s*[!\w]/.test(text) && !/skip\([^)]*['"`]/.test(text);
  });
  expect(silent.map(({ file, line, text }) => `${file}:${line}: ${text.slice(0, 60)}`)).toEqual([]);
});

test('the lock file names no address and has a hash for every package', () => {
  const packages = Object.entries(lock.packages).filter(([path]) => path !== '');
  expect(packages.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
  expect(packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([]);
});

test('every version is exact, and the lock file has it', () => {
  const wanted = [manifest.dependencies, manifest.devDependencies, manifest.optionalDependencies].flatMap((list) =>
    Object.entries(list),
  );
  expect(wanted.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  expect(wanted.filter(([name, version]) => lock.packages[`node_modules/${name}`]?.version !== version)).toEqual([]);
});

test('install scripts are approved by name for those packages that have and need one', () => {
  const approved = Object.entries(manifest.allowScripts)
    .filter(([, allowed]) => allowed)
    .map(([name]) => name);
  expect(approved.filter((name) => !lock.packages[`node_modules/${name}`]?.hasInstallScript)).toEqual([]);
});

test('the server’s code runs by type stripping: no syntax that would have to be compiled', () => {
  const { compilerOptions } = JSON.parse(readFileSync(`${root}tsconfig.json`, 'utf8')) as {
    compilerOptions: Record<string, unknown>;
  };
  expect(compilerOptions).toMatchObject({
    erasableSyntaxOnly: true,
    verbatimModuleSyntax: true,
    allowImportingTsExtensions: true,
    strict: true,
  });
});
