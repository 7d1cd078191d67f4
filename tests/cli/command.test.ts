import { describe, expect, test, vi } from 'vitest';
import { commands, backup, importRegister } from '#cli/commands.ts';
import { helpOf, readWords, runAsCommand, Unusable, type Command } from '#cli/command.ts';
import { importArticles } from '#features/moving-in/cli/commands.ts';
import { exportSite, importSite } from '#features/transfer/cli/commands.ts';
import { StoreProblem } from '#server/db/store-problem.ts';
import { TransferRefused } from '#server/editions/draft/transfer-refused.ts';
import { EnvProblems } from '#server/setting-reader.ts';
import { EXIT } from '#server/exit-codes.mjs';
import { problemWords } from '#server/operator-problem.ts';
import { languageOf, phrase, withoutLanguage } from '#server/phrase.mjs';
import { speakAs } from '../world/language.ts';

const all: readonly Command[] = [...commands, exportSite, importSite, importArticles];

test.each([
  [{}, [], 'zh'],
  [{ LANG: 'C' }, [], 'zh'],
  [{ LANG: 'POSIX', LC_ALL: '' }, [], 'zh'],
  [{ LANG: 'zh_CN.UTF-8' }, [], 'zh'],
  [{ LANG: 'en_GB.UTF-8' }, [], 'en'],
  [{ LANG: 'EN' }, [], 'en'],
  [{ LANG: 'enm' }, [], 'zh'],
  [{ LANG: 'en_US.UTF-8', LC_MESSAGES: 'zh_CN.UTF-8' }, [], 'zh'],
  [{ LANG: 'zh_CN.UTF-8', LC_ALL: 'en_US.UTF-8' }, [], 'en'],
  [{ LANG: 'zh_CN.UTF-8' }, ['a', '--lang', 'en'], 'en'],
  [{ LC_ALL: 'en_US.UTF-8' }, ['--lang=zh', 'a'], 'zh'],
  [{ LANG: 'en_US.UTF-8' }, ['--lang', 'fr'], 'en'],
])('[CM1] the locale %j and the words %j are %s', (env, words, language) => {
  expect(languageOf(env, words)).toBe(language);
});

test('[CM1] --lang is taken out of the words of a command, and a language that there is not is refused', () => {
  expect(withoutLanguage(['a', '--lang', 'en', '--save'])).toEqual({ args: ['a', '--save'], wrong: null });
  expect(withoutLanguage(['--lang=zh', 'a'])).toEqual({ args: ['a'], wrong: null });
  for (const words of [['--lang', 'fr'], ['--lang=fr'], ['a', '--lang']])
    expect(withoutLanguage(words).wrong?.zh, words.join(' ')).toContain('语言应写 zh（中文）或 en（英文）');
});

describe.each(['C', 'en_US.UTF-8'] as const)('with the locale %s', (locale) => {
  const isEnglish = locale !== 'C';
  speakAs(locale);

  test('[CM1] a sentence is in its language, and so are problems', () => {
    expect(phrase({ zh: '完成', en: 'done' })).toBe(isEnglish ? 'done' : '完成');
    const problem = new StoreProblem({ zh: '数据库不在。', en: 'The store is away.' });
    expect(problemWords(problem)).toBe(isEnglish ? 'The store is away.' : '数据库不在。');
    // a log stays as it is
    expect(problem.message).toBe('The store is away.');
    const settings = new EnvProblems([
      { name: 'PORT', given: 'x', sentence: { zh: '应为整数', en: 'should be whole' } },
    ]);
    expect(problemWords(settings)).toBe(
      isEnglish
        ? 'The settings have a problem:\n  PORT="x": should be whole'
        : '设置有 1 处问题：\n  PORT="x"：应为整数',
    );
  });

  test.each(all.map((command) => [command.name, command] as const))(
    '[CM3] the help of %s begins with its use, and has its options and codes',
    (name, command) => {
      const lines = helpOf(command).split('\n');
      expect(lines[0]).toBe(isEnglish ? 'Usage' : '用法');
      expect(lines[1]).toContain(`npm run ${name}`);
      for (const option of [...Object.keys(command.options), 'lang', 'help'])
        expect(
          lines.filter((line) => new RegExp(`^ {2}--${option}( |$)`).test(line)),
          option,
        ).toHaveLength(1);
      expect(lines).toContain(isEnglish ? 'Exit codes' : '退出码');
      for (const code of [EXIT.done, EXIT.notBegun, EXIT.fault])
        expect(
          lines.filter((line) => line.startsWith(`  ${code}  `)),
          String(code),
        ).toHaveLength(1);
      const wordsOf = [command.usage, ...Object.values(command.options).map(({ words }) => words)];
      for (const { zh, en } of wordsOf) expect(/[\u4E00-\u9FFF]/.test(zh) && /[a-z]{2}/.test(en), en).toBe(true);
    },
  );

  test('[CM3] an option that there is not is refused with the one that was meant, and with all that there are', () => {
    const refused = (command: Command, ...words: string[]): string => {
      try {
        readWords(command, words);
        return '';
      } catch (error) {
        expect(error).toBeInstanceOf(Unusable);
        return problemWords(error);
      }
    };
    expect(refused(importRegister, 'a', 'b', '--sav')).toMatch(
      isEnglish
        ? /^There is no option --sav\. Did you mean --save\?\nThe options are:\n {2}--template FILE\.xlsx/
        : /^没有选项 --sav。您是不是要找“--save”？\n可用的选项：\n {2}--template 文件\.xlsx/,
    );
    expect(refused(backup, 'a', '--x')).toMatch(isEnglish ? /^There is no option --x\.\n/ : /^没有选项 --x。\n/);
    expect(refused(backup)).toMatch(isEnglish ? /^A word is missing\.\nUsage\n/ : /^命令没有写全。\n用法\n/);
    expect(refused(backup, 'a', 'b')).toMatch(isEnglish ? /^“b” is too much\./ : /^多写了“b”。/);
    expect(refused(importRegister, '--by')).toBe(
      isEnglish ? 'The option --by needs ACCOUNT behind it.' : '选项 --by 后面要写账号。',
    );
    expect(refused(importRegister, '--save=1')).toBe(
      isEnglish ? 'The option --save takes no value.' : '选项 --save 后面不要写值。',
    );
    expect(refused(importRegister, '--publish')).toContain(isEnglish ? '--publish is gone' : '--publish 已经取消');
  });
});

