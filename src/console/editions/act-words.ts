import { writtenOf } from '#kinds/changes.ts';
import type { Change } from '#kinds/index.ts';
import { setting as settingKind } from '#kinds/setting/index.ts';
import type { EditionAction, EditionState } from '#rules/editions/edition-steps.ts';
import type { StaffRight } from '#rules/people/staff-rights.ts';
import { SITE_VISIBLE } from '../settings/setting-kinds.ts';

export type Step = Exclude<EditionAction, 'save'>;

interface ActWords {
  name: string;
  right: StaffRight;
  /** in which states it is offered, or said why not */
  from: readonly EditionState[];
  title: string;
  /** the content that becomes public and from when, or that nothing does */
  tells: string;
  /** SU10: instead of `tells`, while visitors do not see the site; absent: it is the same */
  tellsHidden?: string;
  /** SU10: instead of `tells`, where the edition shows the site */
  tellsShowing?: string;
  /** above the list of what the edition holds and where that is seen; absent: not listed */
  lists?: string;
  /** the way to take it back */
  back: string;
  done: string;
  /** the server's work meanwhile on the rows of a register */
  doing?: string;
  note?: { label: string; needed?: string };
  danger?: boolean;
  /** the button that changes nothing; absent: 取消 */
  keep?: string;
}

const CORRECT = '要改正或撤下，须另写一份稿件，审核通过后发布';
const STAYS = '已经公开的内容不受影响。';

