import { Alert } from 'antd';
import { shanghaiSecond } from '#rules/time/shanghai-date.ts';
import type { FoundEdition } from '#wire/edition-answers.ts';

/** Why an edition was returned; '' where it stands otherwise. */
export const returnReason = ({ state, steps }: Pick<FoundEdition, 'state' | 'steps'>): string => {
  const last = state === 'returned' ? steps.findLast(({ act }) => act === 'returned') : undefined;
  return last ? `${last.name || '系统'}于 ${shanghaiSecond(last.at)} 退回：${last.note}` : '';
};

/** The reviewer's reason, above the form in which it is mended. */
export function ReturnReason({ words }: { words: string }) {
  return words === '' ? null : (
    <Alert
      type="warning"
      showIcon
      className="above-form"
      title="这份稿件被退回，修改后请再次提交审核"
      description={words}
    />
  );
}
