import { fieldOrder } from '#kinds/register/register-words.ts';
import type { RegisterFacts } from '#wire/register-answers.ts';

/** Fields in the order of the table of rows: the key, by which a row is known, then as visitors see them, then the rest. */
export const gridFields = (facts: RegisterFacts): string[] => [...new Set([...facts.key, ...fieldOrder(facts)])];
