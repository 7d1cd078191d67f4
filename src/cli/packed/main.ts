/**
 * Commands of a site that runs from one file: bin/start and bin/site begin here (UP7). This file is the entrance of
 * the unpacked folder; a checkout has npm scripts instead.
 */
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compareInstall, findMissing, readContents, type Contents } from './contents.ts';
import { nearest } from '#page/problems.ts';
import { EXIT } from '#server/exit-codes.mjs';
import { systemProblem } from '#server/operator-problem.ts';
import { phrase, withoutLanguage, type Sentence } from '#server/phrase.mjs';

/** The unpacked folder. */
const home = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

/** Programs of the commands, below the unpacked folder. */
const PROGRAMS: Readonly<Record<string, string>> = {
  start: 'src/server/main.ts',
  'create-admin': 'src/cli/create-admin.ts',
  backup: 'src/cli/backup.ts',
  restore: 'src/cli/restore.ts',
  'verify-log': 'src/cli/verify-log.ts',
  'export-site': 'src/features/transfer/cli/export-site.ts',
  'import-site': 'src/features/transfer/cli/import-site.ts',
  'import-register': 'src/cli/import-register.ts',
  'import-changes': 'src/cli/import-changes.ts',
  'import-articles': 'src/features/moving-in/cli/import-articles.ts',
  explain: 'src/cli/explain.ts',
  'check-site': 'src/tools/compare-site/main.ts',
};

const NAMES = Object.keys(PROGRAMS).slice(1);
/** Commands of this file, without options. */
const OWN: readonly string[] = ['verify-install', 'health'];
const USAGE: Sentence = {
  zh: `用法
  bin/start                运行网站；设置是环境变量：docs/settings.md
  bin/site verify-install  列出这个文件夹中缺失、改动或多余的文件
  bin/site health          问 127.0.0.1 的 PORT（8080）上的网站是否正常
  bin/site 命令 …          运行一个命令，用法见它的 --help：${NAMES.join('、')}
  --lang zh|en             输出的语言`,
  en: `Usage
  bin/start                runs the site; settings are environment variables: docs/settings.md
  bin/site verify-install  names each file of this folder that is missing, changed or additional
  bin/site health          asks the site at 127.0.0.1 and PORT (8080) whether it is well
  bin/site COMMAND …       runs a command, whose --help tells more: ${NAMES.join(', ')}
  --lang zh|en             language of the output`,
};

const AGAIN: Sentence = {
  zh: '请把文件重新解开到一个空文件夹。',
  en: 'Unpack the file again, into an empty folder.',
};
/** Sentences that a refused start prints; the others are counted. */
const MOST_SENTENCES = 5;

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  const problem = systemProblem(error);
  console.error(problem === null ? error : phrase(problem));
  return problem === null ? EXIT.fault : EXIT.notBegun;
});

/** @param words of the command line; the language stays for the command itself */
async function main(words: string[]): Promise<number> {
  const { args: all, wrong } = withoutLanguage(words);
  const [name = '', ...args] = all;
  if (wrong) {
    console.error(phrase(wrong));
    return EXIT.notBegun;
  }
  // CM3: the words come first, and nothing is done where they are wrong
  if (OWN.includes(name) && args.length > 0) return tellUsage(args[0]!, false);
  if (name === 'health') return await askHealth();
  const contents = readContents(home);
  if (contents === null)
    return refuse([
      phrase({
        zh: `文件夹 ${home} 中没有 contents.json，或它不完整。`,
        en: `The file contents.json is missing from ${home}, or is not whole.`,
      }),
    ]);
  if (name === 'verify-install') return await verifyInstall(contents);
  const problems = findMissing(home, contents);
  if (problems.length > 0) return refuse(problems);
  const program = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;
  if (program === undefined || (name === 'start' && args.length > 0)) {
    return tellUsage(program === undefined ? name : args[0]!, program === undefined);
  }
  if (name === 'check-site' && args.some((word) => /^--(pictures|demonstration)/.test(word))) {
    console.error(
      phrase({
        zh: '--pictures 和 --demonstration 需要带全部包的源码目录。',
        en: '--pictures and --demonstration need a checkout with all packages.',
      }),
    );
    return EXIT.notBegun;
  }
  return await run(program, words.toSpliced(words.indexOf(name), 1));
}

