import { list, object, text, type ValueOf } from '#page/schema-words.ts';
import { addDays, tradingDayOnOrBefore } from '../calendar.ts';
import { CHANNEL } from '../channels.ts';
import { dice } from '../random.ts';
import { readTexts } from '../read-texts.ts';
import { bullets, h2, p, steps, summaryOf, type Draft } from '../articles/draft.ts';

/** One article of 帮助中心: introduction, steps in order, and points to note. */
const helpText = object({ title: text(), lead: text(), steps: list(text()), note: text() });
type HelpText = ValueOf<typeof helpText>;

const HELP = readTexts(
  new URL('./help.json', import.meta.url),
  list(object({ category: text(), texts: list(helpText) })),
);

/**
 * The articles in turn: the first of each category, then the second of each, and so on, so that a small demonstration
 * has all categories.
 */
function inTurn(): (HelpText & { category: string })[] {
  const longest = Math.max(...HELP.map(({ texts }) => texts.length));
  return Array.from({ length: longest }, (_, row) =>
    HELP.flatMap(({ category, texts }) => (texts[row] ? [{ category, ...texts[row] }] : [])),
  ).flat();
}

/** Matches titles of articles with numbered steps; other articles have a plain list. */
const IN_ORDER = /怎样|怎么办|更新|变更|更换|开启|核验$|步骤|转到/;

/** Minimum number of articles in a small demonstration: all categories, and a second page. */
const LEAST = 12;

/** The articles of 帮助中心, newest first; those asked for most are pinned on top. */
export function helpDrafts(share: number, lastDay: string): Draft[] {
  const texts = inTurn();
  let day = lastDay;
  return texts
    .slice(0, share === 1 ? texts.length : LEAST)
    .map(({ category, title, lead, steps: doing, note }, rowNo): Draft => {
      const random = dice('help', rowNo);
      day = tradingDayOnOrBefore(addDays(day, -random.int(2, 9)));
      return {
        channelId: CHANNEL.help,
        title,
        summary: summaryOf(p(lead)),
        content: [
          p(lead),
          ...(IN_ORDER.test(title) ? [h2('办理步骤'), steps(doing)] : [h2('具体说明'), bullets(doing)]),
          h2('请注意'),
          p(note),
        ].join(''),
        source: '品牌与客户服务部',
        day,
        hour: random.int(9, 16),
        minute: random.int(0, 59),
        topFlag: rowNo === 0 ? 1 : 0,
        attachments: [],
        picture: '',
        category,
      };
    });
}
