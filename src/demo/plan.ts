import type { Change } from '#kinds/index.ts';
import { columnDrafts } from './articles/columns.ts';
import { LATEST_FLASHES, researchDrafts } from './articles/research/columns.ts';
import { summaryOf, type AttachmentPlan, type Draft } from './articles/draft.ts';
import { addDays, chineseDay, dayOf, moment, tradingDayOnOrBefore, tradingDaysUpTo } from './calendar.ts';
import { CHANNEL, demoChannels } from './channels.ts';
import { reportDrafts } from './company/reports.ts';
import { barFigureSvg, figureHtml } from './files/bar-figure.ts';
import { portraitSvg } from './files/portrait.ts';
import { contourPicture } from './files/png.ts';
import { archivedValueSteps, registerSteps } from './registers/steps.ts';
import { worldOf, type World } from './registers/world.ts';
import { helpDrafts } from './service/help.ts';
import { marginDrafts } from './service/margin.ts';
import { softwareOf } from './service/software.ts';
import { ADDRESS, demoSettings, EMAIL, HOTLINE } from './settings.ts';
import { demoPages } from './pages/all-pages.ts';
import { formDownloads } from './permanent/form-download.ts';
import { drawOrgChart, orgChartHtml } from './permanent/org-chart.ts';
import { feeFiles } from './permanent/fee-files.ts';
import { legalTexts, permanentTexts } from './permanent/texts.ts';
import { named, type StoreFile, type Step } from './step.ts';

export type DemoSize = 'full' | 'small';

/** Age of the demonstration's site, in days. */
const AGE = 120;

/**
 * All publications of the demonstration.
 *
 * The log accepts publications in order of time only (PB1), so content with a past has to be published first. The site
 * opens 120 days before `today`. Since then every notice was published on its own day, and most registers were
 * published again at the end. Those of staff were published once more in between, and the margin lists on each of the
 * last 40 trading days. `latest` holds these publications up to yesterday; after them the site can start serving.
 *
 * `history` holds articles from before the opening, and older net values. They cannot be published into a past that the
 * log already holds. They are therefore what they would be at a real firm: an archive imported later, with its old
 * content times. A request for the site as of last month does not show them, because they were not public then.
 */
export function demoPlan(size: DemoSize, today: string): { latest: Step[]; history: Step[] } {
  const share = size === 'full' ? 1 : 0.1;
  const last = tradingDayOnOrBefore(addDays(today, -1));
  const opening = tradingDayOnOrBefore(addDays(last, -AGE));
  const { since, before, archive } = divide(
    [...columnDrafts(share, last), ...reportDrafts(last), ...helpDrafts(share, last), ...marginDrafts(share, last)],
    opening,
    size === 'full' ? 40 : 12,
  );
  const research = divideResearch(researchDrafts(share, last), opening);
  const world = demoWorld(share, opening, last);
  const steps = [
    openingStep(opening),
    ...registerSteps(world),
    permanentStep(opening),
    ...legalSteps(opening, last),
    articleStep('开站时接入近期文章', moment(opening, 9, 15), before),
    ...dailySteps([...since, ...research.since]),
    softwareStep(tradingDayOnOrBefore(addDays(last, -2))),
  ];
  const day = dayOf(steps.reduce((newest, { at }) => (at > newest ? at : newest), new Date(0)));
  return {
    latest: steps.sort((a, b) => a.at.getTime() - b.at.getTime()),
    history: [
      ...archivedValueSteps(world),
      ...archiveSteps(archive, day),
      ...researchArchiveSteps(research.archive, day),
    ],
  };
}

/**
 * The days of a demonstration: 3 days of publication for most registers, 40 trading days for the margin lists, 250 for
 * net values.
 */
export const demoWorld = (share: number, opening: string, last: string): World =>
  worldOf(share, {
    days: [opening, tradingDayOnOrBefore(addDays(opening, 62)), last],
    marginDays: tradingDaysUpTo(last, 40),
    navDays: tradingDaysUpTo(last, 250),
  });

/**
 * Splits articles into those since the opening (`since`), the newest before it (`before`, up to `keep` articles of a
 * channel in total), and the rest (`archive`).
 */
function divide(drafts: Draft[], opening: string, keep: number): { since: Draft[]; before: Draft[]; archive: Draft[] } {
  const counts = new Map<string, number>();
  const parts: { since: Draft[]; before: Draft[]; archive: Draft[] } = { since: [], before: [], archive: [] };
  for (const draft of drafts) {
    const place = counts.get(draft.channelId) ?? 0;
    counts.set(draft.channelId, place + 1);
    parts[draft.day > opening ? 'since' : place < keep ? 'before' : 'archive'].push(draft);
  }
  return parts;
}

/**
 * There are many research articles: the newest of each column are published on their own days, all others with the
 * archive.
 */
function divideResearch(drafts: Draft[], opening: string): { since: Draft[]; archive: Draft[] } {
  const byChannel = Map.groupBy(drafts, ({ channelId }) => channelId);
  const parts: { since: Draft[]; archive: Draft[] } = { since: [], archive: [] };
  for (const [channelId, column] of byChannel) {
    const keep = channelId === CHANNEL.researchFlash ? LATEST_FLASHES : 40;
    column.forEach((draft, place) => parts[place < keep && draft.day > opening ? 'since' : 'archive'].push(draft));
  }
  return parts;
}

function openingStep(day: string): Step {
  const changes: Change[] = [
    ...Object.entries(demoSettings).map(([name, value]): Change => ({ kind: 'setting', id: name, document: value })),
    ...demoChannels().map((channel): Change => ({ kind: 'channel', document: channel })),
    ...demoPages(),
  ];
  return { title: named('网站栏目与基本设置'), at: moment(day, 9), changes: async () => changes };
}