describe('the end of a command', () => {
  /** Exit code and output of a command that does this work. */
  async function endOf(words: string[], work: () => Promise<number>) {
    const { argv, exitCode } = process;
    const printed: string[] = [];
    const spies = (['log', 'error'] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation((text: string) => void printed.push(text)),
    );
    process.argv = [argv[0]!, 'backup.ts', ...words];
    try {
      await runAsCommand(backup, work);
      return { code: Number(process.exitCode), printed: printed.join('\n') };
    } finally {
      for (const spy of spies) spy.mockRestore();
      Object.assign(process, { argv, exitCode });
    }
  }
  const throwing = (error: Error) => async (): Promise<number> => {
    throw error;
  };

  test('[CM2] what a person can mend is a sentence and 2, a file that is not taken 1, and a fault 3 with its stack', async () => {
    expect(await endOf(['a'], async () => EXIT.done)).toEqual({ code: 0, printed: '' });
    for (const error of [
      new Unusable({ zh: '不能用。', en: 'It is away.' }),
      new StoreProblem({ zh: '不在。', en: 'It is away.' }),
    ])
      expect(await endOf(['a'], throwing(error))).toEqual({ code: 2, printed: 'It is away.' });
    for (const [code, path, words] of [
      ['ECONNREFUSED', undefined, 'The database is away (raw). Try again when it is back.'],
      ['ENOENT', 'a.xlsx', 'There is no file a.xlsx, or no folder that it lies in.'],
      ['EACCES', 'a.xlsx', 'The file a.xlsx cannot be used: this user has no right to it.'],
      ['ENOSPC', undefined, 'The system did not do this: the disk is full.'],
    ] as const)
      expect(await endOf(['a'], throwing(Object.assign(new Error('raw'), { code, path })))).toEqual({
        code: 2,
        printed: words,
      });
    expect(await endOf(['a'], throwing(new TransferRefused('Not taken.', '不能接受。')))).toEqual({
      code: 1,
      printed: 'Not taken.',
    });
    const fault = await endOf(['a'], throwing(new TypeError('x is no function')));
    expect([fault.code, fault.printed]).toEqual([3, expect.stringMatching(/^TypeError: x is no function\n +at /)]);
  });

  test('[CM1] [CM3] help and refusals follow --lang, and nothing is done', async () => {
    const never = vi.fn(async () => EXIT.done);
    expect(await endOf(['--help', '--lang', 'zh'], never)).toEqual({
      code: 0,
      printed: expect.stringMatching(/^用法\n {2}npm run backup -- 文件/),
    });
    expect(await endOf(['a', '--lang', 'fr'], never)).toEqual({
      code: 2,
      printed: '--lang fr: the language should be zh (Chinese) or en (English).',
    });
    expect(await endOf(['--hlep', '--lang=zh'], never)).toEqual({
      code: 2,
      printed: expect.stringMatching(/^没有选项 --hlep。您是不是要找“--help”？/),
    });
    expect(never).not.toHaveBeenCalled();
  });
});
