/** The frame of all commands of operators (CM1 to CM3): words in both languages, help, options, and their end. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { nearest } from '#page/problems.ts';
import { damageProblem } from '#server/db/store-problem.ts';
import { TransferNotBegun, TransferRefused } from '#server/editions/draft/transfer-refused.ts';
import { Refused } from '#server/errors.ts';
import { EXIT, EXIT_WORDS, type ExitName } from '#server/exit-codes.mjs';
import { OperatorProblem, problemWords, systemProblem } from '#server/operator-problem.ts';
import { phrase, withoutLanguage, type Sentence } from '#server/phrase.mjs';
import { columns } from './columns.ts';
import { printError, printWords } from './print.ts';

/** Refusal of what the person at the terminal typed. */
export class Unusable extends OperatorProblem {}

/** One option of a command, in the form that node:util reads. */
export interface CommandOption {
  type: 'string' | 'boolean';
  short?: string;
  multiple?: boolean;
  /** name of what follows the option; absent: nothing does */
  value?: Sentence;
  /** its effect, in one line of the help */
  words: Sentence;
}

export type CommandOptions = Readonly<Record<string, CommandOption>>;

/** A command of operators. */
export interface Command<Options extends CommandOptions = CommandOptions> {
  /** name of the npm script, and of the command of an unpacked site */
  name: string;
  /** lines that can be typed, each with what it does */
  usage: Sentence;
  /** further sentences; absent: the usage says all */
  about?: Sentence;
  options: Options;
  /** number of words beside the options; absent: the command counts them itself */
  operands?: readonly [least: number, most: number];
  /** options of earlier versions, each with what takes its place */
  gone?: Readonly<Record<string, Sentence>>;
  /** meaning of the codes for this command, of each that it can end with beside 2 and 3 */
  exits: Readonly<Partial<Record<ExitName, Sentence>>> & { done: Sentence };
}

/** Words of a command line as the command reads them. */
export interface GivenWords<Options extends CommandOptions> {
  values: ReturnType<typeof parseArgs<{ options: Options; allowPositionals: true }>>['values'];
  operands: string[];
}

const COMMON = {
  lang: {
    type: 'string',
    value: { zh: 'zh|en', en: 'zh|en' },
    words: {
      zh: '输出的语言；不写就看 LC_ALL、LC_MESSAGES、LANG：以 en 开头的用英文，其他用中文',
      en: 'language of the output; else that of LC_ALL, LC_MESSAGES, LANG: English where it begins with en, else Chinese',
    },
  },
  help: { type: 'boolean', short: 'h', words: { zh: '显示这份说明', en: 'shows this' } },
} as const satisfies CommandOptions;

/** CM3: how a command is used, in the language of this process; the usage comes first. @param more lines of its own */
export function helpOf(command: Command, more = ''): string {
  return [
    phrase({ zh: '用法', en: 'Usage' }),
    indented(phrase(command.usage)),
    ...(command.about ? ['', phrase(command.about)] : []),
    '',
    phrase({ zh: '选项', en: 'Options' }),
    optionLines(command.options),
    '',
    phrase({ zh: '退出码', en: 'Exit codes' }),
    columns(exitLines(command)),
    ...(more === '' ? [] : ['', more]),
  ].join('\n');
}

/** The codes that a command can end with, and what each says of it. */
const exitLines = ({ exits }: Command): [code: string, words: string][] =>
  (Object.keys(EXIT) as ExitName[]).flatMap((name): [string, string][] =>
    exits[name] || name === 'notBegun' || name === 'fault'
      ? [[String(EXIT[name]), phrase(exits[name] ?? EXIT_WORDS[name])]]
      : [],
  );

/** One line for each option. */
const optionLines = (options: CommandOptions): string =>
  columns(
    Object.entries({ ...options, ...COMMON }).map(([name, option]: [string, CommandOption]) => [
      `--${name}${option.value ? ` ${phrase(option.value)}` : ''}`,
      phrase(option.words),
    ]),
  );

const indented = (text: string): string => text.replace(/^/gm, '  ');

/**
 * CM3: reads the words of a command line.
 * @throws Unusable naming the option that was probably meant, and all that there are
 */
