import type { RegisterFacts, RegisterRow } from '#wire/register-answers.ts';
import { firstText } from '#kinds/register/register-words.ts';
import { keyWords } from './cell-text.ts';

/** '证书编号 S9901 沈若川': a row by its key, and by what it is called. */
export const nameOf = (facts: RegisterFacts, values: readonly string[], row: RegisterRow): string =>
  [facts.key.map((field) => facts.fields[field]?.title ?? field).join('、'), keyWords(values), firstText(facts, row)]
    .filter(Boolean)
    .join(' ');
