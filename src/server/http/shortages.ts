import { channel } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { isDiskFull } from '../errors.ts';
import type { Metrics } from './metrics.ts';

/** Resources of a machine that can be used up. */
type Resource = 'disk' | 'descriptors';

/** A failure for want of a resource. */
interface Want {
  resource: Resource;
  code: string;
}

/** Failures reach every server of the process: who notices one knows no server. */
const wants = channel('site:want');

/** Reports a failure for want of room on a disk or of descriptors (OP2); others are ignored. */
export function noteFailure(error: unknown): void {
  const code = String((error as { code?: unknown } | null)?.code);
  if (isDiskFull(error)) wants.publish({ resource: 'disk', code } satisfies Want);
  if (code === 'EMFILE' || code === 'ENFILE') wants.publish({ resource: 'descriptors', code } satisfies Want);
}

/** Descriptors of this process: those that are open, and those that it may have. */
interface Descriptors {
  open: number;
  allowed: number;
}

interface Means {
  /** bytes that are free on the disk of DATA_DIR; absent: not known */
  freeSpace?: (() => Promise<number>) | undefined;
  /** bytes below which nothing is written */
  reserve: number;
  /** null: not known on this system */
  descriptors?: () => Promise<Descriptors | null>;
  report: (facts: object, message: string) => void;
}

/** Watch of what can be used up (OP2): each shortage is one line of the log, and its end another. */
export interface Shortages {
  look: () => Promise<void>;
  /** notices a failure that is no error of this code, such as a connection that was not taken */
  notice: (want: Want) => void;
  isShort: (resource: Resource) => boolean;
  end: () => void;
}

/** Looks without a failure after which a shortage that only failures told of is over: some five minutes. */
const QUIET_LOOKS = 30;
/** share of descriptors above which they are short, and below which they are not any more */
const MUCH = { short: 0.95, over: 0.9 };
/** free room of the reserve, above which the disk is not short any more */
const ROOM_AGAIN = 1.1;

const SENTENCES: Readonly<Record<Resource, { short: string; over: string }>> = {
  disk: {
    short:
      'a disk is full: nothing more is saved, published, imported or stored, and reads go on; make room, no restart is needed',
    over: 'there is room on the disk again',
  },
  descriptors: {
    short: 'descriptors are used up: connections are closed and files cannot be opened; raise the limit of open files',
    over: 'there are descriptors again',
  },
};

export function createShortages(
  metrics: Metrics,
  { freeSpace, reserve, descriptors = descriptorsOfProcess, report }: Means,
): Shortages {
  let free: number | undefined;
  const failures: Record<Resource, number> = { disk: 0, descriptors: 0 };
  const short: Record<Resource, boolean> = { disk: false, descriptors: false };
  const waits: Record<Resource, number> = { disk: 0, descriptors: 0 };

  const begin = (resource: Resource, facts: object): void => {
    if (short[resource]) return;
    short[resource] = true;
    report({ resource, ...facts }, SENTENCES[resource].short);
  };
  const notice = ({ resource, code }: Want): void => {
    failures[resource] += 1;
    waits[resource] = QUIET_LOOKS;
    begin(resource, { code });
  };
  /** @param state null: not known, or between both */
  const seen = (resource: Resource, state: 'short' | 'enough' | null, facts: object): void => {
    if (state === 'short') begin(resource, facts);
    else if (waits[resource] > 0) waits[resource] -= 1;
    else if (state === 'enough' && short[resource]) {
      short[resource] = false;
      report({ resource, ...facts }, SENTENCES[resource].over);
    }
  };
  const hear = (want: unknown): void => notice(want as Want);
  wants.subscribe(hear);

  metrics.gauge({
    name: 'site_disk_free_bytes',
    help: 'Bytes that are free on the disk of DATA_DIR, as of the last look.',
    read: () => free,
  });
  metrics.gauge({
    name: 'site_writing_refused',
    help: 'Whether writing is refused because the disk of DATA_DIR has less than 256 MB left (1 or 0).',
    read: () => (free === undefined ? undefined : Number(free < reserve)),
  });
  metrics.gauge({
    name: 'site_resource_short',
    help: 'Whether a resource is used up (1 or 0).',
    label: 'resource',
    read: () => ({ disk: Number(short.disk), descriptors: Number(short.descriptors) }),
  });
  metrics.counter({
    name: 'site_resource_failures_total',
    help: 'Writes, openings and connections that failed because a resource was used up.',
    label: 'resource',
    read: () => failures,
  });

  return {
    notice,
    isShort: (resource) => short[resource],
    look: async () => {
      const room = await freeSpace?.();
      free = room !== undefined && Number.isFinite(room) ? room : undefined;
      const ofDisk = free === undefined || free > reserve * ROOM_AGAIN ? 'enough' : free < reserve ? 'short' : null;
      seen('disk', ofDisk, free === undefined ? {} : { freeMegabytes: Math.floor(free / 1024 / 1024) });
      const found = await descriptors().catch((error: unknown) => void noteFailure(error));
      if (found === undefined) return;
      const share = found === null ? 0 : found.open / found.allowed;
      seen('descriptors', share >= MUCH.short ? 'short' : share < MUCH.over ? 'enough' : null, found ?? {});
    },
    end: () => void wants.unsubscribe(hear),
  };
}

/** Descriptors that this process may have; null: the system does not tell. */
export function descriptorsAllowed(limits = readLimits()): number | null {
  const allowed = Number(/^Max open files +(\d+)/m.exec(limits)?.[1]);
  return Number.isFinite(allowed) ? allowed : null;
}

function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}

async function descriptorsOfProcess(): Promise<Descriptors | null> {
  const allowed = descriptorsAllowed();
  return allowed === null ? null : { open: (await readdir('/proc/self/fd')).length, allowed };
}

/**
 * Connections that a server takes: so many that a quarter of the descriptors is left for files and the database. The
 * system closes those beyond without a word; the server counts them.
 */
export const mostConnections = (allowed: number): number => Math.floor(allowed * 0.75);
