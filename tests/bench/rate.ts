import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { finish } from './load.ts';
import { pinned, type Tools } from './machine.ts';

const client = fileURLToPath(new URL('rate-client.ts', import.meta.url));

export interface RatePlan {
  port: number;
  paths: readonly string[];
  /** X-Forwarded-For of the requests in turns; empty: none */
  addresses: readonly string[];
  /** requests a second; null: each of `connections` asks when it is answered */
  rate: number | null;
  connections: number;
  seconds: number;
}

export interface RateResult {
  /** answers by status, and what broke */
  statuses: Record<string, number>;
  unanswered: number;
  seconds: number;
  /** milliseconds from when a request was due to its whole answer */
  median: number;
  p99: number;
  worst: number;
}

/** One run of rate-client.ts in a process of its own. */
export async function runRate(tools: Tools, plan: RatePlan): Promise<RateResult> {
  const folder = mkdtempSync(join(tmpdir(), 'site-rate-'));
  try {
    const file = join(folder, 'plan.json');
    writeFileSync(file, JSON.stringify(plan));
    const output = await finish(
      pinned(tools, 1, [process.execPath, '--disable-warning=ExperimentalWarning', client, file]),
    );
    if (!output.startsWith('{')) throw new Error(`requests by the clock on port ${plan.port}: ${output}`);
    return JSON.parse(output) as RateResult;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