/** @param isName the word stands where the name of a command should */
function tellUsage(word: string, isName: boolean): number {
  if (['', '--help', '-h'].includes(word)) {
    console.log(phrase(USAGE));
    return EXIT.done;
  }
  const meant = isName ? nearest(word, [...NAMES, ...OWN]) : undefined;
  const [zh, en] = meant === undefined ? ['', ''] : [`您是不是要写 ${meant}？`, ` Did you mean ${meant}?`];
  console.error(phrase({ zh: `没有 ${word}。${zh}\n`, en: `There is no ${word}.${en}\n` }) + phrase(USAGE));
  return EXIT.notBegun;
}

/** Puts the program in the place of this process, so that signals reach it and no second process stays. */
async function run(program: string, args: string[]): Promise<never> {
  // plain JavaScript without types, because a bare clone runs it
  const { serverMemory, serverOptions } = (await import(new URL('../server-process.mjs', import.meta.url).href)) as {
    serverMemory: Record<string, string>;
    serverOptions: string[];
  };
  const { NODE_COMPILE_CACHE: _ofCheckout, ...memory } = serverMemory;
  const env = { NODE_ENV: 'production', ...memory, ...compileCache(), ...process.env };
  return process.execve!(process.execPath, [process.execPath, ...serverOptions, join(home, program), ...args], env);
}

/**
 * Node's cache of compiled code. The unpacked folder may be read-only, so the cache lies beside the data of a site that
 * has been started. Nobody runs code there but the user whose data it is.
 */
function compileCache(): Record<string, string> {
  const dataDir = resolve(process.env.DATA_DIR?.trim() || 'data');
  const files = statSync(join(dataDir, 'files'), { throwIfNoEntry: false });
  return files?.uid === process.getuid!() ? { NODE_COMPILE_CACHE: join(dataDir, 'compiled') } : {};
}

async function verifyInstall(contents: Contents): Promise<number> {
  const problems = await compareInstall(home, contents);
  for (const sentence of problems) console.error(sentence);
  const { name, version, system, files } = contents;
  if (problems.length === 0)
    console.log(
      phrase({
        zh: `${name} ${version}（${system}）：全部 ${Object.keys(files).length} 个文件都与打包时相同。`,
        en: `${name} ${version} for ${system}: all ${Object.keys(files).length} files are as they were packed.`,
      }),
    );
  else console.error(phrase(AGAIN));
  return problems.length === 0 ? EXIT.done : EXIT.problems;
}

function refuse(problems: readonly string[]): number {
  for (const sentence of problems.slice(0, MOST_SENTENCES)) console.error(sentence);
  const more = problems.length - MOST_SENTENCES;
  if (more > 0)
    console.error(
      phrase({ zh: `另有 ${more} 个文件缺失或有改动。`, en: `${more} more files are missing or changed.` }),
    );
  console.error(
    phrase({
      zh: `文件夹 ${home} 没有解开完，或后来被改动。${AGAIN.zh}`,
      en: `The folder ${home} was not unpacked to its end, or was changed since. ${AGAIN.en}`,
    }),
  );
  return EXIT.notBegun;
}

async function askHealth(): Promise<number> {
  const address = `http://127.0.0.1:${process.env.PORT?.trim() || 8080}/healthz`;
  try {
    const { status } = await fetch(address, { signal: AbortSignal.timeout(4_000) });
    if (status === 200) return EXIT.done;
    console.error(phrase({ zh: `地址 ${address} 回答 ${status}。`, en: `The address ${address} answers ${status}.` }));
  } catch (error) {
    const { message } = error as Error;
    console.error(
      phrase({
        zh: `地址 ${address} 不回答（${message}）。`,
        en: `The address ${address} does not answer (${message}).`,
      }),
    );
  }
  return EXIT.problems;
}