/** The acts as people know them; who may do which, and when, is decided by staff-rights.ts and edition-steps.ts. */
export const ACTS: Readonly<Record<Step, ActWords>> = {
  submit: {
    name: '提交审核',
    right: 'content.write',
    from: ['draft', 'returned'],
    title: '提交审核？',
    tells: '现在还不会公开：先由没有参与撰写的人审核，再由发布人员发布。',
    lists: '审核的内容，以及公开以后出现在哪里：',
    back: '要收回，点“修改”并再次保存：稿件回到草稿，审核随之停止，改好后重新提交。',
    done: '已提交审核',
    doing: '检查',
    note: { label: '给审核人的说明（可不填）' },
  },
  approve: {
    name: '同意',
    right: 'content.review',
    from: ['in-review'],
    title: '同意发布这份稿件？',
    tells: '同意以后还不会公开：由发布人员立即发布，或定时发布。',
    lists: '您同意公开的内容，以及公开以后出现在哪里：',
    back: '同意只对屏幕上的这一版有效，之后再修改须重新审核。发布以前发现有误，可以退回。',
    done: '已同意',
    note: { label: '审核意见（可不填）' },
  },
  return: {
    name: '退回',
    right: 'content.return',
    from: ['in-review', 'approved'],
    title: '退回这份稿件？',
    tells: `稿件不会公开，已经给出的同意和设定的发布时间一并取消。${STAYS}`,
    back: '撰写人会看到原因，可以修改，也可以原样再次提交审核。',
    done: '已退回',
    note: { label: '退回的原因', needed: '请写明退回的原因' },
  },
  publish: {
    name: '发布',
    right: 'content.publish',
    from: ['approved'],
    title: '现在发布？',
    tells: '点“发布”后立即向公众公开，并写入发布记录。',
    tellsHidden: '点“发布”后成为公开的版本，并写入发布记录。网站还没有开通：访客要到“开通网站”以后才看得到。',
    tellsShowing: '点“发布”后网站开通：已经发布的全部内容立即对所有人可见，并写入发布记录。',
    lists: '公开的内容，以及出现在哪里：',
    back: `发布不能撤销：${CORRECT}。原来公开的内容仍可在“历史页面”中查到。`,
    done: '已发布',
    doing: '发布',
  },
  schedule: {
    name: '定时发布',
    right: 'content.publish',
    from: ['approved'],
    title: '定时发布',
    tells:
      '现在还不会公开：到所选的时间自动向公众公开，并写入发布记录；页面上显示的时间仍是文章里填写的。到时如有问题则不发布，原因写在“经过”里。',
    tellsHidden:
      '到所选的时间自动成为公开的版本，并写入发布记录。网站还没有开通：访客要到“开通网站”以后才看得到。到时如有问题则不发布，原因写在“经过”里。',
    tellsShowing:
      '到所选的时间网站自动开通：已经发布的全部内容对所有人可见，并写入发布记录。到时如有问题则不开通，原因写在“经过”里。',
    lists: '到时公开的内容，以及出现在哪里：',
    back: `公开以前，可以“取消定时”或退回；公开以后不能撤销，${CORRECT}。`,
    done: '已设定发布时间',
  },
  unschedule: {
    name: '取消定时',
    right: 'content.publish',
    from: ['approved'],
    title: '取消定时发布？',
    tells: `到时不会自动公开。${STAYS}`,
    back: '稿件仍是已通过的，可以重新定时，也可以立即发布。',
    done: '已取消定时',
    keep: '保持定时',
  },
  confirm: {
    name: '复核',
    right: 'content.review',
    from: ['published'],
    title: '复核这次紧急发布？',
    tells: '内容早已公开，复核不改变它：只消除紧急发布的标记，结论写入“经过”和操作记录。',
    back: `复核不能撤回。发现内容有误，先不要复核：${CORRECT}。`,
    done: '已复核',
    note: { label: '复核的结论', needed: '请写明复核的结论' },
  },
  emergency: {
    name: '紧急发布',
    right: 'content.publish',
    from: ['draft', 'in-review', 'returned'],
    title: '不经审核，紧急发布？',
    tells:
      '点“紧急发布”后，不经审核立即向公众公开。稿件会标明“待复核”，须由没有参与的人在 24 小时内复核；原因写入“经过”和操作记录。',
    tellsHidden:
      '点“紧急发布”后，不经审核成为公开的版本；网站还没有开通，访客要到“开通网站”以后才看得到。稿件会标明“待复核”，须由没有参与的人在 24 小时内复核；原因写入“经过”和操作记录。',
    lists: '公开的内容，以及出现在哪里：',
    back: `紧急发布不能撤销：${CORRECT}，或再次紧急发布。`,
    done: '已紧急发布，请通知审核人员复核',
    doing: '发布',
    note: { label: '紧急发布的原因（至少 10 个字）', needed: '请写明紧急发布的原因' },
    danger: true,
  },
  resume: {
    name: '继续发布',
    right: 'content.publish',
    from: ['publishing'],
    title: '继续分批发布？',
    tells: '从中断的一批起，把其余的文章依次公开；已经公开的各批不受影响。',
    back: `发布不能撤销：${CORRECT}。`,
    done: '已继续发布',
  },
  end: {
    name: '就此结束',
    right: 'content.publish',
    from: ['publishing'],
    title: '就此结束分批发布？',
    tells: '稿件成为已发布的：已经公开的各批保持不变，其余的文章不再发布。篇数写入“经过”和操作记录。',
    back: '结束不能撤销，不能再继续发布。其余的文章仍需要时，重新导入或迁入：已经公开的不会重复。',
    done: '已就此结束',
    note: { label: '说明（可不填）' },
    danger: true,
  },
  discard: {
    name: '作废',
    right: 'content.write',
    from: ['draft', 'in-review', 'approved', 'returned'],
    title: '作废这份稿件？',
    tells: `稿件不会公开，设定的发布时间一并取消。${STAYS}`,
    back: '作废不能撤销：不能再修改、提交或发布这份稿件，仍需要时另写一份。各版内容和经过仍可查看。',
    done: '已作废',
    note: { label: '说明（可不填）' },
    danger: true,
  },
};

export const STEPS = Object.keys(ACTS) as Step[];

/** SU10: what an act does. @param isShown whether visitors see the site; undefined while that is not known: as if they did */
export function tellsOf(step: Step, isShown: boolean | undefined, changes: readonly Change[]): string {
  const { tells, tellsHidden = tells, tellsShowing = tellsHidden } = ACTS[step];
  if (isShown !== false) return tells;
  return writtenOf(settingKind, changes).some(({ id }) => id === SITE_VISIBLE) ? tellsShowing : tellsHidden;
}
