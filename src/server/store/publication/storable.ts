import { pointerTo } from '#rules/json/pointer.ts';

/** Limits of one stored JSON document (page schema, setting): far above real ones, far below what stalls a server. */
const MAX_DEPTH = 32;
const MAX_BYTES = 256 * 1024;

/**
 * PostgreSQL holds neither NUL nor half a surrogate pair in a text. @returns what is wrong, null when it can be stored
 */
export function textProblem(text: string): string | null {
  if (text.includes('\0')) return '含有无法保存的空字符（NUL），请删除后重试';
  return text.isWellFormed() ? null : '含有不完整的字符（可能是被截断的表情符号），请删除后重试';
}

/** Why a document cannot be stored as JSON; null when it can. @param most bytes */
export function documentProblem(value: unknown, most = MAX_BYTES): string | null {
  if (value === null) return '内容不能为空';
  return walk(value, 0) ?? (sizeProblem(value, most) ? `超过 ${most / 1024} KB` : null);
}

/** OL8: why a draft of a document is not kept, with its size and where its longest text stands; null when it is. @param most bytes */
export function sizeProblem(value: unknown, most = MAX_BYTES): { pointer: string; message: string } | null {
  const bytes = Buffer.byteLength(JSON.stringify(value) ?? '');
  if (bytes <= most) return null;
  const { pointer, length } = longestText(value, '');
  const longest = length > 0 ? `，其中“${pointer.slice(0, 100)}”有 ${length} 个字` : '';
  return { pointer, message: `的内容有 ${Math.ceil(bytes / 1024)} KB，最多 ${most / 1024} KB${longest}` };
}

interface LongText {
  pointer: string;
  length: number;
}

function longestText(value: unknown, pointer: string): LongText {
  if (typeof value === 'string') return { pointer, length: value.length };
  let most: LongText = { pointer, length: 0 };
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  for (const [name, member] of members) {
    const found = longestText(member, pointer + pointerTo(name));
    if (found.length > most.length) most = found;
  }
  return most;
}

/** The same for one that may be larger, e.g. with the rows of a register. */
export const storedProblem = (value: unknown): string | null => walk(value, 0);

function walk(value: unknown, depth: number): string | null {
  if (depth > MAX_DEPTH) return `嵌套超过 ${MAX_DEPTH} 层`;
  if (value === null || typeof value === 'boolean') return null;
  if (typeof value === 'string') return textProblem(value);
  if (typeof value === 'number') return Number.isFinite(value) ? null : '含有无效的数字';
  if (Array.isArray(value)) return firstOf(value, depth);
  if (typeof value !== 'object' || value instanceof Date) return '含有 JSON 无法表示的值';
  return (
    firstOf(Object.keys(value), depth) ??
    firstOf(
      Object.values(value).filter((member) => member !== undefined),
      depth,
    )
  );
}

function firstOf(values: unknown[], depth: number): string | null {
  for (const value of values) {
    const problem = walk(value, depth + 1);
    if (problem) return problem;
  }
  return null;
}
