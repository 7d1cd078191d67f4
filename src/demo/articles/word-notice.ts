import { addDays, chineseDay, tradingDayOnOrBefore } from '../calendar.ts';
import type { Dice } from '../random.ts';
import type { Story } from './draft.ts';
import { story } from './story.ts';

const tell = story('notices/word-notice', ['from'], (_, day) => ({
  from: chineseDay(tradingDayOnOrBefore(addDays(day, 30))),
}));

/**
 * A notice as it is pasted from Word: lists made of numbered paragraphs, a table with many columns and paragraphs in
 * its cells, fonts and sizes everywhere. Publishing cleans it up into what the site shows.
 */
export const wordNotice = (random: Dice, day: string): Story => ({ ...tell(random, day), source: '财富管理总部' });
