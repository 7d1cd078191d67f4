import type { ReferredRow } from '#page/register-view.ts';
import { canonicalJson } from '#rules/json/canonical-json.ts';
import { COMPANY_ROOT, MAIN_ROOT } from '#rules/addresses/channel-tree.ts';
import { isSuccess } from '#wire/envelope.ts';
import { paths } from '#wire/paths.ts';
import type { Db } from '../db/tables.ts';
import type { Gateway } from '../http/gateway.ts';
import {
  findUpstreamChannels,
  keepUpstreamChannels,
  type NewsColumn,
  type UpstreamChannels,
} from '../store/documents/upstream-channels.ts';
import { listOf, textOf } from './upstream/accepted-forms.ts';
import { isObject } from '#rules/json/json.ts';
import type { InnerAddresses } from './upstream/inner-addresses.ts';
import { readTrees } from './upstream/read-tree.ts';

/** milliseconds for one answer; the start waits no longer for the first */
const PATIENCE = 4_000;

/** US6: web parameters that pages depend on. */
const WEB_PARAMS = ['sys.skin_zq', 'sys.tracking'] as const;
const PROVINCES = '/wscms/v1/branch/provinces';

interface Following {
  db: Db;
  gateway: Pick<Gateway, 'get' | 'note'>;
  /** host of the upstream, for people */
  origin: string;
  inner: InnerAddresses;
  warn: (facts: object, message: string) => void;
}

/** State of the tree for sites and kept pages. */
export interface FollowedChannels {
  /** grows with each other tree, parameter or province, and where the upstream begins or ceases to fail */
  version: () => number;
  /** true where its last answer was no tree, and the last known one remains in use (CH7) */
  failed: () => boolean;
  /** US6: by code, as last answered; undefined: never */
  param: (code: (typeof WEB_PARAMS)[number]) => string | undefined;
  /** US5: provinces and cities as last answered; undefined: never */
  regions: () => readonly ReferredRow[] | undefined;
  /** columns of research as last answered */
  columns: () => readonly NewsColumn[];
  /** channels as last answered; null: never */
  known: () => UpstreamChannels | null;
  /** @param listener called each time that the version grows, from now on */
  onChange: (listener: () => void) => void;
  /** fetches now; failures are reported by `warn` */
  refresh: () => Promise<void>;
}

/**
 * CH9, US5, US6: follows the tree of a system that answers `content`, its web parameters and its provinces. They are
 * fetched here, once a minute and never for a visitor, and stored as one value, so that they outlive a restart.
 */
export async function followUpstreamChannels({
  db,
  gateway,
  origin,
  inner,
  warn,
}: Following): Promise<FollowedChannels> {
  const listeners: (() => void)[] = [];
  let version = 1;
  let failed = false;
  let known: UpstreamChannels | null = await findUpstreamChannels(db);
  let asking: Promise<void> | null = null;

  async function ask(): Promise<void> {
    const [tree, params, regions, columns] = await Promise.allSettled([
      askForTree(gateway, inner),
      askForParams(gateway),
      askForRegions(gateway),
      askForColumns(gateway),
    ]);
    const before = known?.origin === origin ? known : null;
    if (tree.status === 'rejected')
      warn(
        { err: tree.reason as unknown, origin },
        'the channel tree of the upstream could not be read; the last known one stands',
      );
    else tellLeftOut(tree.value.leftOut);
    const next: UpstreamChannels | null =
      tree.status === 'fulfilled' || known
        ? {
            origin,
            ...(tree.status === 'fulfilled'
              ? tree.value
              : { channels: known!.channels, leftOut: known!.leftOut ?? [] }),
            params: { ...before?.params, ...(params.status === 'fulfilled' && params.value) },
            columns: columns.status === 'fulfilled' ? columns.value : (before?.columns ?? []),
            regions: regions.status === 'fulfilled' ? regions.value : (before?.regions ?? null),
          }
        : null;
    const isFailed = tree.status === 'rejected';
    const changed = next !== null && canonicalJson(next) !== canonicalJson(known);
    if (changed) {
      await keepUpstreamChannels(db, next);
      known = next;
    }
    update(changed, isFailed);
  }
  function tellLeftOut(leftOut: UpstreamChannels['leftOut']): void {
    if (canonicalJson(leftOut) === canonicalJson(known?.leftOut ?? [])) return;
    for (const one of leftOut ?? [])
      warn({ channel: one.channelId, why: one.why }, 'a channel of the upstream is left out');
  }
  function update(changed: boolean, nowFailed: boolean): void {
    if (!changed && failed === nowFailed) return;
    failed = nowFailed;
    version += 1;
    for (const listener of listeners) listener();
  }
  const refresh = (): Promise<void> =>
    (asking ??= ask()
      .catch((error: unknown) => {
        warn({ err: error, origin }, 'what the upstream answered could not be kept');
        update(false, true);
      })
      .finally(() => (asking = null)));

  await refresh();
  return {
    version: () => version,
    failed: () => failed,
    param: (code) => known?.params?.[code],
    regions: () => known?.regions ?? undefined,
    columns: () => known?.columns ?? [],
    known: () => known,
    onChange: (listener) => void listeners.push(listener),
    refresh,
  };
}

