/**
 * CM1: the language of commands and of what the server prints at a terminal, and the one way to write a sentence in
 * both. Plain JavaScript, because commands in a bare clone use it before any package is there.
 */

const OPTION = '--lang';

/**
 * CM1: language of a command: what `--lang` names, else English where the locale is English, else Chinese.
 * @param {Record<string, string | undefined>} env of which LC_ALL, LC_MESSAGES and LANG are read, in this order
 * @param {readonly string[]} args words of the command line
 * @returns {'zh' | 'en'}
 */
export function languageOf(env, args) {
  const named = namedLanguage(args);
  if (named === 'zh' || named === 'en') return named;
  const locale = [env.LC_ALL, env.LC_MESSAGES, env.LANG].find((one) => one !== undefined && one !== '') ?? '';
  return /^en(?![a-z])/i.test(locale) ? 'en' : 'zh';
}

/** language of a command of developers, which is English whatever the machine's locale; null: of operators */
let preset = null;

/**
 * Has this process speak one language: a command of developers does. @param {'zh' | 'en' | null} language null: that of
 * the operator
 */
export function speak(language) {
  preset = language;
}

/**
 * A sentence in the language of this process (CM1).
 * @param {{ zh: string, en: string }} sentence
 * @returns {string}
 */
export const phrase = (sentence) => sentence[preset ?? languageOf(process.env, process.argv)];

/**
 * Takes `--lang zh`, or `--lang=zh`, out of the words of a command line (CM1).
 * @param {readonly string[]} args
 * @returns {{ args: string[], wrong: { zh: string, en: string } | null }} wrong: a language that there is not
 */
export function withoutLanguage(args) {
  const named = namedLanguage(args);
  const rest = args.filter((word, at) => !isOption(word) && args[at - 1] !== OPTION);
  const wrong = named === null || named === 'zh' || named === 'en' ? null : WRONG(named);
  return { args: rest, wrong };
}

const WRONG = (given) => ({
  zh: `${OPTION} ${given}：语言应写 zh（中文）或 en（英文）。`,
  en: `${OPTION} ${given}: the language should be zh (Chinese) or en (English).`,
});

const isOption = (word) => word === OPTION || word.startsWith(`${OPTION}=`);

/** The value of the option; null where it is not given. */
function namedLanguage(args) {
  const at = args.findIndex(isOption);
  if (at < 0) return null;
  return args[at] === OPTION ? (args[at + 1] ?? '') : args[at].slice(OPTION.length + 1);
}
