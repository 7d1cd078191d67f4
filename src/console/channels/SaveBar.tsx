import { Button } from 'antd';
import { useEffect, useRef } from 'react';

interface Props {
  /** how many changes there are */
  count: number;
  /** they go on with an edition */
  isDraft: boolean;
  canUndo: boolean;
  onUndo: () => void;
  /** the way to what was changed, and from there to the edition */
  onReview: () => void;
}

/**
 * Stays in sight while something is changed and not saved: how much, and where one saves it. Ctrl+S leads there, too.
 */
export function SaveBar({ count, isDraft, canUndo, onUndo, onReview }: Props) {
  const review = useRef(onReview);
  useEffect(() => {
    review.current = onReview;
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 's')
        return;
      event.preventDefault();
      // what a dialog asks is answered first
      if (!document.querySelector('dialog[open]')) review.current();
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);
  return (
    <section className="save-bar" aria-label="未保存的修改">
      <p role="status">{isDraft ? `稿件共有 ${count} 项修改，刚才的改动还没有保存` : `有 ${count} 项修改还没有保存`}</p>
      <Button disabled={!canUndo} onClick={onUndo}>
        撤销上一步
      </Button>
      <Button type="primary" onClick={onReview} aria-keyshortcuts="Control+S Meta+S">
        核对并保存
      </Button>
      <span className="quiet">Ctrl+S</span>
    </section>
  );
}
