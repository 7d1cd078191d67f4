import { sql } from 'kysely';
import { quarterOf } from '#rules/time/quarter.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import { changeKindsOf, WORK_KIND_NAMES, workKindsOf } from '#rules/editions/work-list.ts';
import { mayDoSomewhere } from '#rules/people/staff-rights.ts';
import { listDuties } from '#kinds/channel/plan/list-due-channels.ts';
import { as, choice, optional, text } from '#page/schema-words.ts';
import {
  BROKEN_KINDS,
  type BenchView,
  type BrokenGroup,
  type Workbench,
  type WorkCalendar,
} from '#wire/bench-answers.ts';
import type { AnsweredFile } from '#wire/console-answers.ts';
import type { EditionView } from '#wire/edition-answers.ts';
import { listEditions, matchingEditions } from '../editions/list-editions.ts';
import { Refused } from '../errors.ts';
import { FairQueue } from '../http/fair-queue.ts';
import { record } from '../people/staff/audit.ts';
import { listPublications } from '../people/staff/publications.ts';
import { writeCsv } from '../registers/sheets/write-csv.ts';
import { writeXlsx } from '../registers/sheets/write-xlsx.ts';
import { reachOf } from './authorize.ts';
import { findBroken } from './bench/broken.ts';
import { calendarOf } from './bench/calendar.ts';
import { openByDepartment } from './bench/departments.ts';
import { quarterReport, REPORT_TITLES, type QuarterReport } from './bench/quarter-report.ts';
import { consoleCall, FileAnswer, type SignedIn } from './define-console-call.ts';
import { RIGHT_OF } from './edition-rights.ts';

/** Views of the first screen, the most pressing first. */
const VIEWS: readonly EditionView[] = [
  'to-review',
  'to-publish',
  'after-review',
  'returned',
  'approval-ended',
  'scheduled',
  'mine',
];
/** lines of each list on the first screen */
const SHOWN = 5;
/** first lines of each kind of what is broken */
const SHOWN_BROKEN = 2;

/** Each reads editions of a quarter. */
const reporting = new FairQueue({ most: 2, ofOne: 2 });

const quarter = text({ pattern: '^20[0-9]{2}Q[1-4]$', description: '季度，如 2026Q4' });

/** WB1: one view with its numbers, and those of it that wait longest. */
async function viewOf(context: SignedIn, view: EditionView): Promise<BenchView> {
  const { db, user } = context;
  const reach = reachOf(context, RIGHT_OF[view]);
  if (reach?.length === 0) return { view, total: 0, kinds: [], list: [] };
  const question = { view, staffId: user.staffId, reach };
  const matching = await matchingEditions(db.selectFrom('edition'), question)
    .select('edition_id')
    .select(
      sql<
        string[]
      >`(select coalesce(array_agg(distinct split_part(subject, ':', 1)), '{}') from jsonb_object_keys(edition.base) as subject)`.as(
        'kinds',
      ),
    )
    .execute();
  if (matching.length === 0) return { view, total: 0, kinds: [], list: [] };
  const { list } = await listEditions(db, { ...question, order: 'waiting', pageNum: 1, pageSize: SHOWN });
  const kindsOf = new Map(matching.map(({ edition_id, kinds }) => [edition_id, workKindsOf(kinds)]));
  return {
    view,
    total: matching.length,
    kinds: WORK_KIND_NAMES.flatMap((kind) => {
      const total = matching.filter(({ kinds }) => changeKindsOf(kind).some((one) => kinds.includes(one))).length;
      return total > 0 ? [{ kind, total }] : [];
    }),
    list: list.map((line) => ({ ...line, kinds: kindsOf.get(line.editionId) ?? [] })),
  };
}

