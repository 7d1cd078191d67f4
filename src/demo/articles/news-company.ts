import { branches, shortBranchName } from '../places.ts';
import { bullets, type Topic } from './draft.ts';
import { story } from './story.ts';
import { hundredMillions, VOCABULARY } from './vocabulary.ts';

/** 公司新闻: services for customers and the firm itself, then education, charity and training. */
export const companyNews: Topic[] = [
  {
    tell: story('news/cooperation', ['fields'], (random) => ({
      fields: () => random.some(VOCABULARY.cooperationFields, 4).join('、'),
    })),
  },
  { tell: story('news/bond-issue', ['size'], (random) => ({ size: () => hundredMillions(random, 3, 30) })) },
  {
    tell: story('news/branch-opens', ['name', 'address', 'phone'], (random) => {
      const { name, address, phone } = random.pick(branches);
      return { name: shortBranchName(name), address, phone };
    }),
  },
  {
    tell: story('news/app-release', ['version', 'changes'], (random, day) => ({
      version: `${Number(day.slice(0, 4)) - 2019}.${month(day)}.${Math.floor(Number(day.slice(8)) / 10)}`,
      changes: bullets(random.some(VOCABULARY.appChanges, 4)),
    })),
  },
  { tell: story('news/institution-forum') },
  {
    tell: story('news/research', ['season'], (_, day) => ({
      season: ['年度', '春季', '夏季', '秋季'][Math.floor((month(day) % 12) / 3)]!,
    })),
  },
  { tell: story('news/emergency-drill') },
  { tell: story('news/insurance-futures', ['size'], (random) => ({ size: () => hundredMillions(random, 1, 4) })) },
  {
    months: [1, 2],
    tell: story('news/yearly-meeting', ['past', 'tasks'], (random, day) => ({
      past: Number(day.slice(0, 4)) - 1,
      tasks: () => bullets(random.some(VOCABULARY.yearlyTasks, 4)),
    })),
  },
  { months: [7, 8], tell: story('news/half-year-meeting') },
  { tell: story('news/investor-visit') },
  { tell: story('news/rural-help') },
  { tell: story('news/training') },
  { tell: story('news/elder-care') },
  { months: [5], tell: story('news/protection-day') },
  { months: [6, 9], tell: story('news/anti-fraud-month') },
  { months: [3, 4, 9, 10], tell: story('news/campus') },
  {
    months: [4, 5, 10, 11],
    tell: story('news/green-day', ['size'], (random) => ({ size: () => hundredMillions(random, 20, 120) })),
  },
];

const month = (day: string) => Number(day.slice(5, 7));
