import type { Release } from '#page/data-shapes.ts';
import type { BarFigure } from '../files/bar-figure.ts';
import type { Dice } from '../random.ts';

/** A file still to be made; `missing` stands for a file that was announced but never delivered (FO5). */
export type AttachmentPlan =
  | { filename: string; extension: string; make: () => Buffer | Promise<Buffer>; release?: Release }
  | { filename: string; missing: true };

/** An article as the generator makes it, before its files are stored. */
export interface Draft {
  channelId: string;
  title: string;
  summary: string;
  /** HTML */
  content: string;
  source: string;
  /** Shanghai time */
  day: string;
  hour: number;
  minute: number;
  topFlag: 0 | 1;
  attachments: AttachmentPlan[];
  /**
   * name of the drawn picture, which lists show beside the article and which replaces {picture} in the content; '' for
   * no picture. The name `portrait:` with another name makes it the portrait of a person
   */
  picture: string;
  /** one of research.topics; `tags` are of research.tags */
  topic?: string;
  tags?: string[];
  /** risk level that a customer needs to read the article */
  riskLevel?: string;
  /** chart that replaces {figure} in the content */
  figure?: BarFigure;
  /** absent: the channel has no categories */
  category?: string;
}

/** Contribution of a topic to an article; the column adds the rest. */
export interface Story {
  title: string;
  /** HTML blocks in order */
  blocks: string[];
  attachments?: AttachmentPlan[];
  /** absent: the firm itself */
  source?: string;
  /** absent: the picture that the column gives */
  picture?: string;
}

/** A topic, with the `months` (1–12) in which such events happen; absent: the whole year. */
export interface Topic {
  months?: number[];
  tell: (random: Dice, day: string) => Story;
}

/** Picks one of the topics that fit the month of the day. */
export function topicOf(topics: Topic[], random: Dice, day: string): Topic {
  const month = Number(day.slice(5, 7));
  return random.pick(topics.filter(({ months }) => !months || months.includes(month)));
}

export const p = (text: string): string => `<p>${text}</p>`;
export const h2 = (text: string): string => `<h2>${text}</h2>`;
export const bullets = (items: string[]): string => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
export const steps = (items: string[]): string => `<ol>${items.map((item) => `<li>${item}</li>`).join('')}</ol>`;
export const signature = (...lines: string[]): string =>
  lines.map((line) => `<p class="align-right">${line}</p>`).join('');

/** An HTML table; the first row is its head. */
export function table(rows: (string | number)[][]): string {
  const [head, ...body] = rows;
  const row = (cells: (string | number)[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  return `<table><thead>${row(head!, 'th')}</thead><tbody>${body.map((cells) => row(cells, 'td')).join('')}</tbody></table>`;
}

/** The visible text of HTML blocks: one line for each paragraph, list item or table row. */
export function plainLines(html: string): string[] {
  return html
    .replace(/<\/(td|th)>/g, '　')
    .replace(/<\/(p|h2|h3|li|tr)>/g, '\n')
    .replace(/<[^>]+>/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Number of Chinese characters, letters and digits in the visible text. */
export const readLength = (html: string): number => plainLines(html).join('').length;

/**
 * The first sentences of the text, at most 90 characters. Cuts inside a sentence only where the first sentence is
 * longer.
 */
export function summaryOf(html: string): string {
  const text = plainLines(html).find((line) => line.length > 30) ?? plainLines(html)[0] ?? '';
  const end = text.lastIndexOf('。', 89);
  return end > 20 ? text.slice(0, end + 1) : text.length > 90 ? `${text.slice(0, 89)}…` : text;
}
