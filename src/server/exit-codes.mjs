/**
 * CM2: the codes that commands and the server end with, for scripts. docs/operation/commands.md has the same list. Plain
 * JavaScript, because commands in a bare clone use it.
 */
export const EXIT = Object.freeze({
  /** all was done */
  done: 0,
  /** problems were found in what was given or looked at, and are named */
  problems: 1,
  /** the work was not begun: wrong words or settings, or a store that is not there or not whole */
  notBegun: 2,
  /** a fault of the program, with its stack */
  fault: 3,
});

/** Meaning of each code. A signal ends a command with 128 and its number, as a shell counts. */
export const EXIT_WORDS = Object.freeze({
  done: { zh: '完成', en: 'done' },
  problems: {
    zh: '所给的或所查的有问题，已逐一列出',
    en: 'problems in what was given or looked at; each is named',
  },
  notBegun: {
    zh: '没有做：命令或设置写错，或者数据库不在、不完整、不能用',
    en: 'not done: wrong words or settings, or a store that is not there, not whole or away',
  },
  fault: { zh: '程序出错，附有调用栈，请报告', en: 'a fault of the program, with its stack; report it' },
});
