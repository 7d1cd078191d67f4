import type { Change } from '#kinds/index.ts';

/** Stores a file as of a moment and returns its filepath. */
export type StoreFile = (bytes: Uint8Array, extension: string, at: Date) => Promise<string>;

/**
 * One publication of the demonstration. No two steps have the same `title`: a resumed fill knows by it what is already
 * published.
 */
export interface Step {
  title: string;
  at: Date;
  changes: (store: StoreFile) => Promise<Change[]>;
}

export const named = (title: string): string => `演示数据：${title}`;
