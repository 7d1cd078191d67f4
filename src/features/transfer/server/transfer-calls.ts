import type { AnsweredFile } from '#wire/console-answers.ts';
import { as, flag, list, text } from '#page/schema-words.ts';
import { consoleCall, FileAnswer, isBroken, type SignedIn } from '#server/console-api/define-console-call.ts';
import { Refused } from '#server/errors.ts';
import type { ImportFound, TransferState } from '../wire.ts';
import type { Transfers } from './open-transfers.ts';

/** a person who changes settings changes the whole site: channels, pages and articles, too */
const policy = { right: 'setting.change' } as const;

const subjects = (description: string) => list(text({ maxLength: 220 }), { maxItems: 100_000, description });

const transfersOf = ({ opened }: SignedIn) => opened.get('transfer') as Transfers;

/** Files that go between the environments of a firm (BE5, BE6). */
export const transferCalls = {
  'GET /transfer': consoleCall({
    summary: '本环境的密钥，以及本人正在进行的导出和导入',
    answer: as<TransferState>(),
    policy,
    handle: (_params, context) => transfersOf(context).stateOf(context.user.staffId),
  }),
  /** begins to write it; how far it is: GET /transfer */
  'POST /transfer/export': consoleCall({
    summary: '开始导出到其他环境',
    answer: as<void>(),
    params: { articles: flag({ description: '包括文章' }), rows: flag({ description: '包括登记表的数据' }) },
    policy,
    handle: async (wanted, context) => transfersOf(context).beginExport(personOf(context), wanted),
  }),
  'GET /transfer/export': consoleCall({
    summary: '下载导出的文件',
    answer: as<AnsweredFile>(),
    policy,
    handle: async (_params, context) => {
      const { filename, size, body } = transfersOf(context).exported(context.user.staffId);
      return new FileAnswer(filename, 'application/octet-stream', body, 'attachment', size);
    },
  }),
  'DELETE /transfer/export': consoleCall({
    summary: '删除导出的文件',
    answer: as<void>(),
    evenWithoutRoom: true,
    policy,
    handle: (_params, context) => transfersOf(context).drop(context.user.staffId, 'export'),
  }),
  /** the body is the file; begins to compare it; how far it is: GET /transfer */
  'POST /transfer/import': consoleCall({
    summary: '上传从其他环境导出的文件，开始核对',
    answer: as<void>(),
    params: { filename: text({ maxLength: 1000, description: '文件名' }) },
    takesFile: true,
    policy,
    handle: async ({ filename }, context) => {
      const { incoming } = context;
      if (!incoming) throw new Refused('badRequest', '文件应以 application/octet-stream 发送');
      try {
        await transfersOf(context).receive(personOf(context), filename.slice(0, 200).toWellFormed(), incoming);
      } catch (error) {
        throw isBroken(error) ? new Refused('uploadBroken') : error;
      }
    },
  }),
  'GET /transfer/import': consoleCall({
    summary: '文件与现在公开的内容有哪些差别',
    answer: as<ImportFound>(),
    policy,
    handle: async (_params, context) => transfersOf(context).found(context.user.staffId),
  }),
  'DELETE /transfer/import': consoleCall({
    summary: '放弃上传的文件',
    answer: as<void>(),
    evenWithoutRoom: true,
    policy,
    handle: (_params, context) => transfersOf(context).drop(context.user.staffId, 'import'),
  }),
  /** begins to make a draft of what is new or differs, but for `without`, and of `take` (subjects) */
  'POST /transfer/import/edition': consoleCall({
    summary: '把文件中选中的内容生成一份稿件',
    answer: as<void>(),
    params: { without: subjects('不取的新增和有差别的内容'), take: subjects('虽在这里改过，仍然取用的内容') },
    bodyLimit: 8 * 1024 * 1024,
    policy,
    handle: async (choice, context) => transfersOf(context).save(personOf(context), choice),
  }),
};

const personOf = ({ actor, user: { staffId } }: SignedIn) => ({ ...actor, staffId });
