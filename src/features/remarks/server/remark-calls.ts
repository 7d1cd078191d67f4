import { as, integer, text, withDefault } from '#page/schema-words.ts';
import { LONGEST_QUOTE, LONGEST_REMARK, MOST_REMARKS, type LaterAct } from '#rules/editions/remarks.ts';
import { rightsFor } from '#server/console-api/authorize.ts';
import { consoleCall, type SignedIn } from '#server/console-api/define-console-call.ts';
import { editionId, ofEdition, ofVersion, placesFor, version } from '#server/console-api/edition-rights.ts';
import { getEdition } from '#server/editions/edition-row.ts';
import type { RemarksAnswer } from '../wire.ts';
import { addToRemark, listRemarks, makeRemark, type Reader } from './remarks.ts';

const remark = text({ minLength: 0, maxLength: LONGEST_REMARK, description: '内容' });
const place = (maxLength: number, description: string) =>
  withDefault('', text({ minLength: 0, maxLength, description }));

/** The caller, with the right by which a remark is settled, and the versions that they may read. */
async function readerOf(id: number, context: SignedIn): Promise<Reader> {
  const { channel_ids: channelIds } = await getEdition(context.db, id);
  const mayReview = rightsFor(context, channelIds).includes('content.review');
  const reviewsFor = mayReview ? placesFor(context, 'approve', channelIds) : null;
  // an older version may concern other channels
  const mayRead = async (one: number): Promise<boolean> =>
    rightsFor(context, await ofVersion({ editionId: id, version: one }, context)).includes('content.read');
  return { ...context.actor, staffId: context.user.staffId, reviewsFor, mayRead };
}

const laterCall = (summary: string, act: LaterAct) =>
  consoleCall({
    summary,
    answer: as<void>(),
    params: {
      editionId,
      no: integer({ minimum: 1, maximum: MOST_REMARKS, description: '批注的编号' }),
      text: withDefault('', remark),
    },
    policy: { right: 'content.read', of: ofEdition },
    handle: async (input, context) =>
      addToRemark(context.db, await readerOf(input.editionId, context), { ...input, act }),
  });

/** Calls about remarks (RM1 to RM8): whoever may read an edition reads them and adds to them. */
export const remarkCalls = {
  'GET /editions/:editionId/remarks': consoleCall({
    summary: '一份稿件的批注',
    answer: as<RemarksAnswer>(),
    params: { editionId },
    policy: { right: 'content.read', of: ofEdition },
    handle: async ({ editionId: id }, context) =>
      listRemarks(context.db, await getEdition(context.db, id), await readerOf(id, context)),
  }),
  /** without subject: about the edition as a whole; line: the beginning of a paragraph of the text at the pointer */
  'POST /editions/:editionId/remarks': consoleCall({
    summary: '在稿件的一处写批注',
    answer: as<{ no: number }>(),
    params: {
      editionId,
      version,
      subject: place(220, '对象，如 article:12'),
      row: place(400, '登记表一行的键'),
      pointer: place(400, '字段或单元格'),
      line: place(LONGEST_QUOTE, '段落的开头'),
      text: remark,
    },
    policy: { right: 'content.read', of: ofEdition },
    handle: async (input, context) => makeRemark(context.db, await readerOf(input.editionId, context), input),
  }),
  'POST /editions/:editionId/remarks/:no/answer': laterCall('答复批注', 'answered'),
  'POST /editions/:editionId/remarks/:no/settle': laterCall('把批注标为已解决', 'settled'),
  'POST /editions/:editionId/remarks/:no/reopen': laterCall('重新打开批注', 'reopened'),
  'POST /editions/:editionId/remarks/:no/withdraw': laterCall('撤回自己的批注', 'withdrawn'),
};
