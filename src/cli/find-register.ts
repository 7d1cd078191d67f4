import { formatProblem, nearest, type Problem } from '#page/problems.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { normaliseSearch } from '#rules/search/search-text.ts';
import { registerLines } from './import-help.ts';
import { phrase } from '#server/phrase.mjs';

/** A register that has a definition, but one that cannot be used. */
export interface RefusedRegister {
  register: string;
  /** '' where the definition cannot be read */
  title: string;
  problems: readonly Problem[];
}

/** maximum of suggested registers in a message */
const MOST_MEANT = 3;

/**
 * Finds a register by its id, or by its Chinese title if only one register has it. Ignores case, width and spaces.
 * @returns the register; or, where none or several match, a message with suggestions and a list of all registers
 */
export function findRegister(
  registers: readonly RegisterDefinition[],
  name: string,
  refused: readonly RefusedRegister[] = [],
): RegisterDefinition | string {
  const given = normaliseSearch(name);
  const byId = registers.find(({ register }) => register === given);
  if (byId) return byId;
  const titled = registers.filter(({ title }) => normaliseSearch(title) === given);
  if (titled.length === 1) return titled[0]!;
  if (titled.length > 1)
    return `${phrase({
      zh: `有 ${titled.length} 个登记表叫“${name}”，请改写英文名：`,
      en: `${titled.length} registers are called “${name}”; use the English name:`,
    })}\n${registerLines(titled)}`;
  const lost = refused.find((one) => one.register === given || normaliseSearch(one.title) === given);
  if (lost)
    return [
      phrase({
        zh: `登记表“${name}”的定义有误，不能使用：`,
        en: `The definition of the register “${name}” has problems, and cannot be used:`,
      }),
      ...lost.problems.map((problem) => `  ${formatProblem(problem)}`),
      phrase({
        zh: '请改正后再试。',
        en: 'Mend them and try again.',
      }),
    ].join('\n');
  const meant = probablyMeant(registers, given);
  const didYouMean = phrase({ zh: '您是不是要找：', en: ' Did you mean:' });
  const question = meant.length === 0 ? '\n' : `${didYouMean}\n${registerLines(meant)}\n\n`;
  const none = phrase({ zh: `没有登记表“${name}”。`, en: `There is no register “${name}”.` });
  const all = phrase({
    zh: '现有的登记表（写英文名或标题都可以）：',
    en: 'The registers, by English name or title:',
  });
  return `${none}${question}${all}\n${registerLines(registers)}`;
}

/** Registers with a similar id or title, or whose title contains the input or is contained in it. */
function probablyMeant(registers: readonly RegisterDefinition[], given: string): RegisterDefinition[] {
  const near = [
    nearest(
      given,
      registers.map(({ register }) => register),
    ),
    nearest(
      given,
      registers.map(({ title }) => title),
    ),
  ];
  const meant = registers.filter(({ register, title }) => near.includes(register) || near.includes(title));
  const holding =
    given.length < 2
      ? []
      : registers.filter(
          ({ register, title }) =>
            normaliseSearch(title).includes(given) ||
            given.includes(normaliseSearch(title)) ||
            register.includes(given),
        );
  return [...new Set([...meant, ...holding])].slice(0, MOST_MEANT);
}
