import { addDays, isTradingDay, tradingDayOnOrBefore } from '../../calendar.ts';
import { CHANNEL } from '../../channels.ts';
import { dice, type Dice } from '../../random.ts';
import { p, readLength, summaryOf, type Draft, type Story } from '../draft.ts';
import { sayingsOf, tellFlash } from './flashes.ts';
import { hotStory, newsStory, picksStory, wealthStory } from './stories.ts';
import { economicSubjects, filledIn, wealthSubjects, type Subject } from './subject.ts';

/** RK1: restricted articles take these levels in turn. */
const LEVELS = ['0002', '0003', '9999', '0001', '0004', '0000'];

interface Column {
  name: string;
  channelId: string;
  count: number;
  subjects: Subject[];
  /** maximum of calendar days between two articles */
  gap: number;
  pictures: boolean;
  tell: (random: Dice, subject: Subject, day: string, rowNo: number) => Story;
  pinned: number[];
}

/**
 * rates of the reports in 研究精选: every RESTRICTED-th is restricted and every FIGURED-th has a figure instead of a table
 */
const RESTRICTED = 4;
const FIGURED = 6;

const COLUMNS: Column[] = [
  {
    name: 'research-hot',
    channelId: CHANNEL.researchHot,
    count: 120,
    subjects: economicSubjects,
    gap: 3,
    pictures: true,
    tell: hotStory,
    pinned: [1],
  },
  {
    name: 'research-picks',
    channelId: CHANNEL.researchPicks,
    count: 120,
    subjects: economicSubjects,
    gap: 3,
    pictures: false,
    tell: (random, subject, _day, rowNo) => picksStory(random, subject, rowNo % FIGURED === 0),
    pinned: [],
  },
  {
    name: 'research-news',
    channelId: CHANNEL.researchNews,
    count: 120,
    subjects: economicSubjects,
    gap: 2,
    pictures: false,
    tell: newsStory,
    pinned: [],
  },
  {
    name: 'research-wealth',
    channelId: CHANNEL.researchWealth,
    count: 120,
    subjects: wealthSubjects,
    gap: 3,
    pictures: true,
    tell: wealthStory,
    pinned: [0],
  },
];

const FLASHES = 2_120;
/** number of different drawn pictures that the list articles share */
const PICTURES = 12;

/**
 * All research articles up to and including `lastDay`, column by column, newest first.
 * @param share 1 or 0.1: the full demonstration, or the newest part of it
 */
export function researchDrafts(share: number, lastDay: string): Draft[] {
  return [...COLUMNS.flatMap((column) => columnDrafts(column, share, lastDay)), ...flashDrafts(share, lastDay)];
}

function columnDrafts(column: Column, share: number, lastDay: string): Draft[] {
  const titles = new Set<string>();
  let day = lastDay;
  return Array.from({ length: Math.round(column.count * share) }, (_, rowNo) => {
    day = tradingDayOnOrBefore(addDays(day, -(rowNo === 0 ? 0 : dice(`${column.name}-gap`, rowNo).int(1, column.gap))));
    const subject = subjectOf(column, rowNo);
    const { random, story } = tellOnce(column, subject, day, rowNo, titles);
    const restricted = column.channelId === CHANNEL.researchPicks && rowNo % RESTRICTED === RESTRICTED - 2;
    const content = longEnough(story.blocks.join(''), subject, random);
    return {
      ...draftOf(column.channelId, story.title, content, story.source ?? '示例研究所', day, [
        random.int(8, 16),
        random.int(0, 59),
      ]),
      topFlag: column.pinned.includes(rowNo) ? 1 : 0,
      picture: column.pictures ? `list-${random.int(1, PICTURES)}` : '',
      tags: subject.tags,
      ...(column.name === 'research-hot' && { topic: subject.topic }),
      ...(restricted && { riskLevel: LEVELS[Math.floor(rowNo / RESTRICTED) % LEVELS.length]! }),
      ...(content.includes('{figure}') && {
        figure: { title: `${subject.theme}主要指标`, bars: subject.measures.map((measure) => barOf(measure, random)) },
      }),
    };
  });
}

/** Extends an article shorter than 300 characters with unused sentences of its subject, before the last paragraph. */
function longEnough(content: string, subject: Subject, random: Dice): string {
  const left = [...subject.reasons, ...subject.means, ...subject.doubts].filter(
    (sentence) => !content.includes(sentence),
  );
  let [text, more] = [content, ''];
  while (readLength(text) < 300 && left.length > 0) {
    more += filledIn(left.shift()!, random);
    text = content.replace(/<(?:p|h2)>(?!.*<(?:p|h2)>)/s, (last) => `${p(more)}${last}`);
  }
  return text;
}

