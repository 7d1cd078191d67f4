import { as, integer, text } from '#page/schema-words.ts';
import { EDITION_STATES } from '#rules/editions/edition-steps.ts';
import { LONGEST, MOST_DAYS } from '#rules/editions/shared-previews.ts';
import { withoutHidden } from '#rules/text/hidden-characters.ts';
import { consoleCall } from '#server/console-api/define-console-call.ts';
import { assertMayWrite, editionId, ofEdition, version } from '#server/console-api/edition-rights.ts';
import { getDraft, getEdition } from '#server/editions/edition-row.ts';
import { Refused } from '#server/errors.ts';
import { drawForOutside } from '#server/pages/preview/draw-preview.ts';
import { isPublic } from '#server/people/staff/opening.ts';
import type { SharesAnswer } from '../wire.ts';
import { pageAddress } from './frame.ts';
import { listAnswers, listShares, makeShare, revokeShare } from './shares.ts';

const ENDED: readonly string[] = ['publishing', 'published', 'discarded'];

/** Calls about links to previews (SH1, SH2, SH5). */
export const shareCalls = {
  'GET /editions/:editionId/shares': consoleCall({
    summary: '一份稿件的预览链接，以及外部人员的答复',
    answer: as<SharesAnswer>(),
    params: { editionId },
    policy: { right: 'content.read', of: ofEdition },
    handle: async ({ editionId: id }, { db }) => {
      const links = await listShares(db, id);
      return { links, answers: await listAnswers(db, id, links) };
    },
  }),
  /** link: shown here alone; its secret is stored nowhere */
  'POST /editions/:editionId/shares': consoleCall({
    summary: '生成预览链接，给没有账号的人',
    answer: as<{ shareId: number; link: string }>(),
    params: {
      editionId,
      version,
      days: integer({ minimum: 1, maximum: MOST_DAYS, description: '有效天数' }),
      forWhom: text({ maxLength: LONGEST.forWhom, description: '给谁' }),
    },
    policy: { right: 'content.write', of: ofEdition },
    handle: async (input, context) => {
      const { db, user, actor, siteUrl, rendering, siteAfter, publishContext, gone } = context;
      const row = await getEdition(db, input.editionId);
      if (ENDED.includes(row.state))
        throw new Refused('editionState', `稿件${EDITION_STATES[row.state]}，不能再分享预览`);
      if (input.version !== row.version)
        throw new Refused('invalidInput', `稿件已修改为第 ${row.version} 版，请重新打开以后再分享`);
      const forWhom = withoutHidden(input.forWhom).trim();
      if (forWhom === '') throw new Refused('invalidInput', '请写明给谁', { field: 'forWhom' });
      const { changes } = await getDraft(db, row.edition_id, row.version);
      // the right to submit it
      await assertMayWrite({ changes }, input, context);
      if (!(await isPublic(db))) throw new Refused('invalidInput', '网站尚未开放，链接现在打不开，请在开放以后分享');
      const { page, problems } = await drawForOutside(
        { rendering, siteAfter, publishContext },
        { changes, by: `staff ${user.staffId}`, gone },
        async () => ({ addressOf: () => '', note: '' }),
      );
      if (!page)
        throw new Refused('invalidEdition', `现在还不能预览：${problems[0]?.message ?? '没有可以显示的页面'}`, {
          problems,
        });
      const { shareId, secret } = await makeShare(db, { ...actor, staffId: user.staffId }, { ...input, forWhom });
      return { shareId, link: siteUrl + pageAddress(secret) };
    },
  }),
  'POST /editions/:editionId/shares/:shareId/revoke': consoleCall({
    summary: '收回预览链接',
    answer: as<void>(),
    params: { editionId, shareId: integer({ minimum: 1, maximum: 2_147_483_647, description: '链接的编号' }) },
    // takes access away
    evenWithoutRoom: true,
    policy: { right: 'content.write', of: ofEdition },
    handle: (input, { db, actor }) => revokeShare(db, actor, input),
  }),
};
