import { CheckCircleFilled, CheckCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Link } from 'react-router-dom';
import { shanghaiSecond } from '#rules/time/shanghai-date.ts';
import type { EditionLine } from '#wire/console-answers.ts';
import { Waited } from '../../parts/Waited.tsx';
import { VIEWS } from '../edition-answers.ts';
import { OUTCOMES, sittingCounts, type Decided, type Decisions, type ReadingView } from './sitting.ts';
import { useCheckMarks } from './use-check-marks.ts';

interface Props {
  view: ReadingView;
  lines: readonly EditionLine[];
  decisions: Decisions;
  /** number of the edition that is read */
  openId: number | undefined;
  /** all that wait at the server */
  total: number;
  onKeys: () => void;
}

const LEGEND = [
  ['J K', '下、上一处'],
  ['← →', '上、下一份'],
  ['V', '访客将看到的'],
] as const;

/** RV1: what waits, the longest first, with what became of those that were read in this sitting. */
export function ReadingList({ view, lines, decisions, openId, total, onKeys }: Props) {
  const undecided = lines.filter(({ editionId }) => !decisions.has(editionId));
  const marksOf = useCheckMarks(undecided);
  const { done, returned, left } = sittingCounts(lines, decisions);
  const beyond = Math.max(0, total - left);
  return (
    <section className="reading-list" aria-label={VIEWS[view]}>
      <header>
        <h2>{`${VIEWS[view]} ${lines.length + beyond} 份`}</h2>
        <span className="quiet">等得最久的在前</span>
      </header>
      <ol>
        {lines.map((line) => (
          <li key={line.editionId}>
            <Link
              to={`?edition=${line.editionId}`}
              aria-current={line.editionId === openId ? 'true' : undefined}
              className={decisions.get(line.editionId)?.outcome}
            >
              <Line line={line} decided={decisions.get(line.editionId)} marks={marksOf(line)} />
            </Link>
          </li>
        ))}
      </ol>
      {beyond > 0 && <p className="quiet">{`另有 ${beyond} 份，在这些之后列出。`}</p>}
      <footer>
        <p role="status">
          {`本次${view === 'to-review' ? '同意' : '发布'} `}
          <strong>{done}</strong>
          {' · 退回 '}
          <strong>{returned}</strong>
          {' · '}
          <strong>{`还有 ${left + beyond} 份`}</strong>
        </p>
        <ul className="key-legend">
          {LEGEND.map(([keys, words]) => (
            <li key={keys}>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
              {words}
            </li>
          ))}
          <li>
            <Button size="small" type="text" onClick={onKeys}>
              <kbd>?</kbd> 全部按键
            </Button>
          </li>
        </ul>
      </footer>
    </section>
  );
}

function Line({
  line: { title, waitingSince, createdBy, isOutdated, held },
  decided,
  marks,
}: {
  line: EditionLine;
  decided: Decided | undefined;
  marks: { red: number; problems: number } | undefined;
}) {
  if (decided)
    return (
      <>
        {decided.outcome === 'returned' ? <CheckCircleOutlined /> : <CheckCircleFilled />}
        <strong>{title}</strong>
        <span>{`${OUTCOMES[decided.outcome]} ${shanghaiSecond(decided.at).slice(11, 16)}`}</span>
      </>
    );
  return (
    <>
      <strong>{title}</strong>
      <span>
        {waitingSince !== '' && (
          <>
            等 <Waited since={waitingSince} />
          </>
        )}
        {` · ${createdBy}`}
        {isOutdated && <em>已过时，须先合并</em>}
        {held !== '' && <em>{held}</em>}
        {marks !== undefined && marks.red > 0 && <em>{`红线 ${marks.red}`}</em>}
        {marks !== undefined && marks.problems > 0 && !isOutdated && <em>{`${marks.problems} 项请看`}</em>}
      </span>
    </>
  );
}
