import { Alert, App, Button, Checkbox, Input } from 'antd';
import { useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { WayBackPart, WayBackPlan } from '#wire/take-up-answers.ts';
import { LONG_TIMEOUT, wordsOf } from '../calls/call.ts';
import { useChanged, useSend } from '../calls/use-calls.ts';
import { Confirm } from '../parts/Confirm.tsx';
import { Loading } from '../parts/Loading.tsx';

interface Target {
  no: number;
  /** absent: the publication as a whole */
  subjects?: string[];
}

interface Props {
  name: string;
  /** label for whoever hears the button alone */
  label: string;
  title: string;
  target: Target;
}

/** ED16: a way back as a new edition. The question tells what changes, what becomes public again and what goes. */
export function WayBackButton({ name, label, title, target }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" aria-label={label} onClick={() => setOpen(true)}>
        {name}
      </Button>
      {isOpen && <WayBackDialog title={title} target={target} onClose={() => setOpen(false)} />}
    </>
  );
}

function WayBackDialog({ title, target, onClose }: Pick<Props, 'title' | 'target'> & { onClose: () => void }) {
  const [plan, setPlan] = useState<WayBackPlan>();
  const [problem, setProblem] = useState('');
  const [overNewer, setOverNewer] = useState(false);
  const [reason, setReason] = useState('');
  const send = useSend();
  const changed = useChanged();
  const navigate = useNavigate();
  const { message } = App.useApp();
  // the dialog is drawn anew for each target
  useEffect(() => {
    send('POST /way-back/plan', target, LONG_TIMEOUT).then(setPlan, (reason: unknown) => setProblem(wordsOf(reason)));
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const act = async (): Promise<void> => {
    const { editionId } = await send('POST /way-back', { ...target, overNewer, reason }, LONG_TIMEOUT);
    void changed();
    void message.success('已成为新的稿件，请核对后提交审核');
    void navigate(`/editions/${editionId}`);
  };
  return (
    <Confirm
      title={title}
      action="新建稿件"
      busyWords="正在新建，数据行很多时可能需要一分钟…"
      onConfirm={act}
      onClose={onClose}
    >
      {problem !== '' && <Alert type="warning" showIcon title={problem} />}
      {!plan && problem === '' && <Loading />}
      {plan && (
        <>
          <Effects plan={plan} />
          {plan.parts.some(isOver) && (
            <Checkbox checked={overNewer} onChange={({ target: { checked } }) => setOverNewer(checked)}>
              连同后来的修改一起恢复
            </Checkbox>
          )}
          {plan.parts.some(({ does }) => does === 'withdrawn') && <Reason value={reason} onChange={setReason} />}
          <p>现在什么都不公开：新的稿件是草稿，可以修改，由他人审核、发布以后才会公开。</p>
        </>
      )}
    </Confirm>
  );
}

const isOver = ({ newer, does }: WayBackPart): boolean => newer !== null && does !== 'left';

/** lines of a group that the question lists */
const MOST_LINES = 15;

const GROUPS: readonly (readonly [WayBackPart['does'], string])[] = [
  ['again', '重新公开'],
  ['restored', '恢复原来的内容'],
  ['withdrawn', '撤下（之前没有公开过）'],
  ['left', '保持不变（第一次公开，不能撤下）'],
];

function Effects({ plan: { parts, again, gone, rowsGone } }: { plan: WayBackPlan }) {
  return (
    <>
      {GROUPS.map(([does, name]) => {
        const own = parts.filter((part) => part.does === does);
        return (
          own.length > 0 && (
            <Lines
              key={does}
              name={`${name}：${own.length} 项`}
              lines={own.map(({ title, newer }) =>
                newer === null ? title : `${title}（后来又在第 ${newer} 号发布中改过）`,
              )}
            />
          )
        );
      })}
      {again.length > 0 && <Lines name="其中曾经公开、后来撤下的，会重新公开" lines={again} />}
      {gone.length > 0 && <Lines name={rowsGone > 0 ? `登记表将减少 ${rowsGone} 行` : '登记表的变动'} lines={gone} />}
    </>
  );
}

function Lines({ name, lines }: { name: string; lines: readonly string[] }) {
  const id = useId();
  return (
    <>
      <h3 id={id}>{name}</h3>
      <ul className="bullets" aria-labelledby={id}>
        {lines.slice(0, MOST_LINES).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {lines.length > MOST_LINES && <li>{`另有 ${lines.length - MOST_LINES} 项，新建稿件后在“差异”中逐项列出`}</li>}
      </ul>
    </>
  );
}

function Reason({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const id = useId();
  return (
    <p>
      <label htmlFor={id}>撤下的原因，访客会看到</label>
      <Input
        id={id}
        maxLength={200}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-required
        placeholder="如：内容有误"
      />
    </p>
  );
}
