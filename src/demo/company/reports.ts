import { integer, list, object, text, type ValueOf } from '#page/schema-words.ts';
import type { Draft } from '../articles/draft.ts';
import { bullets, p, plainLines, summaryOf } from '../articles/draft.ts';
import { readStory } from '../articles/story.ts';
import { tradingDayOnOrBefore } from '../calendar.ts';
import { CHANNEL } from '../channels.ts';
import { makePdf } from '../files/pdf.ts';
import { dice } from '../random.ts';
import { readTexts } from '../read-texts.ts';

/** One yearly report: its theme, four numbers, what was done, and a shortfall that it admits. */
const yearlyReport = object({
  year: integer(),
  theme: text(),
  about: text(),
  /** green bonds in 亿元 */
  bonds: integer(),
  households: integer(),
  lessons: integer(),
  /** tons of carbon dioxide */
  carbon: integer(),
  done: list(text()),
  missed: text(),
});
type Year = ValueOf<typeof yearlyReport>;

const YEARS = readTexts(new URL('./reports.json', import.meta.url), list(yearlyReport));

const report = readStory('company/esg-report', [
  'year',
  'about',
  'bonds',
  'households',
  'lessons',
  'carbon',
  'done',
  'missed',
]);

const grouped = (value: number): string => value.toLocaleString('en-US');

const reportHtml = ({ households, lessons, carbon, done, ...one }: Year): string =>
  report(dice('esg'), dayOf(one), {
    ...one,
    households: grouped(households),
    lessons: grouped(lessons),
    carbon: grouped(carbon),
    done: bullets(done),
  }).blocks.join('');

const dayOf = ({ year }: Pick<Year, 'year'>): string => tradingDayOnOrBefore(`${year + 1}-04-28`);

const pdfOf = (one: Year): Buffer =>
  makePdf({
    title: `示例证券有限公司${one.year}年度环境、社会及治理报告`,
    paragraphs: [
      `年度主题：${one.theme}`,
      '关于本报告：报告期为当年1月1日至12月31日，部分内容适当向前后延伸。报告中的公司、项目与数字均为演示数据。',
      ...plainLines(reportHtml(one)),
      '编制依据与独立性：报告由办公室牵头编制，稽核审计部对指标来源进行抽查，董事会战略与ESG委员会审议通过。',
      '反馈：欢迎通过客服热线400-555-0000或邮箱service@shili.example提出意见。',
    ],
    signature: ['示例证券有限公司', `${one.year + 1}年4月`],
  });

/** ESG报告 up to and including `lastDay`, newest first. The oldest was announced but has no file yet (FO6). */
export function reportDrafts(lastDay: string): Draft[] {
  const draft = (year: number, title: string, content: string, attachments: Draft['attachments']): Draft => ({
    channelId: CHANNEL.esg,
    title,
    summary: summaryOf(content),
    content,
    source: '办公室',
    day: dayOf({ year }),
    hour: 16,
    minute: 0,
    topFlag: 0,
    attachments,
    picture: '',
  });
  const reports = YEARS.map((one) => {
    const title = `${one.year}年度环境、社会及治理报告`;
    return {
      ...draft(one.year, title, reportHtml(one), [
        { filename: `${title}.pdf`, extension: 'pdf', make: () => pdfOf(one) },
      ]),
      summary: `${one.theme}。${one.done[0]!}。`,
    };
  });
  const oldest = draft(
    2019,
    '2019年度社会责任报告',
    p(
      '2019年度报告当时仅印制纸质版，共十二页，存于公司档案室。电子版正在整理，完成后将在本页补充。需要查阅的投资者可以提前两个工作日联系办公室，凭有效身份证件到总部阅览。',
    ),
    [],
  );
  return [
    ...reports.toReversed(),
    { ...oldest, summary: '当年仅印制纸质版，电子版正在整理，完成后在本页补充。' },
  ].filter(({ day }) => day <= lastDay);
}
