import type { Change } from '#kinds/index.ts';

/** Stores a file at a moment and answers its filepath. */
export type StoreFile = (bytes: Uint8Array, extension: string, at: Date) => Promise<string>;

/** One publication to come. `title` is unlike that of every other step: by it a resumed fill knows what is done. */
export interface Step {
  title: string;
  at: Date;
  changes: (store: StoreFile) => Promise<Change[]>;
}

export const named = (title: string): string => `演示数据：${title}`;
