import { useEffect, useId, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import {
  APPLY_TYPE_NAMES,
  APPLY_TYPES,
  DECLARED_NUMBERS,
  JOB_TYPE_NAMES,
  JOB_TYPES,
  type DeclaredNumber,
  type MaterialKind,
} from '#rules/professional-investor.ts';
import { withBase } from '#rules/site-address.ts';
import { asCallFailed } from '#wire/outcomes.ts';
import { paths } from '#wire/paths.ts';
import { useSite } from '../../site-context.ts';
import { readProblems, type ApplicationStatus, type Problem } from './application.ts';
import { Field, FieldProblems, Problems, type FieldState } from './Field.tsx';
import {
  askedFiles,
  askedMaterials,
  bodyOf,
  firstDraft,
  keepDraft,
  newRequestId,
  problemsOf,
  takeFiles,
  type Chosen,
  type Draft,
  type RefusedFile,
} from './draft.ts';
import { MaterialField } from './MaterialField.tsx';

interface ApplicationFormProps {
  /** what was there before; an open application is added to */
  before: ApplicationStatus;
  notices: readonly string[];
  /** whose form it is, for what is kept of it */
  owner: string;
  onSent: () => void;
}

/** RK7: the form. What is typed and chosen stays whatever goes wrong. */
export function ApplicationForm({ before, notices, owner, onSent }: ApplicationFormProps) {
  const { calls, state } = useSite();
  const [first] = useState(() => firstDraft(owner, before));
  const [draft, setDraft] = useState(first.draft);
  const [chosen, setChosen] = useState<Chosen>([]);
  const [refused, setRefused] = useState<RefusedFile[]>([]);
  // what the server found; it is believed until the field changes
  const [told, setTold] = useState<Problem[]>([]);
  const [failure, setFailure] = useState('');
  const [refusals, setRefusals] = useState(0);
  const [sending, setSending] = useState(false);
  // one submission however often it is sent, until the server has said something about it
  const requestId = useRef(newRequestId());
  const signTime = useRef('');
  const summary = useRef<HTMLDivElement>(null);
  const id = useId();
  // nobody is told of what they have not come to yet; once told, it is as true as the form is now
  const problems = refusals > 0 ? [...problemsOf(draft, chosen, before), ...told] : [];
  const isAddition = before.state === 'supplement';
  const waiting = chosen.length - askedFiles(draft, chosen).length;

  // what went wrong takes the focus when it is told, not while it is being mended
  useEffect(() => {
    if (refusals > 0) summary.current?.focus();
  }, [refusals]);

  function refuse(words = '', found: Problem[] = []) {
    setTold(found);
    setFailure(words);
    setRefusals((times) => times + 1);
  }

  function change(part: Partial<Draft>) {
    if (part.riskNoticeRead || part.sensitiveConsent) signTime.current = new Date().toISOString();
    const next = { ...draft, ...part };
    setDraft(next);
    keepDraft(owner, next);
    setTold((problem) => problem.filter(({ field }) => !(field in part)));
  }

  function addFiles(kind: MaterialKind, files: File[]) {
    const found = takeFiles(kind, files, askedFiles(draft, chosen));
    setRefused((others) => [...others.filter((one) => one.kind !== kind), ...found.refused]);
    if (found.taken.length > 0) changeFiles(kind, [...chosen, ...found.taken]);
  }

  function changeFiles(kind: MaterialKind, next: Chosen) {
    setChosen(next);
    setTold((problem) => problem.filter(({ field }) => field !== 'materials' && field !== `materials.${kind}`));
  }

  async function send(event: FormEvent) {
    event.preventDefault();
    if (sending) return;
    if (problemsOf(draft, chosen, before).length > 0) return refuse();
    setTold([]);
    setFailure('');
    setSending(true);
    try {
      await calls.upload(paths.proConfirm, bodyOf(draft, chosen, requestId.current, signTime.current));
      keepDraft(owner, null);
      onSent();
    } catch (error) {
      const failed = asCallFailed(error);
      const found = readProblems(failed.envelope?.data);
      // ER6: the visitor is on the way to the login, and finds here afterwards what was typed
      if (failed.outcome === 'code -0801107') keepDraft(owner, draft);
      refuse(found.length > 0 ? '' : `没有提交成功：${failed.message}。您填写的内容都还在。`, found);
      // refused is refused: what is sent next is another submission
      if (failed.code !== '') requestId.current = newRequestId();
    } finally {
      setSending(false);
    }
  }

  const fieldState = (field: string): FieldState => ({
    id: `${id}-${field}`,
    problems: problems.filter((one) => one.field === field).map(({ text }) => text),
  });
  const amount = (field: DeclaredNumber) => (
    <Field {...fieldState(field)} label={DECLARED_NUMBERS[field].name} unit={DECLARED_NUMBERS[field].unit}>
      {(shared) => (
        <input
          {...shared}
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          value={draft[field]}
          onChange={(event) => change({ [field]: event.target.value })}
        />
      )}
    </Field>
  );
  const isFirm = draft.applyType === 'A';

  return (
    <form className="application" noValidate aria-labelledby={`${id}-title`} onSubmit={(event) => void send(event)}>
      <h2 id={`${id}-title`}>{isAddition ? '补充材料' : before.state === '' ? '提交申请' : '重新申请'}</h2>
      {first.isKept && (
        <p className="application__kept">已恢复您上次填写的内容。文件无法保留，请重新选择；告知与同意请重新勾选。</p>
      )}
      <Problems of={problems} failure={failure} idOf={(field) => `${id}-${field}`} focus={summary} />
      <fieldset className="application__group application__types">
        <legend>申请类别</legend>
        {APPLY_TYPES.map((type) => (
          <label key={type} className="application__choice">
            <input
              type="radio"
              name={`${id}-type`}
              value={type}
              checked={draft.applyType === type}
              onChange={() => change({ applyType: type })}
            />
            {APPLY_TYPE_NAMES[type]}
          </label>
        ))}
      </fieldset>
      {!isFirm && (
        <fieldset className="application__group application__fields">
          <legend>资产、收入与经历</legend>
          {amount('assets')}
          {amount('income')}
          {amount('experienceYears')}
          <Field {...fieldState('jobType')} label="工作经历">
            {(shared) => (
              <select
                {...shared}
                value={draft.jobType}
                onChange={(event) => change({ jobType: event.target.value as Draft['jobType'] })}
              >
                {JOB_TYPES.map((type) => (
                  <option key={type} value={type}>
                    {JOB_TYPE_NAMES[type]}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </fieldset>
      )}
      <fieldset
        className="application__group"
        id={`${id}-materials`}
        tabIndex={-1}
        aria-describedby={`${id}-materials-hint ${id}-materials-problem`}
      >
        <legend>{isAddition ? '补充的材料（至少上传一份）' : '证明材料'}</legend>
        {isAddition && before.reason !== '' && (
          <div className="applied__reason">
            <h3>需要补充</h3>
            <p>{before.reason}</p>
          </div>
        )}
        <p className="application__hint" id={`${id}-materials-hint`}>
          {isAddition && '以前提交的材料不必重新上传。'}PDF、JPG 或 PNG，每个不超过 10 MB，一次最多 8 个、合计不超过 40
          MB。与申请无关的信息可以遮盖。
        </p>
        <FieldProblems {...fieldState('materials')} />
        <div className="application__materials">
          {askedMaterials(draft, before).map((asked) => (
            <MaterialField
              key={asked.kind}
              {...fieldState(`materials.${asked.kind}`)}
              asked={asked}
              isAddition={isAddition}
              chosen={chosen.filter(({ kind }) => kind === asked.kind)}
              refused={refused.filter(({ kind }) => kind === asked.kind)}
              onAdd={addFiles}
              onRemove={(one) => {
                setRefused([]);
                changeFiles(
                  one.kind,
                  chosen.filter((other) => other !== one),
                );
              }}
            />
          ))}
        </div>
        {waiting > 0 && (
          <p className="application__hint">{`另有 ${waiting} 个已选择的文件属于其他申请类别，这次不会提交；改回原来的类别后还在。`}</p>
        )}
      </fieldset>
      <fieldset className="application__group">
        <legend>风险告知与承诺</legend>
        <div className="application__notices">
          {notices.map((notice) => (
            <p key={notice}>{notice}</p>
          ))}
        </div>
        <Field {...fieldState('riskNoticeRead')} label="" check>
          {(shared) => (
            <label className="application__choice">
              <input
                {...shared}
                type="checkbox"
                checked={draft.riskNoticeRead}
                onChange={(event) => change({ riskNoticeRead: event.target.checked })}
              />
              我已阅读并同意以上内容
            </label>
          )}
        </Field>
        <Field {...fieldState('sensitiveConsent')} label="" check>
          {(shared) => (
            <label className="application__choice">
              <input
                {...shared}
                type="checkbox"
                checked={draft.sensitiveConsent}
                onChange={(event) => change({ sensitiveConsent: event.target.checked })}
              />
              我单独同意：为核实投资者条件，处理本次填写和上传的资产、收入、投资经历等敏感个人信息
            </label>
          )}
        </Field>
        <p className="application__hint">
          为什么需要、谁能看到、保存多久，见{/* beside the form: chosen files go with the page */}
          <a href={withBase(state.base, '/legal/privacy')} target="_blank" rel="noopener">
            隐私政策<span className="unseen">（新窗口打开）</span>
          </a>
          第八部分。不同意的，可以继续以普通投资者的身份使用本网站。
        </p>
      </fieldset>
      <p className="application__actions">
        <button type="submit" className="button" aria-disabled={sending}>
          {sending ? '正在提交…' : isAddition ? '提交补充材料' : '提交申请'}
        </button>
        <span role="status">{sending ? '正在上传，请不要关闭页面。' : ''}</span>
      </p>
    </form>
  );
}
