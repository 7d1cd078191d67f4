import type { FastifyInstance } from 'fastify';
import { addressParams, bindParams, effectiveQuery, visibleBlocks, type Query } from '#page/bind-params.ts';
import type { ResolvedBlock } from '#page/page-schema.ts';
import { sources } from '#sources/index.ts';
import { limitByNetwork, type Limit } from '../http/network.ts';
import type { Site } from '../site/site.ts';

/** Limit of costly requests of one client in `window` milliseconds, by calls and by pages together. */
const LIMIT = { max: 120, window: 60_000 };

/** Needs @fastify/rate-limit on the app. */
export const createCostlyLimit = (app: FastifyInstance): Limit => limitByNetwork(app, LIMIT);

const COSTLY = new Set(sources.flatMap(({ name, costly }) => (costly ? name : [])));

/**
 * Whether rendering this address asks a costly source for free text, or a register shown on demand for anything (RG8).
 * No such page is kept.
 */
export function isCostly(site: Site, { path, query }: { path: string; query: Record<string, string> }): boolean {
  const page = site.resolve(path);
  if (!page || 'redirect' in page) return false;
  const blocks = visibleBlocks(page, query);
  if (blocks.some((block) => asksOnDemand(site, block, query))) return true;
  if (!blocks.some(({ source }) => source && COSTLY.has(source.name))) return false;
  const kinds = addressParams(page);
  return Object.keys(effectiveQuery(page, query)).some((name) => kinds.get(name) === 'text');
}

/** Whether a block shows a register on demand and the address asks anything of it. */
function asksOnDemand(site: Site, block: ResolvedBlock, query: Query): boolean {
  const { register } = bindParams(block, query);
  return (
    site.registers.get(String(register))?.onDemand === true &&
    Object.keys(effectiveQuery({ blocks: [block] }, query)).length > 0
  );
}
