import { useId } from 'react';
import {
  APPLY_TYPE_NAMES,
  APPLY_TYPES,
  DECLARED_NUMBERS,
  JOB_TYPE_NAMES,
  JOB_TYPES,
  type DeclaredNumber,
} from '#rules/people/professional-investor.ts';
import { withBase } from '#rules/addresses/site-address.ts';
import { useSite } from '../../moves/site-context.ts';
import type { ApplicationStatus } from './application.ts';
import { requiredMaterials, type Draft } from './draft.ts';
import { Field, FieldProblems, Problems, type FieldState } from './Field.tsx';
import { MaterialField } from './MaterialField.tsx';
import { useApplication, type Application } from './use-application.ts';

interface ApplicationFormProps {
  /** the application before; an open one is added to */
  before: ApplicationStatus;
  notices: readonly string[];
  /** the form's customer, for its stored draft */
  owner: string;
  onSent: () => void;
}

/** RK7: the form. What is typed and chosen stays whatever goes wrong. */
export function ApplicationForm({ before, notices, owner, onSent }: ApplicationFormProps) {
  const application = useApplication({ before, owner, onSent });
  const { draft, problems, sending } = application;
  const id = useId();
  const isAddition = before.state === 'supplement';
  const stateOf = (field: string): FieldState => ({
    id: `${id}-${field}`,
    problems: problems.filter((one) => one.field === field).map(({ text }) => text),
  });
  const group = { application, before, isAddition, id, stateOf };
  return (
    <form
      className="application"
      noValidate
      aria-labelledby={`${id}-title`}
      onSubmit={(event) => void application.send(event)}
    >
      <h2 id={`${id}-title`}>{isAddition ? '补充材料' : before.state === '' ? '提交申请' : '重新申请'}</h2>
      {application.isRestored && (
        <p className="application__kept">已恢复您上次填写的内容。文件无法保留，请重新选择；告知与同意请重新勾选。</p>
      )}
      <Problems
        of={problems}
        failure={application.failure}
        idOf={(field) => `${id}-${field}`}
        focus={application.summary}
      />
      <TypeGroup {...group} />
      {draft.applyType !== 'A' && <DeclaredGroup {...group} />}
      <MaterialsGroup {...group} />
      <ConsentGroup {...group} notices={notices} />
      <p className="application__actions">
        <button type="submit" className="button" aria-disabled={sending}>
          {sending ? '正在提交…' : isAddition ? '提交补充材料' : '提交申请'}
        </button>
        <span role="status">{sending ? '正在上传，请不要关闭页面。' : ''}</span>
      </p>
    </form>
  );
}

interface GroupProps {
  application: Application;
  before: ApplicationStatus;
  isAddition: boolean;
  /** id of the form; ids of its parts begin with it */
  id: string;
  stateOf: (field: string) => FieldState;
}

const TypeGroup = ({ application: { draft, change }, id }: GroupProps) => (
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
);

/** Fields that persons declare of themselves; firms declare nothing. */
function DeclaredGroup({ application: { draft, change }, stateOf }: GroupProps) {
  const amount = (field: DeclaredNumber) => (
    <Field {...stateOf(field)} label={DECLARED_NUMBERS[field].name} unit={DECLARED_NUMBERS[field].unit}>
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
  return (
    <fieldset className="application__group application__fields">
      <legend>资产、收入与经历</legend>
      {amount('assets')}
      {amount('income')}
      {amount('experienceYears')}
      <Field {...stateOf('jobType')} label="工作经历">
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
  );
}

function MaterialsGroup({ application, before, isAddition, id, stateOf }: GroupProps) {
  const { draft, chosen, refused, waiting, addFiles, removeFile } = application;
  return (
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
      <FieldProblems {...stateOf('materials')} />
      <div className="application__materials">
        {requiredMaterials(draft, before).map((material) => (
          <MaterialField
            key={material.kind}
            {...stateOf(`materials.${material.kind}`)}
            asked={material}
            isAddition={isAddition}
            chosen={chosen.filter(({ kind }) => kind === material.kind)}
            refused={refused.filter(({ kind }) => kind === material.kind)}
            onAdd={addFiles}
            onRemove={removeFile}
          />
        ))}
      </div>
      {waiting > 0 && (
        <p className="application__hint">{`另有 ${waiting} 个已选择的文件属于其他申请类别，这次不会提交；改回原来的类别后还在。`}</p>
      )}
    </fieldset>
  );
}

function ConsentGroup({
  application: { draft, change },
  stateOf,
  notices,
}: GroupProps & { notices: readonly string[] }) {
  const { state } = useSite();
  const consent = (field: 'riskNoticeRead' | 'sensitiveConsent', words: string) => (
    <Field {...stateOf(field)} label="" check>
      {(shared) => (
        <label className="application__choice">
          <input
            {...shared}
            type="checkbox"
            checked={draft[field]}
            onChange={(event) => change({ [field]: event.target.checked })}
          />
          {words}
        </label>
      )}
    </Field>
  );
  return (
    <fieldset className="application__group">
      <legend>风险告知与承诺</legend>
      <div className="application__notices">
        {notices.map((notice) => (
          <p key={notice}>{notice}</p>
        ))}
      </div>
      {consent('riskNoticeRead', '我已阅读并同意以上内容')}
      {consent(
        'sensitiveConsent',
        '我单独同意：为核实投资者条件，处理本次填写和上传的资产、收入、投资经历等敏感个人信息',
      )}
      <p className="application__hint">
        为什么需要、谁能看到、保存多久，见{/* in a new window: chosen files would go with the page */}
        <a href={withBase(state.base, '/legal/privacy')} target="_blank" rel="noopener">
          隐私政策<span className="unseen">（新窗口打开）</span>
        </a>
        第八部分。不同意的，可以继续以普通投资者的身份使用本网站。
      </p>
    </fieldset>
  );
}
