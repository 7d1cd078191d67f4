import { formatProblem, nearest, type Problem } from '#page/problems.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { normaliseSearch } from '#rules/search/search-text.ts';
import { registerLines } from './import-help.ts';

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
  if (titled.length > 1) return `有 ${titled.length} 个登记表叫“${name}”，请改写英文名：\n${registerLines(titled)}`;
  const lost = refused.find((one) => one.register === given || normaliseSearch(one.title) === given);
  if (lost)
    return `登记表“${name}”的定义有误，不能使用：\n${lost.problems.map((problem) => `  ${formatProblem(problem)}`).join('\n')}\n请改正后再试；npm run check -- pages 检查全部定义。`;
  const meant = probablyMeant(registers, given);
  const question = meant.length === 0 ? '' : `您是不是要找：\n${registerLines(meant)}\n\n`;
  return `没有登记表“${name}”。${question}${meant.length === 0 ? '\n' : ''}现有的登记表（写英文名或标题都可以）：\n${registerLines(registers)}`;
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
