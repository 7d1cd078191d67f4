import type { AnsweredPage, PastSource } from '#wire/console-answers.ts';
import { as, text } from '#page/schema-words.ts';
import { CONSOLE_API } from '#wire/console-paths.ts';
import { Refused } from '../errors.ts';
import { pastPage } from '../pages/past/past-page.ts';
import { listPastSources } from '../pages/past/past-sources.ts';
import { record } from '../people/staff/audit.ts';
import { consoleCall, PageAnswer } from './define-console-call.ts';

const params = {
  path: text({ maxLength: 2000, pattern: '^/', description: '站内路径，以斜杠开头，不带网站的基础路径' }),
  at: text({ maxLength: 40, description: '时间，如 2026-01-31T15:00:00+08:00' }),
};

/** milliseconds: forms tell minutes, and the one that runs now is past as far as it has run */
const MINUTE = 60_000;

/** @throws Refused when the text is not a moment, or lies in the future */
function pastMoment(at: string): Date {
  const [moment, now] = [new Date(at), new Date()];
  if (!/^\d{4}-\d\d-\d\dT/.test(at) || Number.isNaN(moment.getTime()))
    throw new Refused('badParameter', `时间“${at}”不正确，应如 2026-01-31T15:00:00+08:00`);
  if (moment.getTime() > now.getTime() + MINUTE) throw new Refused('badParameter', '时间还没有到，请选择过去的时间');
  return moment > now ? now : moment;
}

/** PB2: any page as it was at a past moment, for people who may see content that is no longer public. */
export const pastCalls = {
  'GET /past/page': consoleCall({
    summary: '公众在过去某一时间看到的页面',
    answer: as<AnsweredPage>(),
    params,
    policy: { anywhere: 'content.read' },
    handle: async ({ path, at }, { db, actor, rendering }) => {
      const moment = pastMoment(at);
      const addressOf = (to: string) =>
        `${CONSOLE_API}/past/page?${new URLSearchParams({ path: to, at: moment.toISOString() }).toString().replaceAll('&', '&amp;')}`;
      const page = await pastPage(rendering, path, moment, { addressOf });
      if (!page) throw new Refused('badParameter', `“${path.slice(0, 200)}”不是本站的地址`);
      await record(db, actor, 'past.view', {
        subject: `path:${path.slice(0, 500)}`,
        facts: { at: moment.toISOString() },
      });
      return new PageAnswer(page);
    },
  }),
  'GET /past/sources': consoleCall({
    summary: '过去某一时间的页面由哪些发布的内容组成',
    answer: as<PastSource[]>(),
    params,
    policy: { anywhere: 'content.read' },
    handle: ({ path, at }, { rendering }) => listPastSources(rendering, pastMoment(at), path),
  }),
};
