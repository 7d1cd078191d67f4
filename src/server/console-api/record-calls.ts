import type { AnsweredFile, AuditLine, Paged, PublicationLine, UpstreamLine } from '#wire/console-answers.ts';
import { as, choice, optional, text } from '#page/schema-words.ts';
import { actionName, OUTCOMES, publisherWords } from '#rules/people/act-names.ts';
import { shanghaiSecond } from '#rules/time/shanghai-date.ts';
import { isDate } from '#rules/time/date-text.ts';
import { pagingParams, allowedPageSize } from '../api/define-call.ts';
import { Refused } from '../errors.ts';
import { writeCsv } from '../registers/sheets/write-csv.ts';
import type { WrittenCell } from '../registers/sheets/written-sheet.ts';
import { listAudit, record } from '../people/staff/audit.ts';
import { listPublications } from '../people/staff/publications.ts';
import { reachOf } from './authorize.ts';
import { consoleCall, FileAnswer, type SignedIn } from './define-console-call.ts';

const short = (description: string) => optional(text({ maxLength: 100, description }));
const days = { from: short('起始日期'), to: short('截止日期') };
const auditParams = {
  account: short('账号或姓名'),
  act: short('操作'),
  subject: short('对象'),
  outcome: optional(choice(['done', 'refused'], { description: '结果' })),
  ...days,
};
const logParams = { words: short('标题、撰写人或批准人'), ...days };

function assertDays({ from, to }: { from?: string; to?: string }): void {
  for (const day of [from, to])
    if (day !== undefined && !isDate(day)) throw new Refused('badParameter', `日期“${day}”不正确，应如 2026-01-31`);
}

/** rows that are read at once for a file */
const BATCH = 1_000;

/** All pages of a list, one after another. */
async function* everyRow<T>(
  ask: (pageNum: number) => Promise<{ list: T[] }>,
  cells: (row: T) => WrittenCell[],
): AsyncGenerator<WrittenCell[]> {
  for (let pageNum = 1; ; pageNum += 1) {
    const { list } = await ask(pageNum);
    for (const row of list) yield cells(row);
    if (list.length < BATCH) return;
  }
}

/** RG18: what a register or channel is called that something was done to; '' for other things. */
function titleOf(subject: string, { site }: SignedIn): string {
  const id = subject.slice(subject.indexOf(':') + 1);
  if (subject.startsWith('register:')) return site.registers.get(id)?.title ?? '';
  return subject.startsWith('channel:') ? (site.channel(id)?.name ?? '') : '';
}

const csv = (filename: string, titles: string[], rows: AsyncIterable<WrittenCell[]>): FileAnswer =>
  new FileAnswer(
    filename,
    'text/csv; charset=utf-8; header=present',
    writeCsv({ columns: titles.map((title) => ({ title })), rows }),
  );

/** Acts and publications: to read, and to export as files. */
export const recordCalls = {
  'GET /audit': consoleCall({
    summary: '操作记录，最新的在前',
    answer: as<Paged<AuditLine>>(),
    params: { ...auditParams, ...pagingParams },
    policy: { right: 'record.read' },
    handle: async (question, context) => {
      assertDays(question);
      const { total, list } = await listAudit(context.db, {
        ...question,
        reach: reachOf(context, 'content.read'),
        pageSize: allowedPageSize(question.pageSize),
      });
      return { total, list: list.map((line) => ({ ...line, title: line.title || titleOf(line.subject, context) })) };
    },
  }),
  'GET /audit.csv': consoleCall({
    summary: '操作记录，作为文件',
    answer: as<AnsweredFile>(),
    params: auditParams,
    policy: { right: 'record.read' },
    handle: async (question, context) => {
      assertDays(question);
      const { db, actor } = context;
      await record(db, actor, 'record.export', { facts: { which: '操作记录', ...question } });
      const reach = reachOf(context, 'content.read');
      const rows = everyRow(
        (pageNum) => listAudit(db, { ...question, reach, pageNum, pageSize: BATCH }),
        ({ no, at, account, name, act, subject, title, outcome, facts, address }) => [
          no,
          shanghaiSecond(at),
          account,
          name,
          actionName(act),
          act,
          subject,
          title,
          OUTCOMES[outcome],
          JSON.stringify(facts),
          address,
        ],
      );
      return csv(
        '操作记录.csv',
        ['序号', '时间（北京）', '账号', '姓名', '操作', '操作代码', '对象', '稿件标题', '结果', '详情', '地址'],
        rows,
      );
    },
  }),
  /** groups of calls of this server that other systems answer */
  'GET /upstreams': consoleCall({
    summary: '对接系统：由其他系统回答的各组调用的情况',
    answer: as<UpstreamLine[]>(),
    policy: { right: 'record.read' },
    handle: async (_params, { upstreams }) => upstreams(),
  }),
  'GET /publications': consoleCall({
    summary: '发布记录，最新的在前',
    answer: as<Paged<PublicationLine>>(),
    params: { ...logParams, ...pagingParams },
    policy: 'signed-in',
    handle: (question, context) => {
      assertDays(question);
      return listPublications(context.db, {
        ...question,
        reach: reachOf(context, 'content.read'),
        pageSize: allowedPageSize(question.pageSize),
      });
    },
  }),
  'GET /publications.csv': consoleCall({
    summary: '发布记录，作为文件',
    answer: as<AnsweredFile>(),
    params: logParams,
    policy: 'signed-in',
    handle: async (question, context) => {
      assertDays(question);
      const { db, actor } = context;
      await record(db, actor, 'record.export', { facts: { which: '发布记录', ...question } });
      const reach = reachOf(context, 'content.read');
      const rows = everyRow(
        (pageNum) => listPublications(db, { ...question, reach, pageNum, pageSize: BATCH }),
        ({ no, at, title, editionId, writtenBy, approvedBy, publishedBy, isScheduled, hash }) => [
          no,
          shanghaiSecond(at),
          title,
          editionId,
          writtenBy,
          approvedBy,
          publisherWords({ publishedBy, isScheduled }),
          hash,
        ],
      );
      return csv(
        '发布记录.csv',
        ['序号', '时间（北京）', '内容', '稿件编号', '撰写人', '批准人', '发布人', '校验值'],
        rows,
      );
    },
  }),
};
