import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { coreSeconds, ownCoreSeconds, pinned, type Tools } from './machine.ts';
import { startProcess } from './product.ts';

const client = fileURLToPath(new URL('load-client.ts', import.meta.url));

export interface LoadPlan {
  port: number;
  paths: readonly string[];
  connections: number;
  /** paths are repeated for this long; null: each once */
  seconds: number | null;
  encoding: 'br' | 'identity';
}

export interface Throughput {
  requests: number;
  perSecond: number;
  /** rate by the core time of the serving process and all below it; null where the system does not tell */
  perCoreSecond: number | null;
  /** the same by the core time of the serving process alone */
  perOwnCoreSecond: number | null;
  /** share of its core that the server used */
  busy: number | null;
}

/**
 * One run of load from core 1 on a server of core 0.
 * @param pid the serving process
 * @throws when an answer was no 200 or a connection broke
 */
export async function runLoad(tools: Tools, pid: number, plan: LoadPlan): Promise<Throughput> {
  const before = [coreSeconds(pid), ownCoreSeconds(pid)];
  const { requests, seconds } = await (tools.wrk !== null && plan.seconds !== null && plan.paths.length === 1
    ? runWrk(tools, tools.wrk, plan)
    : runClient(tools, plan));
  const after = [coreSeconds(pid), ownCoreSeconds(pid)];
  const [used, own] = after.map((value, at) => (value === null || before[at] === null ? null : value - before[at]!));
  const per = (core: number | null | undefined) => (core ? requests / core : null);
  return {
    requests,
    perSecond: requests / seconds,
    perCoreSecond: per(used),
    perOwnCoreSecond: per(own),
    busy: used == null ? null : used / seconds,
  };
}

interface Counted {
  requests: number;
  seconds: number;
}

async function runWrk(
  tools: Tools,
  wrk: string,
  { port, paths, connections, seconds, encoding }: LoadPlan,
): Promise<Counted> {
  const address = `http://127.0.0.1:${port}${paths[0]}`;
  const output = await finish(
    pinned(tools, 1, [
      wrk,
      '-t1',
      `-c${connections}`,
      `-d${Math.max(1, Math.round(seconds!))}s`,
      '-H',
      `Accept-Encoding: ${encoding}`,
      address,
    ]),
  );
  const [, requests, span, unit] = /(\d+) requests in ([\d.]+)(ms|s|m)\b/.exec(output) ?? [];
  const wrong = /Non-2xx.*|Socket errors.*/.exec(output)?.[0];
  if (requests === undefined || wrong) throw new Error(`wrk on ${address}: ${wrong ?? output}`);
  return { requests: Number(requests), seconds: Number(span) * { ms: 0.001, s: 1, m: 60 }[unit as 'ms' | 's' | 'm'] };
}

async function runClient(tools: Tools, plan: LoadPlan): Promise<Counted> {
  const folder = mkdtempSync(join(tmpdir(), 'site-load-'));
  try {
    const file = join(folder, 'plan.json');
    writeFileSync(file, JSON.stringify(plan));
    const output = await finish(
      pinned(tools, 1, [process.execPath, '--disable-warning=ExperimentalWarning', client, file]),
    );
    if (!output.startsWith('{')) throw new Error(`load on port ${plan.port}: ${output}`);
    return JSON.parse(output) as Counted;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns what the program printed */
export async function finish(command: readonly [string, ...string[]]): Promise<string> {
  const { child, output } = startProcess(command);
  if (child.exitCode === null) await new Promise((resolve) => child.once('close', resolve));
  return output();
}
