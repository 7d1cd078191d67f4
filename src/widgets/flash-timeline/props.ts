import { object } from '#page/schema-words.ts';

export const props = object({});
