import { list, object, text } from '#page/schema-words.ts';
import { readTexts } from './read-texts.ts';

/** Departments of the firm, each with the urls of its channels and the registers that it answers for. */
const DEPARTMENTS = readTexts(
  new URL('./departments.json', import.meta.url),
  list(object({ name: text(), channels: list(text()), registers: list(text()) })),
);

export const departmentOfChannel = (url: string): string =>
  DEPARTMENTS.find(({ channels }) => channels.includes(url))?.name ?? '';

export const departmentOfRegister = (register: string): string =>
  DEPARTMENTS.find(({ registers }) => registers.includes(register))?.name ?? '办公室';