export function readWords<Options extends CommandOptions>(
  command: Command<Options>,
  args: string[],
): GivenWords<Options> {
  const { operands: count, usage } = command;
  const { values, positionals } = parsed(command, args);
  const [least, most] = count ?? [0, Infinity];
  const lines = { zh: `\n用法\n${indented(usage.zh)}`, en: `\nUsage\n${indented(usage.en)}` };
  if (positionals.length < least)
    throw new Unusable({ zh: `命令没有写全。${lines.zh}`, en: `A word is missing.${lines.en}` });
  if (positionals.length > most) {
    const more = positionals.slice(most).join(' ');
    throw new Unusable({ zh: `多写了“${more}”。${lines.zh}`, en: `“${more}” is too much.${lines.en}` });
  }
  return { values: values as GivenWords<Options>['values'], operands: positionals };
}

function parsed({ options: own, gone = {} }: Command, args: string[]) {
  const all: CommandOptions = { ...own, ...COMMON };
  try {
    return parseArgs({ args, options: all as NonNullable<ParseArgsConfig['options']>, allowPositionals: true });
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    if (!code?.startsWith('ERR_PARSE_ARGS')) throw error;
    const [, unknown] = /^Unknown option '(-[^']*)'/.exec(message) ?? [];
    const instead = gone[unknown ?? ''];
    if (instead)
      throw new Unusable({ zh: `${unknown} 已经取消：${instead.zh}`, en: `${unknown} is gone: ${instead.en}` });
    if (unknown !== undefined) throw unknownOption(unknown, own);
    const [, valued = ''] = /^Option '(?:-\w, )?(--[\w-]+)/.exec(message) ?? [];
    if (/does not take/.test(message))
      throw new Unusable({ zh: `选项 ${valued} 后面不要写值。`, en: `The option ${valued} takes no value.` });
    const value = all[valued.slice(2)]?.value ?? { zh: '值', en: 'a value' };
    throw new Unusable({
      zh: `选项 ${valued} 后面要写${value.zh}。`,
      en: `The option ${valued} needs ${value.en} behind it.`,
    });
  }
}

/** CM3: refusal of an option that there is not. @param own options beside --lang and --help */
function unknownOption(given: string, own: CommandOptions): Unusable {
  const meant = nearest(
    given,
    Object.keys({ ...own, ...COMMON }).map((name) => `--${name}`),
  );
  const [zh, en] = meant === undefined ? ['。', ''] : [`。您是不是要找“${meant}”？`, ` Did you mean ${meant}?`];
  const lines = optionLines(own);
  return new Unusable({
    zh: `没有选项 ${given}${zh}\n可用的选项：\n${lines}`,
    en: `There is no option ${given}.${en}\nThe options are:\n${lines}`,
  });
}

/**
 * Runs a command: shows its help where that is wanted, reads its words, and ends with a code of the list (CM2). Problems
 * that a person can mend are sentences. A fault of the program has its stack.
 * @param work @returns the exit code @param more further lines of the help
 */
export async function runAsCommand<Options extends CommandOptions>(
  command: Command<Options>,
  work: (given: GivenWords<Options>) => Promise<number>,
  { more, after = '' }: { more?: () => string; after?: string } = {},
): Promise<void> {
  try {
    const { args, wrong } = withoutLanguage(process.argv.slice(2));
    if (wrong) throw new Unusable(wrong);
    if (args.includes('--help') || args.includes('-h')) {
      printWords(helpOf(command, more?.()));
      process.exitCode = EXIT.done;
    } else process.exitCode = await work(readWords(command, args));
  } catch (reason) {
    const error = inSentences(damageProblem(reason));
    const code = codeOf(error);
    printError(`${code === EXIT.fault ? stackOf(error) : problemWords(error)}${after}`);
    process.exitCode = code;
  }
}

const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** CM1: an error of the system in the words of this program; any other as it is. */
function inSentences(error: unknown): unknown {
  const sentence = systemProblem(error);
  return sentence === null ? error : new OperatorProblem(sentence, { cause: error });
}

/** CM2: the exit code of a command that an error ended. */
function codeOf(error: unknown): number {
  if (error instanceof TransferRefused && !(error instanceof TransferNotBegun)) return EXIT.problems;
  const { sentence } = (error ?? {}) as { sentence?: Sentence };
  return sentence !== undefined || error instanceof Refused ? EXIT.notBegun : EXIT.fault;
}
