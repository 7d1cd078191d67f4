import type { EditionAct, EditionState } from '#rules/edition-steps.ts';
import type { StaffAct } from '#rules/staff-rights.ts';

export type Step = Exclude<EditionAct, 'save'>;

interface ActWords {
  name: string;
  right: StaffAct;
  /** in which states it is offered, or said why not */
  from: readonly EditionState[];
  title: string;
  /** what will happen */
  tells: string;
  done: string;
  /** what the server does meanwhile with the rows of a register */
  doing?: string;
  note?: { label: string; needed?: string };
  danger?: boolean;
}

/** The acts as people know them; who may do which, and when, is decided by staff-rights.ts and edition-steps.ts. */
export const ACTS: Readonly<Record<Step, ActWords>> = {
  submit: { name: '提交审核', right: 'content.write', from: ['draft', 'returned'], title: '提交审核？', tells: '提交后由没有参与撰写的人审核。审核期间再修改，须重新提交。', done: '已提交审核', doing: '检查', note: { label: '给审核人的说明（可不填）' } },
  approve: { name: '同意', right: 'content.review', from: ['in-review'], title: '同意发布这份稿件？', tells: '同意只对屏幕上的这一版有效；之后再修改，须重新审核。', done: '已同意', note: { label: '审核意见（可不填）' } },
  return: { name: '退回', right: 'content.return', from: ['in-review', 'approved'], title: '退回这份稿件？', tells: '撰写人会看到原因，修改后可以再次提交。', done: '已退回', note: { label: '退回的原因', needed: '请写明退回的原因' } },
  publish: { name: '发布', right: 'content.publish', from: ['approved'], title: '现在发布？', tells: '以下内容立即向公众公开，并写入发布记录：', done: '已发布', doing: '发布' },
  schedule: { name: '定时发布', right: 'content.publish', from: ['approved'], title: '定时发布', tells: '到时自动发布，并写入发布记录。发布前可以取消。', done: '已设定发布时间' },
  unschedule: { name: '取消定时', right: 'content.publish', from: ['approved'], title: '取消定时发布？', tells: '稿件仍是已通过的，可以另行发布。', done: '已取消定时' },
  confirm: { name: '复核', right: 'content.review', from: ['published'], title: '复核这次紧急发布', tells: '复核后，紧急发布的标记消除。如果发现内容有误，请另写稿件更正或撤下。', done: '已复核', note: { label: '复核的结论', needed: '请写明复核的结论' } },
  emergency: { name: '紧急发布', right: 'content.publish', from: ['draft', 'in-review', 'returned'], title: '不经审核，紧急发布？', tells: '以下内容不经审核立即公开。稿件会标明“待复核”，须由没有参与的人在 24 小时内复核；原因写入发布记录和操作记录：', done: '已紧急发布，请通知审核人员复核', doing: '发布', note: { label: '紧急发布的原因', needed: '请写明紧急发布的原因' }, danger: true },
  discard: { name: '作废', right: 'content.write', from: ['draft', 'in-review', 'approved', 'returned'], title: '作废这份稿件？', tells: '作废后不能再修改或发布，历史仍保留。已经公开的内容不受影响。', done: '已作废', note: { label: '说明（可不填）' }, danger: true },
};

export const STEPS = Object.keys(ACTS) as Step[];
