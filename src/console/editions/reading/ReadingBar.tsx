import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Link } from 'react-router-dom';
import type { EditionLine } from '#wire/console-answers.ts';
import type { Readiness } from './readiness.ts';
import type { Decisions, ReadingView } from './sitting.ts';

interface Props {
  view: ReadingView;
  editionId: number;
  readiness: Readiness;
  isBusy: boolean;
  mayReturn: boolean;
  place: { at: number; lines: readonly EditionLine[]; decisions: Decisions };
  onAgree: () => void;
  onReturn: () => void;
  onGo: (step: 1 | -1) => void;
}

/** RV1: acts on the edition that is read, how far the sitting is, and what was looked at. */
export function ReadingBar(props: Props) {
  const { view, editionId, readiness, isBusy, mayReturn, onAgree, onReturn } = props;
  const { isReady, isOwn, words } = readiness;
  const name = view === 'to-review' ? '同意' : '发布';
  // RM4
  const isFirst = mayReturn && readiness.isHeld === true;
  const back = mayReturn && (
    <Button type={isFirst ? 'primary' : 'default'} danger onClick={onReturn}>
      退回…<kbd>R</kbd>
    </Button>
  );
  return (
    <section className="acts-bar reading-bar" aria-label="操作">
      <div className="acts">
        {isFirst && back}
        <Button type={isFirst ? 'default' : 'primary'} disabled={!isReady && !isOwn} loading={isBusy} onClick={onAgree}>
          {isOwn ? `${name}…` : `${name}并看下一份`}
          {!isOwn && <kbd>A</kbd>}
        </Button>
        {!isFirst && back}
      </div>
      <Sitting {...props} />
      <p role="status" className="acts-words">
        {words}
      </p>
      <Link to={`/editions/${editionId}`} className="whole-page">
        打开完整页面
      </Link>
    </section>
  );
}

/** '3/10', a mark for each edition, and the ways to its neighbours. */
function Sitting({ place: { at, lines, decisions }, onGo }: Pick<Props, 'place' | 'onGo'>) {
  return (
    <div className="sitting">
      <Button aria-label="上一份" icon={<LeftOutlined />} disabled={at <= 0} onClick={() => onGo(-1)} />
      <Button
        aria-label="下一份"
        icon={<RightOutlined />}
        disabled={at < 0 || at >= lines.length - 1}
        onClick={() => onGo(1)}
      />
      <strong className="number">{at < 0 ? '—' : `${at + 1}/${lines.length}`}</strong>
      <span className="sitting-marks" aria-hidden="true">
        {lines.map(({ editionId }, place) => (
          <i key={editionId} className={place === at ? 'here' : decisions.get(editionId)?.outcome} />
        ))}
      </span>
    </div>
  );
}
