import { addDays, dayOf, tradingDayOnOrBefore } from '../calendar.ts';
import { CHANNEL } from '../channels.ts';
import { recruitStory } from '../company/recruit-news.ts';
import { STAFF_STORIES, staffStory } from '../company/staff-stories.ts';
import { dice, type Dice } from '../random.ts';
import { summaryOf, topicOf, type Draft, type Story } from './draft.ts';
import { EDUCATION_LESSONS, FRAUD_LESSONS, educationStory, fraudStory } from './investor-education.ts';
import { companyNews } from './news-company.ts';
import { mediumStory } from './news-medium.ts';
import { companyNotices } from './news-notices.ts';
import { marginNotice } from '../service/margin-notices.ts';
import { RATE_CHANGES, certificateStory, depositInterestStory, lossStory, rateChangeStory } from './section-notices.ts';
import { wordNotice } from './word-notice.ts';

/** A list column: the number of its articles, the days between two of them, and the function that writes them. */
interface Column {
  name: string;
  channelId: string;
  count: number;
  /** minimum number of rows in a small demonstration, where a tenth would be too few to show paging */
  least: number;
  /** calendar days between two articles: minimum and maximum */
  gap: [number, number];
  tell: (random: Dice, day: string, rowNo: number) => Story;
  /** row numbers of the articles that are pinned on top */
  pinned: number[];
  pictures: boolean;
}

const COLUMNS: Column[] = [
  {
    name: 'news-company',
    channelId: CHANNEL.newsCompany,
    count: 240,
    least: 24,
    gap: [1, 8],
    tell: (random, day) => topicOf(companyNews, random, day).tell(random, day),
    pinned: [2],
    pictures: true,
  },
  {
    name: 'news-medium',
    channelId: CHANNEL.newsMedium,
    count: 120,
    least: 12,
    gap: [3, 15],
    tell: mediumStory,
    pinned: [],
    pictures: true,
  },
  {
    name: 'news-report',
    channelId: CHANNEL.newsReport,
    count: 180,
    least: 18,
    gap: [1, 10],
    tell: (random, day, rowNo) =>
      rowNo === 2 ? wordNotice(random, day) : topicOf(companyNotices, random, day).tell(random, day),
    pinned: [1],
    pictures: false,
  },
  {
    name: 'margin-notice',
    channelId: CHANNEL.marginNotice,
    count: 80,
    least: 12,
    gap: [1, 7],
    tell: marginNotice,
    pinned: [1],
    pictures: false,
  },
  {
    name: 'loss-statement',
    channelId: CHANNEL.lossStatement,
    count: 24,
    least: 12,
    gap: [12, 60],
    tell: lossStory,
    pinned: [],
    pictures: false,
  },
  {
    name: 'income-certificate',
    channelId: CHANNEL.sypz,
    count: 40,
    least: 4,
    gap: [3, 20],
    tell: certificateStory,
    pinned: [],
    pictures: false,
  },
  {
    name: 'anti-fraud',
    channelId: CHANNEL.antiFraud,
    count: FRAUD_LESSONS.length,
    least: 3,
    gap: [15, 50],
    tell: (random, _, rowNo) => fraudStory(rowNo, random),
    pinned: [0],
    pictures: false,
  },
  {
    name: 'investor-education',
    channelId: CHANNEL.investorEdu,
    count: EDUCATION_LESSONS.length,
    least: 4,
    gap: [8, 40],
    tell: (random, _, rowNo) => educationStory(rowNo, random),
    pinned: [0],
    pictures: true,
  },
  {
    name: 'recruit-news',
    channelId: CHANNEL.recruitNews,
    count: 18,
    least: 6,
    gap: [12, 45],
    tell: recruitStory,
    pinned: [],
    pictures: false,
  },
  {
    name: 'staff-style',
    channelId: CHANNEL.staffStyle,
    count: STAFF_STORIES,
    least: 4,
    gap: [10, 30],
    tell: (_, _day, rowNo) => staffStory(rowNo),
    pinned: [],
    pictures: false,
  },
];

/** Number of different drawn pictures that the list articles share. */
const PICTURES = 12;

/**
 * All list articles up to and including `lastDay`, column by column, newest first.
 * @param share 1 or 0.1
 */
export function columnDrafts(share: number, lastDay: string): Draft[] {
  return [...COLUMNS.flatMap((column) => drafts(column, share, lastDay)), ...interestDrafts(share, lastDay)];
}

/** Articles of one column. A small demonstration holds the newest articles of the full one. */
function drafts(column: Column, share: number, lastDay: string): Draft[] {
  const count = share === 1 ? column.count : Math.max(column.least, Math.round(column.count * share));
  const titles = new Set<string>();
  let day = lastDay;
  return Array.from({ length: count }, (_, rowNo) => {
    const gap = dice(`${column.name}-gap`, rowNo);
    // columns do not all get their newest article on the same day
    day = tradingDayOnOrBefore(addDays(day, -(rowNo === 0 ? gap.int(0, column.gap[0]) : gap.int(...column.gap))));
    const { random, story } = tellOnce(column, rowNo, day, titles);
    return {
      ...toDraft(story, column.channelId, day, random),
      topFlag: column.pinned.includes(rowNo) ? 1 : 0,
      picture: story.picture ?? (column.pictures ? `list-${random.int(1, PICTURES)}` : ''),
    };
  });
}

/**
 * Writes an article, again with other random choices while its title is already used: two articles with one title look
 * like a fault.
 */
function tellOnce(column: Column, rowNo: number, day: string, titles: Set<string>): { random: Dice; story: Story } {
  for (let attempt = 0; ; attempt++) {
    const random = dice(column.name, attempt === 0 ? rowNo : `${rowNo}:${attempt}`);
    const story = column.tell(random, day, rowNo);
    if (titles.has(story.title) && attempt < 50) continue;
    titles.add(story.title);
    return { random, story };
  }
}

function toDraft(story: Story, channelId: string, day: string, random: Dice): Draft {
  const content = story.blocks.join('');
  return {
    channelId,
    title: story.title,
    summary: summaryOf(content.replace('<p>尊敬的投资者：</p>', '')),
    content,
    source: story.source ?? '示例证券',
    day,
    hour: random.int(9, 16),
    minute: random.int(0, 59),
    topFlag: 0,
    attachments: story.attachments ?? [],
    picture: '',
  };
}

/**
 * 利率信息公告 follow the calendar: one before the settlement day of each quarter, and one a week before each change of rate.
 */
function interestDrafts(share: number, lastDay: string): Draft[] {
  const draw = (day: string) => dice('interest', day);
  const quarters: Draft[] = [];
  for (
    let month = lastDay.slice(0, 7);
    quarters.length < 14;
    month = dayOf(new Date(Date.parse(`${month}-01T00:00:00Z`) - 86_400_000 * 2)).slice(0, 7)
  ) {
    if (Number(month.slice(5)) % 3 !== 0) continue;
    const day = tradingDayOnOrBefore(`${month}-17`);
    if (day <= lastDay) quarters.push(toDraft(depositInterestStory(day), CHANNEL.interestInfo, day, draw(day)));
  }
  const changes = RATE_CHANGES.map((change) => ({ change, day: tradingDayOnOrBefore(addDays(change.day, -7)) }))
    .filter(({ day }) => day <= lastDay)
    .map(({ change, day }) =>
      toDraft(rateChangeStory(change, day), CHANNEL.interestInfo, day, draw(change.item + day)),
    );
  const all = [...quarters, ...changes].sort((a, b) => (a.day < b.day ? 1 : -1));
  return share === 1 ? all : all.slice(0, 3);
}
