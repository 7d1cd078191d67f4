import type { FieldDefinition, FieldType } from '#page/register-schema.ts';

/** limits in characters of half width, as workbooks count columns */
const NARROWEST = 10;
const WIDEST = 60;
/** beside a title is the button of its filter */
const BUTTON = 5;
const MARGIN = 2;

/** Shown width of a text: Chinese characters count two. */
export const displayWidth = (text: string): number => text.replaceAll(/[^\x20-\x7e]/gu, 'xx').length;

/** A column that holds its title and `content`, within reason. */
export function columnWidth(title: string, content = 0): number {
  return Math.min(WIDEST, Math.max(NARROWEST, displayWidth(title) + BUTTON, content));
}

/** Usual width of cells of a type; rows are streamed, so none is measured. */
const USUAL: Readonly<Record<FieldType, number>> = {
  text: 30,
  choice: 12,
  reference: 24,
  date: 12,
  integer: 12,
  decimal: 14,
  percent: 12,
  money: 16,
  phone: 18,
  url: 40,
  image: 44,
  file: 44,
};
/** names and short codes */
const NAME = 20;

/**
 * Width for the content of a field, by its labels, its example or its type. @param labels of choices or referred
 * rows
 */
export function contentWidth({ type, convert, example }: FieldDefinition, labels?: readonly string[]): number {
  if (labels && labels.length > 0)
    return labels.reduce((widest, label) => Math.max(widest, displayWidth(label)), 0) + MARGIN;
  if (example !== undefined) return displayWidth(example) + MARGIN;
  return type === 'text' && convert === false ? NAME : USUAL[type];
}
