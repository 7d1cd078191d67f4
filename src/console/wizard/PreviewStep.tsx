import { Alert, Button, Input } from 'antd';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { Finding } from '#wire/edition-answers.ts';
import type { WizardProblem, WizardReview } from '#wire/wizard.ts';
import { addressOf as callAddress, isCallFailed, LONG_TIMEOUT, wordsOf } from '../calls/call.ts';
import { useSend } from '../calls/use-calls.ts';
import { FindingReasons } from '../editions/FindingAnswers.tsx';
import { FindingList } from '../parts/FindingList.tsx';
import { Loading } from '../parts/Loading.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Preview } from '../preview/Preview.tsx';
import { Field } from './Field.tsx';
import { FileReport } from './FileReport.tsx';
import { focusFirstProblem } from './focus-in.ts';
import type { Wizard } from './use-wizard.ts';
import { addressOf, planOf, stepName, stepsOf } from './wizard-state.ts';
import { StepButtons } from './WizardScreen.tsx';

/** Preview of what would become public, as visitors would see it, and the way to the review. */
export function PreviewStep({ wizard: { state, change, sent } }: { wizard: Wizard }) {
  const send = useSend();
  const navigate = useNavigate();
  const [review, setReview] = useState<WizardReview>();
  const [failure, setFailure] = useState('');
  const [problems, setProblems] = useState<readonly WizardProblem[]>([]);
  const [isSending, setSending] = useState(false);
  const [refused, setRefused] = useState<readonly Finding[]>();
  const [reasons, setReasons] = useState<Record<string, string>>({});
  const [plan, setPlan] = useState(() => planOf(state));
  const { editionId: own, version } = state.edition ?? {};

  const look = async (isWanted: () => boolean): Promise<void> => {
    setFailure('');
    setReview(undefined);
    setRefused(undefined);
    try {
      const found = await send('POST /wizard/review', { plan, editionId: own }, LONG_TIMEOUT);
      if (!isWanted()) return;
      setReview(found);
      setProblems(found.problems);
    } catch (reason) {
      if (isWanted()) setFailure(wordsOf(reason));
    }
  };
  useEffect(() => {
    let isWanted = true;
    void look(() => isWanted);
    return () => {
      isWanted = false;
    };
    // runs for the plan as it was when the step was opened, or when its file was read otherwise
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [plan]);

  const submit = async (): Promise<void> => {
    setSending(true);
    setFailure('');
    try {
      const given = { plan, note: state.note, reasons, editionId: own, version };
      const { editionId } = await send('POST /wizard/send', given, LONG_TIMEOUT);
      sent(editionId);
      await navigate(`/new-channel/sent/${editionId}`);
    } catch (reason) {
      if (isCallFailed(reason) && reason.code === '2033') setRefused((reason.data as { findings: Finding[] }).findings);
      const found = isCallFailed(reason) ? (reason.data as { problems?: WizardProblem[] } | null)?.problems : undefined;
      focusFirstProblem(() => {
        setFailure(wordsOf(reason));
        if (found?.every(({ step }) => step !== undefined)) setProblems(found);
        setSending(false);
      });
    }
  };
  const isGood = review !== undefined && problems.length === 0;
  const findings = review?.findings ?? [];
  const toAnswer = refused ?? findings.filter(({ severity }) => severity === 'reason');
  return (
    <>
      {failure !== '' && (
        <Alert
          type="error"
          showIcon
          className="above-form"
          title={failure}
          action={
            !review && (
              <Button size="small" onClick={() => void look(() => true)}>
                重试
              </Button>
            )
          }
        />
      )}
      {problems.length > 0 && <Problems kind={state.kind} problems={problems} />}
      {review?.report && state.file && (
        <FileReport
          report={review.report}
          onMend={(mends) => {
            const file = { ...state.file!, ...mends };
            change({ file });
            setPlan(planOf({ ...state, file }));
          }}
          asked={{
            ...state.file,
            ...(state.table && state.kind === 'table' ? { table: state.table } : { copyOf: state.copyOf }),
          }}
        />
      )}
      {!review && failure === '' && (
        <>
          <p role="status">正在检查全部内容并准备预览。几万行的表格可能要一分钟。</p>
          <Loading />
        </>
      )}
      {review?.warnings.map(({ step, message }) => (
        <Alert
          key={message}
          type="warning"
          showIcon
          className="above-form"
          title={message}
          action={
            stepsOf(state.kind).includes(step) && (
              <Link to={addressOf(state.kind, step)}>{`到“${stepName(state.kind, step)}”修改`}</Link>
            )
          }
        />
      ))}
      {review && (
        <Panel title="将要公开的内容">
          <ul className="bullets">
            {review.changes.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </Panel>
      )}
      {review && review.previewId !== '' && (
        <Panel title="预览" extra={review.rows > 1000 && <span className="quiet">表格只预览前 1,000 行</span>}>
          <Preview
            door={(look) => callAddress('GET /previews/:previewId/page', { previewId: review.previewId, ...look })}
            title="新栏目的预览"
          />
        </Panel>
      )}
      {isGood && findings.length > 0 && (
        <Panel title="检查" extra={<span className="quiet">{`${findings.length} 处请看`}</span>}>
          <FindingList findings={findings} />
        </Panel>
      )}
      {isGood && (
        <Panel title="提交审核">
          <div className="wide-form">
            <FindingReasons
              findings={toAnswer}
              reasons={reasons}
              takesFocus={refused !== undefined}
              onChange={setReasons}
            />
            <Field label="给审核人的说明" hint="可以留空">
              {(given) => (
                <Input.TextArea
                  {...given}
                  rows={2}
                  maxLength={2000}
                  value={state.note}
                  onChange={(event) => change({ note: event.target.value })}
                />
              )}
            </Field>
          </div>
        </Panel>
      )}
      <StepButtons
        kind={state.kind}
        step="preview"
        next="提交审核"
        isBusy={isSending}
        disabled={!isGood}
        onNext={() => void submit()}
      />
    </>
  );
}

/** Problems, each with a link to the step where it can be corrected. */
function Problems({ kind, problems }: { kind: Wizard['state']['kind']; problems: readonly WizardProblem[] }) {
  return (
    <Alert
      type="error"
      showIcon
      className="above-form"
      title={`还有 ${problems.length} 个问题，改正后才能提交审核`}
      description={
        <ul className="bullets">
          {problems.map(({ step, message }) => (
            <li key={message}>
              {message} <Link to={addressOf(kind, step)}>{`到“${stepName(kind, step)}”改正`}</Link>
            </li>
          ))}
        </ul>
      }
    />
  );
}