async function workOf(context: SignedIn, today: string): Promise<Workbench['work']> {
  const { db, site, user } = context;
  if (!mayDoSomewhere(user.grants, 'content.read')) return null;
  const reach = reachOf(context, 'content.read');
  const [views, held, duties] = await Promise.all([
    Promise.all(VIEWS.map((view) => viewOf(context, view))),
    openByDepartment(db, site, { staffId: user.staffId, reach }),
    listDuties(db, site, { today, reach }),
  ]);
  const late = duties.filter(({ isLate }) => isLate);
  return {
    mine: views.filter(({ total }) => total > 0),
    ...held,
    duties: { total: duties.length, late: late.length, list: late.slice(0, SHOWN) },
    calendar: await calendarOf(context, { today, duties }),
  };
}

/** The first screen of the console, the lists that its numbers lead to, and the report of a quarter (WB). */
export const benchCalls = {
  /** one answer, so that all numbers are of one moment */
  'GET /workbench': consoleCall({
    summary: '工作台：待办、部门、逾期、今后 30 天、出了问题的和今天公开的',
    answer: as<Workbench>(),
    policy: 'signed-in',
    handle: async (_params, context) => {
      const today = shanghaiDate(Date.now());
      const [work, broken, published] = await Promise.all([
        workOf(context, today),
        findBroken(context, BROKEN_KINDS, SHOWN_BROKEN),
        listPublications(context.db, {
          from: today,
          to: today,
          reach: reachOf(context, 'content.read'),
          pageNum: 1,
          pageSize: SHOWN,
        }),
      ]);
      return { today, work, broken, published };
    },
  }),
  'GET /work-calendar': consoleCall({
    summary: '今后 30 天：公开、到期撤下、应更新',
    answer: as<WorkCalendar>(),
    policy: { anywhere: 'content.read' },
    handle: async (_params, context) => {
      const today = shanghaiDate(Date.now());
      const { db, site } = context;
      const duties = await listDuties(db, site, { today, reach: reachOf(context, 'content.read') });
      return calendarOf(context, { today, duties });
    },
  }),
  'GET /broken': consoleCall({
    summary: '出了问题的：定时没有成功、打不开的链接、缺少的文件、没有换上的页面',
    answer: as<BrokenGroup[]>(),
    params: { kind: optional(choice(BROKEN_KINDS, { description: '类别' })) },
    policy: 'signed-in',
    handle: ({ kind }, context) => findBroken(context, kind ? [kind] : BROKEN_KINDS),
  }),
  'GET /quarter-report.csv': consoleCall({
    summary: '季报数据，CSV 文件',
    answer: as<AnsweredFile>(),
    params: { quarter },
    policy: { anywhere: 'content.read' },
    handle: async ({ quarter: code }, context) => {
      const { head, rows } = await reportFor(context, code);
      const columns = [{ title: head[0]! }];
      const lines = [...head.slice(1).map((line) => [line]), [], [...REPORT_TITLES], ...rows];
      return new FileAnswer(
        `季报数据 ${code}.csv`,
        'text/csv; charset=utf-8; header=present',
        writeCsv({ columns, rows: lines }),
      );
    },
  }),
  'GET /quarter-report.xlsx': consoleCall({
    summary: '季报数据，Excel 文件',
    answer: as<AnsweredFile>(),
    params: { quarter },
    policy: { anywhere: 'content.read' },
    handle: async ({ quarter: code }, context) => {
      const { head, rows } = await reportFor(context, code);
      const sheets = [
        { name: '季报数据', columns: REPORT_TITLES.map((title) => ({ title })), rows },
        { name: '说明', columns: [{ title: head[0]!, width: 100 }], rows: head.slice(1).map((line) => [line]) },
      ];
      return new FileAnswer(
        `季报数据 ${code}.xlsx`,
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        writeXlsx(sheets),
      );
    },
  }),
};

function reportFor(context: SignedIn, code: string): Promise<QuarterReport> {
  const { db, site, actor, user } = context;
  const chosen = quarterOf(code);
  if (!chosen) throw new Refused('badParameter', `季度“${code}”不正确，应如 2026Q4`);
  return reporting.run(user.staffId, async () => {
    await record(db, actor, 'record.export', { facts: { which: '季报数据', quarter: code } });
    return quarterReport(db, site, {
      quarter: chosen,
      reach: reachOf(context, 'content.read'),
      today: shanghaiDate(Date.now()),
      by: user.name,
    });
  });
}
