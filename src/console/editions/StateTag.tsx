import { Tag } from 'antd';
import type { EditionLine } from '#wire/console-answers.ts';
import { EDITION_STATES, type EditionState } from '#rules/editions/edition-steps.ts';
import { Moment } from '../parts/Moment.tsx';

const COLORS: Readonly<Record<EditionState, string>> = {
  draft: 'default',
  'in-review': 'processing',
  approved: 'success',
  publishing: 'processing',
  published: 'success',
  returned: 'warning',
  discarded: 'default',
};

interface Props {
  state: EditionState;
  publishAt?: string;
  /** end of the time in which an emergency waits for its confirmation */
  reviewDue?: string;
  isOverdue?: boolean;
  /** progress of one that is being published in steps */
  progress?: EditionLine['progress'];
}

/** ED8: '正在发布 3,000 / 10,000' */
const progressWords = ({ done, total, halted }: NonNullable<EditionLine['progress']>): string =>
  `${halted === '' ? '正在发布' : '发布中断'} ${done.toLocaleString('zh-CN')} / ${total.toLocaleString('zh-CN')}`;

/** State of an edition, in words. */
export function StateTag({ state, publishAt = '', reviewDue = '', isOverdue = false, progress = null }: Props) {
  return (
    <>
      <Tag color={progress && progress.halted !== '' ? 'error' : COLORS[state]}>
        {progress
          ? progressWords(progress)
          : publishAt !== '' && state === 'approved'
            ? '已定时'
            : EDITION_STATES[state]}
      </Tag>
      {reviewDue !== '' && (
        <Tag color={isOverdue ? 'error' : 'warning'}>
          {isOverdue ? '复核已逾期：' : '待复核，截止 '}
          <Moment at={reviewDue} />
        </Tag>
      )}
    </>
  );
}
