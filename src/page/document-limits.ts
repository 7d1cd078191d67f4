import type { Problem } from './problems.ts';

const MAX_DEPTH = 32;
const MAX_BYTES = 256 * 1024;
const MAX_NODES = 5_000;

/**
 * Limits every stored document keeps before anything looks into it: depth, values, bytes of its JSON. Walks without
 * recursion.
 */
export function checkLimits(document: unknown): Problem | null {
  const open: { value: unknown; depth: number }[] = [{ value: document, depth: 1 }];
  let nodes = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    nodes += 1;
    if (nodes > MAX_NODES) return problem('too-many-nodes', `The document holds more than ${MAX_NODES} values.`);
    if (next.depth > MAX_DEPTH) return problem('too-deep', `The document is nested deeper than ${MAX_DEPTH} levels.`);
    if (typeof next.value !== 'object' || next.value === null) continue;
    for (const value of Object.values(next.value)) open.push({ value, depth: next.depth + 1 });
  }
  const bytes = new TextEncoder().encode(JSON.stringify(document) ?? '').length;
  return bytes > MAX_BYTES
    ? problem('too-large', `The document has ${bytes} bytes; at most ${MAX_BYTES} are allowed.`)
    : null;
}

const problem = (code: Problem['code'], message: string): Problem => ({ pointer: '', code, message });