/** The only item of a channel; its detail is the channel's page (PC1, PC2). */
const permanentPage = (
  day: string,
  channelId: string,
  title: string,
  html: string,
  attachments: AttachmentPlan[] = [],
): Draft => ({
  channelId,
  title,
  summary: html === '' ? '' : summaryOf(html),
  content: html,
  source: '示例证券',
  day,
  hour: 9,
  minute: 0,
  topFlag: 0,
  attachments,
  picture: '',
});

/** The newest versions of the programs in 软件下载. */
function softwareStep(day: string): Step {
  const at = moment(day, 18);
  return {
    title: named('软件下载更新'),
    at,
    changes: (store) =>
      articleChanges([permanentPage(day, CHANNEL.download, '软件下载', '', softwareOf(day))], store, at),
  };
}

/** Publishes the channels that have one item. */
function permanentStep(day: string): Step {
  const at = moment(day, 9, 10);
  const page = (...words: [channelId: string, title: string, html: string, attachments?: AttachmentPlan[]]) =>
    permanentPage(day, ...words);
  return {
    title: named('公司介绍、公示说明与资料下载'),
    at,
    changes: async (store) => {
      const drawing = drawOrgChart();
      const chart = orgChartHtml(await store(drawing.svg, 'svg', at), drawing, day);
      const pages = [
        page(CHANNEL.orgStructure, chart.title, chart.blocks.join('')),
        ...permanentTexts.map(({ channelId, title, html }) =>
          page(channelId, title, html, ...(channelId === CHANNEL.feeStandard ? [feeFiles] : [])),
        ),
        page(CHANNEL.formDownload, '业务资料下载', '', formDownloads),
      ];
      return articleChanges(pages, store, at);
    },
  };
}

/** Publishes each legal text on the day of its version, or with the opening if the version is older. */
function legalSteps(opening: string, last: string): Step[] {
  return legalTexts({ hotline: HOTLINE, email: EMAIL, address: ADDRESS }).flatMap(
    ({ channelId, title, version, html }) => {
      const at = moment(version > opening ? version : opening, 9, 12);
      return version > last
        ? []
        : [
            {
              title: named(title),
              at,
              changes: (store) => articleChanges([permanentPage(version, channelId, title, html)], store, at),
            },
          ];
    },
  );
}

/** The notices of each working day, published together at half past five in the afternoon. */
function dailySteps(drafts: Draft[]): Step[] {
  const days = Map.groupBy(drafts, ({ day }) => day);
  return [...days.keys()]
    .sort()
    .map((day) => articleStep(`${chineseDay(day)}信息发布`, moment(day, 17, 30), days.get(day)!));
}

const BATCH = 60;

function archiveSteps(drafts: Draft[], day: string): Step[] {
  const count = Math.ceil(drafts.length / BATCH);
  return Array.from({ length: count }, (_, batch) =>
    articleStep(
      `历史文章接入（第${batch + 1}批，共${count}批）`,
      moment(day, 21, 30 + batch),
      drafts.slice(batch * BATCH, (batch + 1) * BATCH),
    ),
  );
}

const RESEARCH_BATCH = 400;

function researchArchiveSteps(drafts: Draft[], day: string): Step[] {
  const count = Math.ceil(drafts.length / RESEARCH_BATCH);
  return Array.from({ length: count }, (_, batch) =>
    articleStep(
      `历史文章接入：研究观点（第${batch + 1}批，共${count}批）`,
      moment(day, 22, 30 + batch),
      drafts.slice(batch * RESEARCH_BATCH, (batch + 1) * RESEARCH_BATCH),
    ),
  );
}

/** A step that publishes articles, oldest first, so that the numbers of articles rise with their time. */
function articleStep(title: string, at: Date, drafts: Draft[]): Step {
  const inOrder = [...drafts].sort((a, b) => timeOf(a).getTime() - timeOf(b).getTime());
  return { title: named(title), at, changes: (store) => articleChanges(inOrder, store, at) };
}

const timeOf = ({ day, hour, minute }: Draft): Date => moment(day, hour, minute);

async function articleChanges(drafts: Draft[], store: StoreFile, at: Date): Promise<Change[]> {
  const changes: Change[] = [];
  for (const draft of drafts) {
    const attachments = [];
    for (const plan of draft.attachments)
      attachments.push(
        'missing' in plan
          ? { filename: plan.filename, filepath: '' }
          : {
              filename: plan.filename,
              filepath: await store(await plan.make(), plan.extension, at),
              ...(plan.release && { release: plan.release }),
            },
      );
    const image = await storePicture(draft.picture, store, at);
    const { channelId, title, summary, source, topFlag, topic, tags, riskLevel, category, figure } = draft;
    const content = figure
      ? draft.content.replace('{figure}', figureHtml(figure, await store(barFigureSvg(figure), 'svg', at)))
      : draft.content.replace('{picture}', `/static-file/${image}`);
    changes.push({
      kind: 'article',
      document: {
        channelId,
        title,
        summary,
        content,
        source,
        contentTime: timeOf(draft).toISOString(),
        topFlag,
        image,
        attachments,
        topic,
        tags,
        riskLevel,
        category,
      },
    });
  }
  return changes;
}

function storePicture(name: string, store: StoreFile, at: Date): Promise<string> | '' {
  if (name.startsWith('portrait:')) return store(portraitSvg(name), 'svg', at);
  return name && store(picture(name), 'png', at);
}

/** Drawn pictures by name: a few pictures serve many articles, and drawing one takes 30 ms. */
const drawn = new Map<string, Buffer>();
function picture(name: string): Buffer {
  const bytes = drawn.get(name) ?? contourPicture(name);
  drawn.set(name, bytes);
  return bytes;
}
