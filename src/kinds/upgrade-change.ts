import { isObject } from '#rules/json/json.ts';
import { registryOf } from '#page/registry.ts';
import { pageOfToday } from '#page/upgrade-props.ts';
import { widgets } from '#widgets/index.ts';
import type { Change } from './index.ts';
import { page as pageKind } from './page/index.ts';

/**
 * A change as editions, previews and files of earlier versions hold it, as it is spelled today; what is spelled so
 * already, or is no change, stays as it is. A page comes with the props that its widgets have today (PS7). Stored drafts
 * are never rewritten: their approvals are bound to their hash.
 */
export function upgradeChange(stored: unknown): unknown {
  const change = respelled(stored);
  if (!isObject(change) || change.kind !== pageKind.name || !isObject(change.document)) return change;
  return { ...change, document: pageOfToday(change.document, registryOf('widget', widgets)) };
}

function respelled(stored: unknown): unknown {
  if (!isObject(stored) || stored.withdraw !== undefined) return stored;
  const { kind, ...rest } = stored;
  switch (kind) {
    case 'channel':
      return rest.channel === undefined ? stored : { kind, document: rest.channel };
    case 'channel-retired':
      return withdrawal('channel', rest.channelId, rest);
    case 'article':
      return rest.article === undefined ? stored : { kind, document: rest.article };
    case 'article-withdrawn':
      return withdrawal('article', rest.articleId, rest);
    case 'register':
      return rest.document === undefined ? { kind: 'rows', document: rest } : stored;
    case 'page': {
      const { page, ...more } = rest;
      if (page === undefined) return stored;
      return isObject(more.document) && 'register' in more.document
        ? { kind: 'register', ...more }
        : { kind, id: page, ...more };
    }
    case 'setting': {
      const { name, value, ...more } = rest;
      return name === undefined ? stored : { kind, id: name, document: value, ...more };
    }
    default:
      return stored;
  }
}

const withdrawal = (
  kind: string,
  id: unknown,
  { channelId: _channel, articleId: _article, ...withdraw }: Record<string, unknown>,
) => ({ kind, id: typeof id === 'number' ? String(id) : id, withdraw });

/** Upgrades a stored list. */
export const upgradeChanges = (stored: unknown): Change[] => (stored as unknown[]).map(upgradeChange) as Change[];
