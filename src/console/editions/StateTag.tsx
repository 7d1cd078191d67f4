import { Tag } from 'antd';
import { EDITION_STATES, type EditionState } from '#rules/edition-steps.ts';
import { Moment } from '../parts/Moment.tsx';

const COLORS: Readonly<Record<EditionState, string>> = {
  draft: 'default',
  'in-review': 'processing',
  approved: 'success',
  published: 'success',
  returned: 'warning',
  discarded: 'default',
};

interface Props {
  state: EditionState;
  publishAt?: string;
  /** of an emergency that waits for its confirmation: until when */
  reviewDue?: string;
  isOverdue?: boolean;
}

/** How far an edition is, in words. */
export function StateTag({ state, publishAt = '', reviewDue = '', isOverdue = false }: Props) {
  return (
    <>
      <Tag color={COLORS[state]}>{publishAt !== '' && state === 'approved' ? '已定时' : EDITION_STATES[state]}</Tag>
      {reviewDue !== '' && (
        <Tag color={isOverdue ? 'error' : 'warning'}>
          {isOverdue ? '复核已逾期：' : '待复核，截止 '}
          <Moment at={reviewDue} />
        </Tag>
      )}
    </>
  );
}
