import { parseSync, Visitor } from 'vite';
import { posix } from 'node:path';
import { filesIn, linesOf, textOf } from './repository.ts';

/** One import, `export … from`, `import()` or `import.meta.glob` of a file below src/. */
export interface Import {
  /** below src/, e.g. wire/paths.ts */
  file: string;
  line: number;
  /** the written form */
  written: string;
  /** `#room/file.ts`, `#entry-client.tsx`, or a package's name with its subpath */
  target: string;
  /** erased before it runs */
  typeOnly: boolean;
}

export interface Module {
  file: string;
  imports: Import[];
  /** names that are read, with the line: `Date.now`, `new Date`, `process`, `useState` */
  reads: { line: number; name: string }[];
  /** words in quotes */
  texts: { line: number; text: string }[];
  defaultExport: number | null;
}

let modules: Module[] | null = null;

/** Every module below src/ that is not a style sheet or data, read once. */
export const sourceModules = (): Module[] =>
  (modules ??= filesIn('src', /\.(ts|tsx|mjs)$/).map((path) => readModule(path.slice('src/'.length), textOf(path))));

/** @throws when the code does not parse */
export function readModule(file: string, code: string): Module {
  const { module, program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
  const lineAt = linesOf(code);
  const imports: Import[] = [];
  const add = (offset: number, written: string, typeOnly = false) =>
    imports.push({ file, line: lineAt(offset), written, target: targetOf(file, written), typeOnly });
  for (const { start, moduleRequest, entries } of module.staticImports) {
    const isType = entries.length > 0 ? entries.every((entry) => entry.isType) : code.startsWith('import type', start);
    add(start, moduleRequest.value, isType);
  }
  for (const { start, entries } of module.staticExports) {
    const from = entries.find((entry) => entry.moduleRequest)?.moduleRequest;
    if (from)
      add(
        start,
        from.value,
        entries.every((entry) => entry.isType),
      );
  }
  const reads: Module['reads'] = [];
  const texts: Module['texts'] = [];
  const literal = (node: unknown): string | undefined => {
    const { type, value } = (node ?? {}) as { type?: string; value?: unknown };
    return type === 'Literal' && typeof value === 'string' ? value : undefined;
  };
  new Visitor({
    ImportExpression: (node) => add(node.start, literal(node.source) ?? '(computed)'),
    CallExpression: (node) => {
      const glob = code.slice(node.callee.start, node.callee.end).startsWith('import.meta.glob')
        ? literal(node.arguments[0])
        : undefined;
      if (glob !== undefined) add(node.start, glob);
    },
    NewExpression: (node) => {
      if (node.arguments.length === 0)
        reads.push({ line: lineAt(node.start), name: `new ${code.slice(node.callee.start, node.callee.end)}` });
    },
    MemberExpression: (node) => reads.push({ line: lineAt(node.start), name: code.slice(node.start, node.end) }),
    Identifier: (node) => reads.push({ line: lineAt(node.start), name: node.name }),
    Literal: (node) => {
      if (typeof node.value === 'string') texts.push({ line: lineAt(node.start), text: node.value });
    },
  }).visit(program);
  const byDefault = module.staticExports.find(({ entries }) =>
    entries.some(({ exportName }) => exportName.kind === 'Default'),
  );
  return { file, imports, reads, texts, defaultExport: byDefault ? lineAt(byDefault.start) : null };
}

function targetOf(file: string, written: string): string {
  if (!written.startsWith('.')) return written;
  const below = posix.join(posix.dirname(file), written);
  return below.startsWith('..') ? below : `#${below}`;
}
