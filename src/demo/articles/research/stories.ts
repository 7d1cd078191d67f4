import { chineseMonthDay } from '../../calendar.ts';
import type { Dice } from '../../random.ts';
import { bullets, h2, p, table, type Story } from '../draft.ts';
import { readStory } from '../story.ts';
import { paper } from '../vocabulary.ts';
import { PHRASES } from './phrases.ts';
import { filledIn, type Subject } from './subject.ts';

const { hot, picks, news, wealth } = PHRASES;

/** Chooses `count` different sentences and fills in their numbers and names. */
function sentences(from: string[], count: number, random: Dice): string[] {
  return random.some(from, count).map((text) => filledIn(text, random));
}

function measureTable({ measures }: Subject, random: Dice): string {
  const value = (low: number, high: number) => {
    const digits = high - low > 30 ? 0 : high - low > 4 ? 1 : 2;
    return (low + random.next() * (high - low)).toFixed(digits);
  };
  const rows = measures.map(({ name, unit, low, high }) => [name, unit || '—', value(low, high), value(low, high)]);
  return table([['项目', '单位', '本期', '上期'], ...rows]);
}

/** One of the first sentences, drawn when the numbers of all are. */
const leadOf = (leads: string[], random: Dice, { theme }: Subject, day: string): string =>
  random.pick(
    leads.map((lead) => filledIn(lead.replaceAll('{theme}', theme).replaceAll('{day}', chineseMonthDay(day)), random)),
  );

/** 热点聚焦: discusses one question. */
export function hotStory(random: Dice, subject: Subject, day: string): Story {
  const [first, second] = sentences(subject.facts, 2, random);
  const [why, also, but] = sentences(subject.reasons, 3, random);
  const [meaning, further, last] = sentences(subject.means, 3, random);
  const [doubt, caveat] = sentences(subject.doubts, 2, random);
  const lead = leadOf(hot.leads, random, subject, day);
  const blocks = [
    p(`${lead}${first}`),
    p(`${why}${also}`),
    p(`${second}${but}`),
    p(`${meaning}${further}${last ?? ''}`),
  ];
  if (random.chance(0.35)) blocks.splice(3, 0, measureTable(subject, random));
  return {
    title: random.pick(subject.titles),
    blocks: [...blocks, p(`${random.pick(hot.cautions)}${doubt}${caveat}`)],
    source: '示例研究所',
  };
}

/** 研究精选: a report in sections. Where `figure` is true, the second section holds a chart of the measures. */
export function picksStory(random: Dice, subject: Subject, figure: boolean): Story {
  const [first, second] = sentences(subject.facts, 2, random);
  const [why, also, third] = sentences(subject.reasons, 3, random);
  const format = random.pick(picks.formats);
  return {
    title: `${subject.theme}${format}｜${random.pick(subject.titles)}`,
    blocks: [
      h2('核心观点'),
      bullets(sentences(subject.means, 3, random)),
      h2(random.pick(picks.evidence)),
      p(first!),
      figure ? FIGURE : measureTable(subject, random),
      p(second!),
      h2(random.pick(picks.logic)),
      p(`${why}${also}`),
      p(third!),
      h2('风险提示'),
      bullets(sentences(subject.doubts, 2, random)),
    ],
    source: random.pick(picks.sources),
  };
}

/** Placeholder of the figure, whose file is stored when the article is published. */
const FIGURE = '<p>{figure}</p>';

/** Events with which news begin: a title and one paragraph. */
const EVENTS = ['company-result', 'county-projects', 'city-forum', 'joint-venture', 'index-release'].map((name) =>
  readStory(`research/${name}`, ['theme']),
);

/** 财经要闻: first what happened, then the reasons. */
export function newsStory(random: Dice, subject: Subject, day: string): Story {
  const { title, blocks: event } = random.pick(EVENTS)(random, day, { theme: subject.theme });
  const [fact, more] = sentences(subject.facts, 2, random);
  const [why, also, third] = sentences(subject.reasons, 3, random);
  const [meaning] = sentences(subject.means, 1, random);
  const [doubt] = sentences(subject.doubts, 1, random);
  return {
    title,
    blocks: [
      ...event,
      p(`从更大的样本看，${fact}${why}`),
      ...(random.chance(0.3) ? [measureTable(subject, random)] : []),
      p(`${random.pick(news.voices)}，${also}${more}`),
      p(`${third}${meaning}`),
      p(`${random.pick(news.cautions)}${doubt}`),
    ],
    source: paper(random),
  };
}

/** 财富理财: advice for a household, with a calculation that can be checked. */
export function wealthStory(random: Dice, subject: Subject, day: string): Story {
  const [fact, other] = sentences(subject.facts, 2, random);
  const [why, also, too, fourth] = sentences(subject.reasons, 4, random);
  const opening = leadOf(wealth.leads, random, subject, day);
  return {
    title: random.pick(subject.titles),
    blocks: [
      p(`${opening}${fact}`),
      p(`${why}${also}`),
      ...(random.chance(0.4) ? [measureTable(subject, random)] : []),
      p(`${other}${too}${fourth ?? ''}`),
      h2(random.pick(wealth.advice)),
      bullets(sentences(subject.means, 3, random)),
      p(`提示：${sentences(subject.doubts, 2, random).join('')}`),
    ],
    source: random.pick(wealth.sources),
  };
}
