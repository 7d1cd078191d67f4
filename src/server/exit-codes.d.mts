import type { Sentence } from './phrase.mjs';

/** What a code says of how a command ended. */
export type ExitName = 'done' | 'problems' | 'notBegun' | 'fault';

export declare const EXIT: Readonly<Record<ExitName, number>>;
export declare const EXIT_WORDS: Readonly<Record<ExitName, Sentence>>;
