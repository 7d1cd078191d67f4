const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

/** Words that ask, or that hold a sentence together: they say nothing of what is looked for. */
const FILLERS = new Set(
  '怎么 怎样 如何 怎么办 怎么样 什么 什么样 哪 哪里 哪儿 哪个 哪些 在哪 多少 几 几点 请问 想 要 我 我的 我要 可以 能 能否 能不能 可不可以 会不会 要不要 行不行 好不好 才能 该 是否 会 需要 应该 一下 办理 的 了 吗 呢 吧 啊 么 嘛 是 有 没有 在 不在 在不在 到 和 与 及 或 被 把 给 对 为 从 向 先生 女士 小姐 经理 老师 查 查询 查找 怎么查 什么时候 时候 为什么 办 这 那 个 就 还 也 都 不 你 你们 您 我们 咱们 这个 那个 真的 不想 不要 不能 是不是 有没有 啥 啥时候 咋 咋办 咋样 多久 何时 谁 是谁 呀 一年 每年 一天 每天 一个 一次 干什么 做什么 什么意思'.split(
    ' ',
  ),
);

/** Words of everyday talk that say nothing of what this site could answer: found alone, they answer nothing (SE10). */
const EVERYDAY = new Set(
  '公司 贵公司 本公司 你们公司 客户 用户 顾客 人 人们 大家 朋友 家人 名字 名称 东西 事 事情 问题 地方 时间 今天 今日 明天 昨天 现在 目前 最近 以后 以前 平时 知道 告诉 觉得 喜欢 请 帮 帮忙 帮助 使用 进行 通过 以及 相关 有关 关于 内容 情况 方面 工作 生活 小时 分钟 提供 支持 回答 介绍 开始 结束 部门 员工 职员 领导 老板 同事 团队 活动 优惠 环境 水平 能力 计划 安排 联系 方式 原因 特点 好处 影响 作用 意义 一般 一些 很多 许多 非常 比较 特别 一样 不同 真 好 多 少 大 小 新 老'.split(
    ' ',
  ),
);

const isHan = (character: string): boolean => /\p{Script=Han}/u.test(character);
const isPair = (word: string): boolean => /^\p{Script=Han}{2}$/u.test(word) && !FILLERS.has(word);
const isSingleHan = (word: string): boolean => [...word].length === 1 && isHan(word);

/** Characters that nobody means by themselves, and that end the word before them: 证券化|找|谁|做. */
const BETWEEN_WORDS = new Set('找谁该拿帮给跟替让再快已才又');

/**
 * The words of a folded text (SE2). Intl.Segmenter knows everyday words and leaves those of the trade in single
 * characters (申|购). Characters that follow each other are one word, of four and more in pairs, as most words of the
 * trade are made (期权|开户). One alone belongs to the word before it (营业|部). Decision 38 compares it with a dictionary.
 */
export function wordsOf(folded: string): string[] {
  const words: string[] = [];
  let single = '';
  const flush = (): void => {
    const before = words.at(-1) ?? '';
    if ([...single].length === 1 && isPair(before) && !EVERYDAY.has(before)) words[words.length - 1] = before + single;
    else if (single !== '') words.push(...inPairs([...single]));
    single = '';
  };
  for (const { segment, isWordLike } of segmenter.segment(folded)) {
    if (isSingleHan(segment) && !FILLERS.has(segment) && !BETWEEN_WORDS.has(segment)) single += segment;
    else {
      flush();
      words.push(...(isWordLike ? segmentsOf(segment) : ['']));
    }
  }
  flush();
  return words.filter((word) => word !== '');
}

/** Words of two and more characters that everybody knows, with where they begin. */
export const knownWordsOf = (folded: string): { word: string; at: number }[] =>
  [...segmenter.segment(folded)].flatMap(({ segment, index }) =>
    /^\p{Script=Han}{2,}$/u.test(segment) ? { word: segment, at: index } : [],
  );

/** Letters and digits are words of their own: 担保券600519. */
const segmentsOf = (segment: string): string[] => segment.match(/[a-z0-9.%+-]+|[^a-z0-9.%+-]+/g) ?? [];

function inPairs(characters: readonly string[]): string[] {
  if (characters.length < 4) return [characters.join('')];
  return [characters.slice(0, 2).join(''), ...inPairs(characters.slice(2))];
}

/** Whether a word says what is looked for. */
export const isMeaningful = (word: string): boolean => !FILLERS.has(word) && !isSingleHan(word);

/** SE10: whether a word is of everyday talk, or says nothing at all. */
export const isEveryday = (word: string): boolean => EVERYDAY.has(word) || !isMeaningful(word);

/** Whether somebody asks a question, which the help centre answers first. */
export const isQuestion = (folded: string): boolean =>
  /怎|如何|什么|吗|呢|哪|多少|几点|为何|能不能|可不可以|是否|忘|不了|办理|条件|流程/.test(folded);
