import { useEffect, useId, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { APPLY_TYPE_NAMES, APPLY_TYPES, JOB_TYPE_NAMES, JOB_TYPES } from '#rules/professional-investor.ts';
import { withBase } from '#rules/site-address.ts';
import { asCallFailed } from '#wire/outcomes.ts';
import { paths } from '#wire/paths.ts';
import { useSite } from '../../site-context.ts';
import { readProblems, type ApplicationStatus, type Problem } from './application.ts';
import { Field, Problems, type FieldState } from './Field.tsx';
import { askedMaterials, bodyOf, firstDraft, keepDraft, newRequestId, problemsOf, type Chosen, type Draft } from './draft.ts';
import { MaterialField } from './MaterialField.tsx';

interface ApplicationFormProps {
  /** what was there before; an open application is added to */
  before: ApplicationStatus;
  notices: readonly string[];
  /** whose form it is, for what is kept of it */
  owner: () => string;
  onSent: () => void;
}

/** RK7: the form. What is typed and chosen stays whatever goes wrong. */
export function ApplicationForm({ before, notices, owner, onSent }: ApplicationFormProps) {
  const { calls, state } = useSite();
  const [draft, setDraft] = useState(() => firstDraft(owner(), before));
  const [chosen, setChosen] = useState<Chosen>([]);
  const [problems, setProblems] = useState<Problem[]>([]);
  const [failure, setFailure] = useState('');
  const [refusals, setRefusals] = useState(0);
  const [sending, setSending] = useState(false);
  // one submission however often it is sent, until the server has said something about it
  const requestId = useRef(newRequestId());
  const signTime = useRef('');
  const summary = useRef<HTMLDivElement>(null);
  const id = useId();

  // what went wrong takes the focus when it is told, not while it is being mended
  useEffect(() => {
    if (refusals > 0) summary.current?.focus();
  }, [refusals]);

  function refuse(found: Problem[], words = '') {
    setProblems(found);
    setFailure(words);
    setRefusals((times) => times + 1);
  }

  function change(part: Partial<Draft>) {
    if (part.riskNoticeRead || part.sensitiveConsent) signTime.current = new Date().toISOString();
    const next = { ...draft, ...part };
    setDraft(next);
    keepDraft(owner(), next);
    setProblems((told) => told.filter(({ field }) => !(field in part)));
  }

  async function send(event: FormEvent) {
    event.preventDefault();
    if (sending) return;
    const found = problemsOf(draft, chosen, before);
    if (found.length > 0) return refuse(found);
    setProblems([]);
    setFailure('');
    setSending(true);
    try {
      await calls.upload(paths.proConfirm, bodyOf(draft, chosen, requestId.current, signTime.current));
      keepDraft(owner(), null);
      onSent();
    } catch (error) {
      const failed = asCallFailed(error);
      const told = readProblems(failed.envelope?.data);
      refuse(told, told.length === 0 ? failed.message : '');
      // refused is refused: what is sent next is another submission
      if (failed.code !== '') requestId.current = newRequestId();
    } finally {
      setSending(false);
    }
  }

  const fieldState = (field: string): FieldState => ({ id: `${id}-${field}`, problem: problems.find((one) => one.field === field)?.text ?? '' });
  const amount = (field: 'assets' | 'income' | 'experienceYears', label: string, unit: string) => (
    <Field {...fieldState(field)} label={label} unit={unit}>
      {(shared) => <input {...shared} inputMode="decimal" autoComplete="off" maxLength={12} value={draft[field]} onChange={(event) => change({ [field]: event.target.value })} />}
    </Field>
  );
  const isFirm = draft.applyType === 'A';

  return (
    <form className="application" noValidate aria-labelledby={`${id}-title`} onSubmit={(event) => void send(event)}>
      <h2 id={`${id}-title`}>{before.state === 'supplement' ? '补充材料' : before.state === '' ? '提交申请' : '重新申请'}</h2>
      <Problems of={problems} failure={failure} idOf={(field) => `${id}-${field}`} focus={summary} />
      <fieldset className="application__group">
        <legend>申请类别</legend>
        {APPLY_TYPES.map((type) => (
          <label key={type} className="application__choice">
            <input type="radio" name={`${id}-type`} value={type} checked={draft.applyType === type} onChange={() => change({ applyType: type })} />
            {APPLY_TYPE_NAMES[type]}
          </label>
        ))}
      </fieldset>
      {!isFirm && (
        <fieldset className="application__group application__fields">
          <legend>资产、收入与经历</legend>
          {amount('assets', '金融资产', '万元')}
          {amount('income', '近三年年均收入', '万元')}
          {amount('experienceYears', '投资经历', '年')}
          <Field {...fieldState('jobType')} label="工作经历">
            {(shared) => (
              <select {...shared} value={draft.jobType} onChange={(event) => change({ jobType: event.target.value as Draft['jobType'] })}>
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
      <fieldset className="application__group">
        <legend>证明材料</legend>
        <p className="application__hint">PDF、JPG 或 PNG，每个不超过 10 MB，一次最多 8 个、合计不超过 40 MB。与申请无关的信息可以遮盖。</p>
        {askedMaterials(draft).map(({ kind, needed }) => (
          <MaterialField key={kind} kind={kind} needed={needed && before.state !== 'supplement'} {...fieldState(`materials.${kind}`)} chosen={chosen} onChange={(next) => {
            setChosen(next);
            setProblems((told) => told.filter(({ field }) => field !== `materials.${kind}`));
          }} />
        ))}
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
              <input {...shared} type="checkbox" checked={draft.riskNoticeRead} onChange={(event) => change({ riskNoticeRead: event.target.checked })} />
              我已阅读并同意以上内容
            </label>
          )}
        </Field>
        <Field {...fieldState('sensitiveConsent')} label="" check>
          {(shared) => (
            <label className="application__choice">
              <input {...shared} type="checkbox" checked={draft.sensitiveConsent} onChange={(event) => change({ sensitiveConsent: event.target.checked })} />
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
          {sending ? '正在提交…' : before.state === 'supplement' ? '提交补充材料' : '提交申请'}
        </button>
        <span role="status">{sending ? '正在上传，请不要关闭页面。' : ''}</span>
      </p>
    </form>
  );
}
