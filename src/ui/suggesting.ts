import { createContext } from 'react';
import type { Suggestion } from '#rules/search/suggestion.ts';

/** Suggestions for words that are being typed. The site hands it in, as it alone calls; null outside of it. */
export const Suggesting = createContext<((words: string) => Promise<readonly Suggestion[]>) | null>(null);