function barOf({ name, unit, low, high }: Subject['measures'][number], random: Dice) {
  const value = low + random.next() * (high - low);
  return {
    name: unit ? `${name}（${unit}）` : name,
    value: value.toFixed(high - low > 30 ? 0 : 1),
    share: value / high,
  };
}

/** Subjects take turns, in a different order each round, so that neighbouring articles have different subjects. */
function subjectOf({ name, subjects }: Column, rowNo: number): Subject {
  const round = dice(`${name}-round`, Math.floor(rowNo / subjects.length));
  const step = [5, 7, 11, 13][round.int(0, 3)]!;
  const start = round.int(0, subjects.length - 1);
  const stride = subjects.length % step === 0 ? 1 : step;
  return subjects[(start + (rowNo % subjects.length) * stride) % subjects.length]!;
}

/**
 * Writes an article, again while its title is already used. After some attempts the month is added to the title, then
 * the day.
 */
function tellOnce(
  column: Column,
  subject: Subject,
  day: string,
  rowNo: number,
  titles: Set<string>,
): { random: Dice; story: Story } {
  for (let attempt = 0; ; attempt++) {
    const random = dice(column.name, attempt === 0 ? rowNo : `${rowNo}:${attempt}`);
    const story = column.tell(random, subject, day, rowNo);
    const month = `${day.slice(0, 4)}年${Number(day.slice(5, 7))}月`;
    const title =
      attempt < 6
        ? story.title
        : attempt < 12
          ? `${story.title}（${month}）`
          : `${story.title}（${month}${Number(day.slice(8))}日）`;
    if (titles.has(title)) continue;
    titles.add(title);
    return { random, story: { ...story, title } };
  }
}

/**
 * Flashes appear at all hours. On the newest days they appear only before the publication in the evening; on days
 * without trading there are fewer.
 */
function flashDrafts(share: number, lastDay: string): Draft[] {
  const drafts: Draft[] = [];
  const count = Math.round(FLASHES * share);
  const lately: Lately = new Map();
  for (let day = lastDay; drafts.length < count; day = addDays(day, -1)) {
    const random = dice('flash-day', day);
    const latest = drafts.length < LATEST_FLASHES;
    if (latest && !isTradingDay(day)) continue;
    const times = Array.from({ length: isTradingDay(day) ? random.int(14, 20) : random.int(4, 8) }, () =>
      latest ? random.int(7 * 60, 17 * 60) : random.int(0, 1439),
    );
    for (const minute of times.sort((a, b) => b - a)) {
      const draft = flashDraft(day, minute, drafts.length, lately);
      if (drafts.length < count) drafts.push(draft);
    }
  }
  return drafts;
}

/** number of newest flashes that are published on their own day */
export const LATEST_FLASHES = 60;

/**
 * Number of neighbouring flashes among which no title and no sentence repeats: more than a visitor reads in one go. A
 * whole text never repeats.
 */
const INTERVAL = 100;

/** Titles, sentences (see sayingsOf) and texts of flashes, with the number of the last row that used each. */
type Lately = Map<string, number>;

function flashDraft(day: string, minute: number, rowNo: number, lately: Lately): Draft {
  for (let attempt = 0; ; attempt++) {
    const random = dice('flash', attempt === 0 ? rowNo : `${rowNo}:${attempt}`);
    const { title, text } = tellFlash(rowNo, random, economicSubjects);
    const texts = [title, ...sayingsOf(text)];
    if (attempt < 40 && (lately.has(text) || texts.some((one) => rowNo - (lately.get(one) ?? -INTERVAL) < INTERVAL)))
      continue;
    for (const one of [text, ...texts]) lately.set(one, rowNo);
    return {
      ...draftOf(CHANNEL.researchFlash, title, p(text), '示例研究所快讯', day, [Math.floor(minute / 60), minute % 60]),
      summary: text,
    };
  }
}

function draftOf(
  channelId: string,
  title: string,
  content: string,
  source: string,
  day: string,
  [hour, minute]: [number, number],
): Draft {
  return {
    channelId,
    title,
    summary: summaryOf(content),
    content,
    source,
    day,
    hour,
    minute,
    topFlag: 0,
    attachments: [],
    picture: '',
  };
}
