import { topicOf, type Story, type Topic } from '../articles/draft.ts';
import { story } from '../articles/story.ts';
import { VOCABULARY } from '../articles/vocabulary.ts';
import { addDays, chineseDay, chineseMonthDay } from '../calendar.ts';
import type { Dice } from '../random.ts';

/** 招聘动态: the notices that a personnel department publishes in the course of a year. */
const NOTICES: Topic[] = [
  {
    months: [9, 10],
    tell: story('recruit/campus-opens', ['nextYear', 'applyUntil', 'writtenTest', 'interviews'], (_, day) => ({
      nextYear: Number(day.slice(0, 4)) + 1,
      applyUntil: chineseMonthDay(addDays(day, 35)),
      writtenTest: chineseMonthDay(addDays(day, 45)),
      interviews: chineseMonthDay(addDays(day, 55)),
    })),
  },
  {
    months: [3, 9, 10],
    tell: story('recruit/campus-talks', ['cities', 'first'], (random, day) => ({
      cities: random.some(VOCABULARY.campusCities, 2).join('、'),
      first: chineseMonthDay(addDays(day, 6)),
    })),
  },
  {
    months: [4, 5, 6],
    tell: story('recruit/internships', ['until'], (_, day) => ({ until: chineseDay(addDays(day, 30)) })),
  },
  { tell: story('recruit/posts-online') },
  { tell: story('recruit/fraud-warning') },
  { months: [10, 11], tell: story('recruit/tests') },
  { months: [2, 11, 12], tell: story('recruit/first-hundred-days') },
  { tell: story('recruit/open-day') },
];

export const recruitStory = (random: Dice, day: string): Story => ({
  source: '人力资源部',
  ...topicOf(NOTICES, random, day).tell(random, day),
});
