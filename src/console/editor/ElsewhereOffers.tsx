import { Alert, Button, Space } from 'antd';
import { useState } from 'react';
import { timeAgo } from '#rules/time/time-ago.ts';
import type { Elsewhere, ServerDraft } from './use-server-draft.ts';

interface Props<V> {
  work: {
    server: Pick<ServerDraft<V>, 'elsewhere' | 'isGone' | 'throwAway'>;
    takeElsewhere: (one: Elsewhere<V>) => Promise<void>;
    goOnHere: (one: Elsewhere<V> | null) => Promise<void>;
    compareElsewhere: (one: Elsewhere<V>) => Promise<void>;
  };
  /** something is here, too: typed now, or the last time in this tab */
  hasOwn: boolean;
}

/** new things that are offered at once; the workbench lists all */
const MOST_OFFERED = 3;

/** DF3: what the same person typed in this form at another place, to be gone on with, compared or thrown away. */
export function ElsewhereOffers<V>({ work, hasOwn }: Props<V>) {
  const { elsewhere, isGone, throwAway } = work.server;
  if (isGone)
    return (
      <Alert
        type="warning"
        showIcon
        role="alert"
        className="above-form"
        title="这份内容已在另一处保存为稿件，或已丢弃"
        description="这里填写的内容没有变，仍在这个浏览器标签页里；是否还要继续，由您决定。"
        action={
          <Button size="small" onClick={() => void work.goOnHere(null)}>
            继续存到服务器
          </Button>
        }
      />
    );
  return elsewhere
    .slice(0, MOST_OFFERED)
    .map((one) => (
      <Offer
        key={`${one.draft.piece} ${one.draft.version}`}
        one={one}
        hasOwn={hasOwn && !one.isOther}
        onTake={() => void work.takeElsewhere(one)}
        onStay={() => void work.goOnHere(one)}
        onCompare={() => void work.compareElsewhere(one)}
        onDrop={() => throwAway(one)}
      />
    ));
}

interface OfferProps {
  one: Pick<Elsewhere<unknown>, 'draft' | 'isOther'>;
  hasOwn: boolean;
  onTake: () => void;
  onStay: () => void;
  onCompare: () => void;
  onDrop: () => void;
}

function Offer({ one: { draft, isOther }, hasOwn, onTake, onStay, onCompare, onDrop }: OfferProps) {
  const [ago] = useState(() => spaced(timeAgo(draft.changedAt, Date.now())));
  return (
    <Alert
      type={hasOwn ? 'warning' : 'info'}
      showIcon
      {...(hasOwn && { role: 'alert' })}
      className="above-form"
      title={`您${ago}在另一处填写的内容${isOther ? `：${draft.title}` : ''}`}
      description={hasOwn ? '与这里的内容不同。选定以前两份都保留，互不覆盖。' : undefined}
      action={
        <Space wrap>
          <Button size="small" type="primary" onClick={onTake}>
            {hasOwn ? '用另一处的' : '接着填写'}
          </Button>
          {hasOwn ? (
            <>
              <Button size="small" onClick={onStay}>
                用这里的
              </Button>
              <Button size="small" onClick={onCompare}>
                比较两份
              </Button>
            </>
          ) : (
            <Button size="small" onClick={onDrop}>
              丢弃这一份
            </Button>
          )}
        </Space>
      }
    />
  );
}

/** ' 10 分钟前', as sentences have numbers; ' 2026-11-20 ' */
const spaced = (ago: string): string => (ago.endsWith('前') ? ago.replaceAll(/\d+/g, ' $& ') : ` ${ago} `);
