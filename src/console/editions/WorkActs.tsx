import { Button, Select } from 'antd';
import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { WorkLine } from '#wire/work-answers.ts';
import { CallFailed, LONG_TIMEOUT, wordsOf } from '../calls/call.ts';
import { usePublished, useRead, useSend } from '../calls/use-calls.ts';
import { ChannelSelect } from '../parts/ChannelSelect.tsx';
import { Confirm } from '../parts/Confirm.tsx';
import { FoldedWhenMany } from '../parts/Folded.tsx';
import { Panel } from '../parts/Panel.tsx';
import { tellsOf } from './act-words.ts';
import {
  ACTS_ON_MANY,
  actsFor,
  isArticleAct,
  reportTitle,
  type ManyAct,
  type MayDo,
  type Report,
  type Reported,
} from './work-acts.ts';
import { addressOfLine } from './work-links.ts';

interface BarProps {
  chosen: readonly WorkLine[];
  may: MayDo;
  onClear: () => void;
  onDone: (report: Report) => void;
}

/** LW4: what can be done to the chosen lines; it stays at the foot of the window. */
export function ActsBar({ chosen, may, onClear, onDone }: BarProps) {
  const [open, setOpen] = useState<ManyAct>();
  const acts = actsFor(chosen, may);
  const shown = acts.find(({ act }) => act === open);
  return (
    <>
      <div className="save-bar" role="region" aria-label="所选各项">
        <p role="status">{`已选 ${chosen.length} 项`}</p>
        <div className="save-acts">
          {acts.map(({ act, lines }) => (
            <Button key={act} onClick={() => setOpen(act)}>
              {`${ACTS_ON_MANY[act].name}（${lines.length}）`}
            </Button>
          ))}
          <Button type="link" onClick={onClear}>
            取消选择
          </Button>
        </div>
      </div>
      {shown && (
        <ActDialog
          act={shown.act}
          lines={shown.lines}
          others={chosen.length - shown.lines.length}
          onDone={onDone}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

interface DialogProps {
  act: ManyAct;
  lines: readonly WorkLine[];
  /** chosen lines to which it is not done */
  others: number;
  onDone: (report: Report) => void;
  onClose: () => void;
}

function ActDialog({ act, lines, others, onDone, onClose }: DialogProps) {
  const { name, unit } = ACTS_ON_MANY[act];
  const again = usePublished();
  const { run, at } = useActOnMany(act, lines);
  const [target, setTarget] = useState('');
  const confirm = async (): Promise<void> => {
    if ((act === 'move' || act === 'tag') && target === '')
      throw new CallFailed('', act === 'move' ? '请选择栏目' : '请选择标签');
    const report = await run(target);
    await again();
    onDone(report);
  };
  return (
    <Confirm
      title={`${name}：${lines.length} ${unit}？`}
      action={name}
      busyWords={
        isArticleAct(act) ? `正在处理 ${lines.length} ${unit}…` : `正在处理第 ${at + 1} 份，共 ${lines.length} 份…`
      }
      onConfirm={confirm}
      onClose={onClose}
    >
      <Effect act={act} />
      {act === 'move' && <Target label="移到" value={target} onChange={setTarget} />}
      {act === 'tag' && <TagTarget value={target} onChange={setTarget} />}
      <FoldedWhenMany count={lines.length} title={`${lines.length} ${unit}`}>
        <ul className="bullets">
          {lines.map(({ key, title }) => (
            <li key={key}>{title}</li>
          ))}
        </ul>
      </FoldedWhenMany>
      {others > 0 && <p className="quiet">{`所选的其余 ${others} 项不适用，保持不变。`}</p>}
    </Confirm>
  );
}

/** Effect of the act, as it is said of a single one. */
function Effect({ act }: { act: ManyAct }) {
  const { data: opening } = useRead('GET /opening', act === 'publish' ? {} : null);
  if (isArticleAct(act))
    return <p>网站上还没有变化：各篇的改动写进一份稿件，由他人审核通过、发布以后才会公开。不能改的逐篇写明原因。</p>;
  return <p>{`${tellsOf(act, opening?.isShown, [])}一份接一份进行，不能进行的写明原因，不影响其他的。`}</p>;
}

interface TargetProps {
  value: string;
  onChange: (value: string) => void;
}

function Target({ label, value, onChange }: TargetProps & { label: string }) {
  const id = useId();
  return (
    <div className="dialog-field">
      <label htmlFor={id}>{label}</label>
      <ChannelSelect act="content.write" id={id} {...(value !== '' && { value })} onChange={onChange} />
    </div>
  );
}

function TagTarget({ value, onChange }: TargetProps) {
  const id = useId();
  const { data } = useRead('GET /article-words');
  return (
    <div className="dialog-field">
      <label htmlFor={id}>标签</label>
      <Select
        id={id}
        {...(value !== '' && { value })}
        onChange={onChange}
        options={data?.tags.map((tag) => ({ value: tag.id, label: tag.name })) ?? []}
        placeholder="请选择"
        notFoundContent="还没有标签，可以在设置“研究标签”中添加"
      />
    </div>
  );
}

/** Does the act to each line by the call of a single one, or to articles by one call; what fails is reported, not thrown. */
function useActOnMany(act: ManyAct, lines: readonly WorkLine[]) {
  const send = useSend();
  const [at, setAt] = useState(0);
  const reported = (line: WorkLine): Reported => ({ title: line.title, to: addressOfLine(line, true) });
  const steps = async (step: 'submit' | 'publish'): Promise<Report> => {
    const report: Report = { act, done: [], refused: [], edition: null };
    for (const [place, line] of lines.entries()) {
      setAt(place);
      const { editionId, version } = line.edition!;
      try {
        await (step === 'submit'
          ? send('POST /editions/:editionId/submit', { editionId, version }, LONG_TIMEOUT)
          : send('POST /editions/:editionId/publish', { editionId, version }, LONG_TIMEOUT));
        report.done.push(reported(line));
      } catch (reason) {
        report.refused.push({ ...reported(line), reason: wordsOf(reason) });
      }
    }
    return report;
  };
  const run = async (target: string): Promise<Report> => {
    if (!isArticleAct(act)) return steps(act);
    const { edition, done, refused } = await send(
      'POST /work-list/articles',
      {
        act,
        articleIds: lines.map(({ id }) => Number(id)),
        ...(act === 'move' && { channelId: target }),
        ...(act === 'tag' && { tag: target }),
      },
      LONG_TIMEOUT,
    );
    const byId = new Map(lines.map((line) => [Number(line.id), reported(line)]));
    return {
      act,
      done: done.map((id) => byId.get(id)!),
      refused: refused.map(({ articleId, reason, editionId }) => ({
        ...byId.get(articleId)!,
        ...(editionId !== null && { to: `/editions/${editionId}` }),
        reason,
      })),
      edition: edition && { title: edition.title, to: `/editions/${edition.editionId}` },
    };
  };
  return { run, at };
}

/** LW4: results of an act on many, each with the way to it. */
export function ActReport({ report, onClose }: { report: Report; onClose: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { done, refused, edition } = report;
  return (
    <div className="above-form act-report">
      <Panel title={reportTitle(report)} heading={heading} extra={<Button onClick={onClose}>关闭</Button>}>
        {edition && (
          <p>
            {'写进稿件：'}
            <Link to={edition.to}>{edition.title}</Link>
            {'，核对以后提交审核。'}
          </p>
        )}
        {refused.length > 0 && (
          <>
            <h3>没有完成</h3>
            <ul className="bullets">
              {refused.map(({ title, to, reason }) => (
                <li key={`${to} ${title}`}>
                  <Link to={to}>{title}</Link>
                  {`：${reason ?? ''}`}
                </li>
              ))}
            </ul>
          </>
        )}
        {done.length > 0 && (
          <>
            <h3>已完成</h3>
            <FoldedWhenMany count={done.length} title={`${done.length} 项`}>
              <ul className="bullets">
                {done.map(({ title, to }) => (
                  <li key={`${to} ${title}`}>
                    <Link to={to}>{title}</Link>
                  </li>
                ))}
              </ul>
            </FoldedWhenMany>
          </>
        )}
      </Panel>
    </div>
  );
}