/** @throws Error with the answer that came instead; CallFailed as the gateway does */
async function dataOf(gateway: Following['gateway'], path: string, params: Record<string, string>): Promise<unknown> {
  const envelope = await gateway.get(path, params, {}, PATIENCE);
  if (!isSuccess(envelope)) throw new Error(`code ${String(envelope.code).slice(0, 40)}`);
  return envelope.data;
}

async function askForTree(gateway: Following['gateway'], inner: InnerAddresses) {
  const answers = await Promise.all(
    [MAIN_ROOT, COMPANY_ROOT].map(async (rootId) => ({
      rootId,
      data: await dataOf(gateway, paths.channelList, { channelId: rootId }),
    })),
  );
  return readTrees(answers, inner);
}

/** Web parameters by code; one without an answer is left out. */
async function askForParams(gateway: Following['gateway']): Promise<Record<string, string>> {
  const found = await Promise.allSettled(
    WEB_PARAMS.map(async (code) => {
      const data = await dataOf(gateway, paths.webParam, { code });
      const value = isObject(data) ? data.paramValue : data;
      if (typeof value === 'boolean') return [code, String(value)] as const;
      return [code, textOf(value).trim()] as const;
    }),
  );
  return Object.fromEntries(found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
}

/** @throws Error where there is no list */
async function askForColumns(gateway: Following['gateway']): Promise<NewsColumn[]> {
  const found = listOf(await dataOf(gateway, paths.newsColumns, { type: '1' }));
  if (!found) throw new Error('no list');
  return found.list.slice(0, 200).flatMap((item) => {
    const given = isObject(item) ? item : {};
    const name = textOf(given.name) || textOf(given.title) || textOf(given.columnName);
    const columnId = textOf(given.columnId) || textOf(given.id) || textOf(given.code);
    return columnId === '' || name === '' ? [] : { columnId, code: textOf(given.code) || columnId, name };
  });
}

/** Provinces have the parent 0, or none. @throws Error where there is no list */
async function askForRegions(gateway: Following['gateway']): Promise<ReferredRow[]> {
  const found = listOf(await dataOf(gateway, PROVINCES, {}));
  if (!found) throw new Error('no list');
  return found.list.slice(0, 1_000).flatMap((item) => {
    const given = isObject(item) ? item : {};
    const [id, name] = [textOf(given.id), textOf(given.name)];
    const parent = textOf(given.parentid) || textOf(given.parentId);
    if (id === '' || name === '') {
      gateway.note(PROVINCES, id === '' ? 'id' : 'name', item);
      return [];
    }
    const isProvince = parent === '' || parent === '0';
    return { key: id, row: { id, name, parentid: isProvince ? '0' : parent, level: isProvince ? '1' : '2' } };
  });
}
