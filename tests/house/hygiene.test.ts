import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { expectNone, type Complaint } from './complaints.ts';
import { filesIn, lineOf, linesOf, root, textOf } from './repository.ts';
import { readTitles } from './titles.ts';

interface Package {
  version?: string;
  resolved?: string;
  integrity?: string;
  hasInstallScript?: true;
}

const BINARY = /\.(png|jpe?g|gif|webp|ico|woff2?|pdf|zip|docx|xlsx|gz|mp[34])$/;
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
  /** the fault, before a colon and the text that was found */
  sentence: string;
  remedy: string;
  /** text that must be found */
  planted: string;
}

const SECRET = 'Take it out, make it invalid where it was made, and hand it in by the environment.';

const SEARCHES = {
  privateKey: {
    pattern: /-----BEGIN [A-Z ]*PRIVATE KEY/,
    sentence: 'A private key',
    remedy: SECRET,
    planted: '-----BEGIN EC PRIVATE KEY-----',
  },
  accessToken: {
    pattern: /\b(?:ghp|gho|github_pat|glpat|npm|xox[bp]|sk)[-_][A-Za-z0-9]{20,}\b|\bAKIA[A-Z0-9]{16}\b/,
    sentence: 'An access token',
    remedy: SECRET,
    planted: `token = 'ghp_${'a1'.repeat(18)}'`,
  },
  webToken: {
    pattern: /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\./,
    sentence: 'A JSON Web Token',
    remedy: SECRET,
    planted: `eyJ${'a'.repeat(20)}.eyJ${'b'.repeat(20)}.c`,
  },
  // the examples and the refused settings of tests name hosts that do not exist
  password: {
    pattern: /\b[a-z]{3,12}:\/\/[^\s/:@"'`<>$]+:[^\s/@"'`<>$]+@/,
    but: /@(?:[\w.-]*\.)?(?:host|example|invalid|test|localhost|127\.0\.0\.1|db|nowhere|secret|h)\b|@[/[$]/,
    sentence: 'A password in an address',
    remedy: `${SECRET} An example names a host below .example.`,
    planted: 'postgres://site:geheim@db1.bank.cn/site',
  },
  wireKey: {
    pattern: /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{86}==/,
    sentence: 'A key of 64 bytes',
    remedy: 'Leave WIRE_KEY to the environment; the first server makes one.',
    planted: `${'aB3+'.repeat(21)}aB==`,
  },
  // /home is also the address of the home page
  machinePath: {
    pattern: /(?<![\w.}$*-])\/(?:work|root|home|Users)\/[\w.-]+/,
    but: /https?:\/\/\S*\/(home|work)\//,
    sentence: 'A path of one machine',
    remedy: 'Write it from the root of the repository.',
    planted: `from '${['', 'home', 'somebody', 'src'].join('/')}'`,
  },
  registryHost: {
    pattern: /registry\.(?:npmjs|npmmirror|yarnpkg)|_authToken|npm\.pkg\.github/,
    sentence: 'The host of a registry',
    remedy: 'Leave it out: packages come from wherever npm is told to.',
    planted: `https://${['registry', 'npmjs'].join('.')}.org/react`,
  },
  // the other base of calls begins with the same letters
  usualBase: {
    pattern: /\/swhysc(?!ywbl)/,
    sentence: 'The base of a site',
    remedy: 'Take SITE_BASE of src/wire/paths.ts: an operator names another one (BA1).',
    planted: "href: '/swhysc/search'",
  },
  leftForLater: {
    pattern: /\b(?:TODO|FIXME|XXX:|HACK:)/,
    sentence: 'Something is left for later',
    remedy: 'Do it, or tell it where work is planned.',
    planted: '// TODO: later',
  },
} as const satisfies Record<string, Search>;

function found({ pattern, but, sentence, remedy }: Search, text: string, file = ''): Complaint[] {
  const matches = [...text.matchAll(new RegExp(pattern, 'g'))];
  if (matches.length === 0) return [];
  const lines = text.split('\n');
  const lineAt = linesOf(text);
  return matches
    .map((match) => ({ line: lineAt(match.index), what: match[0].slice(0, 60) }))
    .filter(({ line }) => !but?.test(lines[line - 1]!))
    .map(({ line, what }) => ({ file, line, sentence: `${sentence}: ${what}.`, remedy }));
}

const findIn = (paths: string[], search: Search): Complaint[] =>
  paths.flatMap((path) => found(search, textOf(path), path));

test.each(Object.entries(SEARCHES))('the search for %s finds a planted one', (_name, search: Search) => {
  expect(found(search, `first line\n${search.planted}\n`)).toHaveLength(1);
});

test('no secret: no private key, no access token, no password in an address', () => {
  const { privateKey, accessToken, webToken, password } = SEARCHES;
  expectNone([privateKey, accessToken, webToken, password].flatMap((search) => findIn(texts, search)));
});

test('[BA1] nothing but wire/bases.ts holds the usual base of a site, in code, pages and demonstration', () => {
  expectNone(
    findIn(
      texts.filter((path) => /^(src|page-schemas|public)\//.test(path) && path !== 'src/wire/bases.ts'),
      SEARCHES.usualBase,
    ),
  );
});

test('no 64-byte key in code or data: a wire key is made at the first start, or given', () => {
  expectNone(
    findIn(
      texts.filter((path) => !path.startsWith('tests/')),
      SEARCHES.wireKey,
    ),
  );
});

test('no path of one machine', () => {
  expectNone(findIn(texts, SEARCHES.machinePath));
});

test('no registry’s host: packages come from wherever npm is told to', () => {
  const isRegistryFree = textOf('.npmrc').includes('omit-lockfile-registry-resolved=true');
  expectNone([
    ...findIn(texts, SEARCHES.registryHost),
    ...(isRegistryFree
      ? []
      : [
          {
            file: '.npmrc',
            sentence: 'npm would write addresses into the lock file.',
            remedy: 'Add the line omit-lockfile-registry-resolved=true.',
          },
        ]),
  ]);
});

test('nothing is left for later in the code', () => {
  const code = texts.filter((path) => /^(src|tests|page-schemas|public|\.ci)\//.test(path) || !path.includes('/'));
  expectNone(findIn(code, SEARCHES.leftForLater));
});

test('no test is left out without a reason, and none alone is run', () => {
  const silent = readTitles().leftOut.filter(({ text }) => {
    if (/^\w+(\.\w+)*\.only\b/.test(text)) return true;
    // a condition with a name says why, a sentence in the call or a comment above does, too
    return !/(skipIf|runIf)\(\s*[!\w]/.test(text) && !/skip\([^)]*['"`]/.test(text);
  });
  expectNone(
    silent.map(({ file, line, text }) => ({
      file,
      line,
      sentence: `A test is left out, or runs alone, without a reason: ${text.slice(0, 60).replaceAll('\n', ' ')}.`,
      remedy: 'Let it run, or name the condition: test.skipIf(!built)(…).',
    })),
  );
});

const inLock = (path: string, sentence: string, remedy: string): Complaint => ({
  file: 'package-lock.json',
  line: lineOf('package-lock.json', `"${path}": {`),
  sentence,
  remedy,
});

const inManifest = (name: string, sentence: string, remedy: string): Complaint => ({
  file: 'package.json',
  line: lineOf('package.json', `"${name}":`),
  sentence,
  remedy,
});

test('the lock file names no address and has a hash for every package', () => {
  const packages = Object.entries(lock.packages).filter(([path]) => path !== '');
  expectNone([
    ...packages
      .filter(([, { resolved }]) => resolved !== undefined)
      .map(([path]) => inLock(path, 'It names an address.', 'Remove the field resolved.')),
    ...packages
      .filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
      .map(([path]) => inLock(path, 'It has no sha512.', 'Write the lock file anew with npm install.')),
  ]);
});

test('every version is exact, and the lock file has it', () => {
  const wanted = [manifest.dependencies, manifest.devDependencies, manifest.optionalDependencies].flatMap((list) =>
    Object.entries(list),
  );
  expectNone([
    ...wanted
      .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      .map(([name, version]) => inManifest(name, `${version} is not exact.`, 'Name one version, as 1.2.3.')),
    ...wanted
      .filter(([name, version]) => lock.packages[`node_modules/${name}`]?.version !== version)
      .map(([name, version]) =>
        inManifest(name, `The lock file does not have ${version}.`, 'Run npm install, and add its lock file.'),
      ),
  ]);
});

test('install scripts are approved by name for those packages that have and need one', () => {
  expectNone(
    Object.entries(manifest.allowScripts)
      .filter(([name, allowed]) => allowed && !lock.packages[`node_modules/${name}`]?.hasInstallScript)
      .map(([name]) => inManifest(name, 'It has no install script to be approved.', 'Take it out of allowScripts.')),
  );
});

test('the server’s code runs by type stripping: no syntax that would have to be compiled', () => {
  const { compilerOptions } = JSON.parse(readFileSync(`${root}tsconfig.json`, 'utf8')) as {
    compilerOptions: Record<string, unknown>;
  };
  expectNone(
    ['erasableSyntaxOnly', 'verbatimModuleSyntax', 'allowImportingTsExtensions', 'strict']
      .filter((option) => compilerOptions[option] !== true)
      .map((option) => ({
        file: 'tsconfig.json',
        line: lineOf('tsconfig.json', option),
        sentence: `${option} is not on.`,
        remedy: 'Set it to true: the server runs this code by type stripping.',
      })),
  );
});
