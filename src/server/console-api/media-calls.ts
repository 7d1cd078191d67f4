import { as, choice, integer, list, optional, text, withDefault } from '#page/schema-words.ts';
import type { MadeEdition } from '#wire/edition-answers.ts';
import { MEDIA_KINDS, MEDIA_STATES, type MediaList, type MediaView } from '#wire/media-answers.ts';
import type { ReplacementPlan } from '#wire/search-answers.ts';
import { FairQueue } from '../http/fair-queue.ts';
import { consoleCall } from './define-console-call.ts';
import { marks } from './edition-rights.ts';
import { ofFile } from './file-rights.ts';
import { findFilePlaces } from './media/file-replacement.ts';
import { listMedia } from './media/library.ts';
import { viewMedia } from './media/uses.ts';
import { createReplacement } from './search/replacement-edition.ts';

/** Queues in which each person has their turn: all that is stored is gone through. */
const looking = new FairQueue({ most: 2, ofOne: 3 });
const replacing = new FairQueue({ most: 1, ofOne: 2 });

const filepath = (description: string) => text({ minLength: 1, maxLength: 200, description });
const files = { from: filepath('原来的文件'), to: filepath('新的文件') };

/** The library of stored pictures and files. */
export const mediaCalls = {
  /** ML5, ML6 */
  'GET /media': consoleCall({
    summary: '图片与文件：查找',
    answer: as<MediaList>(),
    params: {
      words: withDefault('', text({ maxLength: 100, description: '文件名、替代文字或格式' })),
      kind: optional(choice(MEDIA_KINDS, { description: '图片或文件' })),
      state: optional(choice(MEDIA_STATES, { description: '未使用、重复、没有替代文字' })),
      pageNum: withDefault(1, integer({ minimum: 1, maximum: 100_000, description: '页码' })),
      pageSize: withDefault(24, integer({ minimum: 1, maximum: 100, description: '每页个数' })),
    },
    policy: { anywhere: 'content.read' },
    handle: (question, context) =>
      looking.run(context.user.staffId, () => listMedia(question, context), { what: 'media', gone: context.gone }),
  }),
  /** ML7 */
  'GET /media/:year/:month/:name': consoleCall({
    summary: '图片与文件：一个文件和用到它的地方',
    answer: as<MediaView>(),
    params: { year: text({ maxLength: 4 }), month: text({ maxLength: 2 }), name: text({ maxLength: 80 }) },
    policy: { right: 'content.read', ofOne: ofFile },
    handle: ({ year, month, name }, context) =>
      looking.run(context.user.staffId, () => viewMedia(`${year}/${month}/${name}`, context), {
        what: 'one of media',
        gone: context.gone,
      }),
  }),
  /** ML8: each public place of a file that the person may change; nothing is kept */
  'GET /media-replacement': consoleCall({
    summary: '替换文件：有哪些地方',
    answer: as<ReplacementPlan>(),
    params: files,
    policy: { anywhere: 'content.write' },
    handle: (question, context) =>
      replacing.run(
        context.user.staffId,
        async () => {
          const touched = await findFilePlaces(question, context);
          return {
            places: touched.flatMap(({ places }) => places),
            marks: Object.fromEntries(touched.map(({ subject, mark }) => [subject, mark])),
          };
        },
        { what: 'file', gone: context.gone },
      ),
  }),
  /** ML8: the chosen places as one edition */
  'POST /media-replacement': consoleCall({
    summary: '替换文件：选中的地方成为一份稿件',
    answer: as<MadeEdition>(),
    params: {
      ...files,
      places: list(text({ maxLength: 1_000 }), { minItems: 1, maxItems: 2_000, description: '要替换的地方' }),
      base: { ...marks, description: '看到的公开内容的标记' },
    },
    policy: { anywhere: 'content.write' },
    handle: ({ places, base, ...question }, context) =>
      replacing.run(context.user.staffId, async () =>
        createReplacement(
          {
            title: '替换文件',
            touched: await findFilePlaces(question, context),
            places: new Set(places),
            base,
            field: 'to',
          },
          context,
        ),
      ),
  }),
};
