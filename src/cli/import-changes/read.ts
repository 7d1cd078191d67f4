/** Reads a file of changes: returns the sound changes, and all problems of the others. */
import { isObject } from '#rules/json/json.ts';
import { article } from '#kinds/article/index.ts';
import { documentIn } from '#kinds/changes.ts';
import { channel } from '#kinds/channel/index.ts';
import type { Change } from '#kinds/index.ts';
import { rows } from '#kinds/rows/index.ts';
import { upgradeChange } from '#kinds/upgrade-change.ts';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { checkRegister } from '#page/check-register.ts';
import type { Release } from '#page/data-shapes.ts';
import { parseJson } from '#page/parse-json.ts';
import { pointerTo } from '#rules/json/pointer.ts';
import { formatProblem, type Problem } from '#page/problems.ts';
import { sentenceOf } from '#server/operator-problem.ts';
import { phrase } from '#server/phrase.mjs';
import { Unusable } from '../command.ts';
import { fileProblems } from './structure.ts';

export type GivenAttachment = { filename: string; filepath?: string; path?: string; release?: Release };

export interface ReadChanges {
  /** '-' where it is missing: the rest is still tried */
  title: string;
  /** in the order of the file; null where a change has problems of its own */
  changes: (Change | null)[];
  problems: Problem[];
}

const REGISTERS = new URL('../../../page-schemas/registers/', import.meta.url);

/**
 * Reads the changes: names of registers become definitions; attachments stay as given.
 * @throws Unusable
 */
export function readChanges(file: string): ReadChanges {
  const document = upgraded(readJson(file));
  const registers = readdirSync(REGISTERS)
    .flatMap((name) => (name.endsWith('.json') ? [basename(name, '.json')] : []))
    .sort();
  const problems = fileProblems(document, registers);
  const { title, changes: given } = (isObject(document) ? document : {}) as Record<string, unknown>;
  const list: unknown[] = Array.isArray(given) ? given : [];
  const unsound = new Set(problems.map(changeOf));
  const changes = list.map((change, index) => (unsound.has(index) ? null : readChange(change as Change)));
  return {
    title: typeof title === 'string' ? title : '-',
    changes: changes.map((change) => (change && hangsOnUnsound(change, list, unsound) ? null : change)),
    problems: [...problems, ...missingFiles(changes, file)],
  };
}

/** Index of the change that a problem belongs to; null for the file itself. */
export function changeOf({ pointer }: Problem): number | null {
  const place = /^\/changes\/(\d+)/.exec(pointer)?.[1];
  return place === undefined ? null : Number(place);
}

/**
 * Whether a change belongs to a channel whose own change is unsound. Trying it would report problems that may not
 * exist.
 */
function hangsOnUnsound(change: Change, list: readonly unknown[], unsound: ReadonlySet<number | null>): boolean {
  const channels = list.flatMap((other, index) =>
    unsound.has(index) && isObject(other) && other.kind === channel.name && isObject(other.document)
      ? [other.document.channelId]
      : [],
  );
  const placed = documentIn(channel, change);
  const named = [placed?.parentId, placed?.sameAs, documentIn(article, change)?.channelId];
  return named.some((id) => id !== undefined && channels.includes(id));
}

function missingFiles(changes: readonly (Change | null)[], file: string): Problem[] {
  return changes.flatMap((change, at) =>
    attachmentsOf(change).flatMap(({ path }, place): Problem[] =>
      path === undefined || isFile(besideFile(file, path))
        ? []
        : [
            {
              pointer: pointerTo('changes', at, 'document', 'attachments', place, 'path'),
              code: 'unreadable-file',
              message: phrase({
                zh: `${file} 所在的文件夹中没有文件 ${path}。`,
                en: `There is no file ${path} in the folder of ${file}.`,
              }),
            },
          ],
    ),
  );
}

export const attachmentsOf = (change: Change | null): GivenAttachment[] =>
  documentIn(article, change)?.attachments ?? [];

export const besideFile = (file: string, path: string): string => resolve(dirname(file), path);

export const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

function readChange(change: Change): Change {
  const document = documentIn(rows, change);
  if (!document || typeof document.definition !== 'string') return change;
  const name: string = document.definition;
  const { register, problems } = checkRegister(readJson(new URL(`${name}.json`, REGISTERS)));
  if (register === null)
    throw new Unusable(
      sentenceOf(problems.map((problem) => formatProblem({ ...problem, file: `registers/${name}.json` })).join('\n')),
    );
  return { kind: rows.name, document: { ...document, definition: register } };
}

/** Converts files that were written for an earlier version. */
const upgraded = (document: unknown): unknown =>
  isObject(document) && Array.isArray(document.changes)
    ? { ...document, changes: document.changes.map(upgradeChange) }
    : document;

function readJson(file: string | URL): unknown {
  const name = file instanceof URL ? basename(file.pathname) : file;
  try {
    return parseJson(readFileSync(file, 'utf8'));
  } catch (error) {
    const { message } = error as Error;
    throw new Unusable(
      error instanceof SyntaxError
        ? { zh: `文件 ${name} 不是 JSON：${message}`, en: `The file ${name} is not JSON: ${message}` }
        : { zh: `文件 ${name} 不能读取：${message}`, en: `The file ${name} cannot be read: ${message}` },
    );
  }
}
