import { Alert } from 'antd';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { AnswerOf } from '#wire/console-calls.ts';
import type { TableCheck, WizardFile, WizardTable } from '#wire/wizard.ts';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { Failure } from '../parts/Failure.tsx';
import { Loading } from '../parts/Loading.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Doubled } from './Doubled.tsx';
import { problemOf } from './Field.tsx';
import { FileColumns } from './FileColumns.tsx';
import { focusFirstProblem } from './focus-in.ts';
import { FileReport, MendedFile } from './FileReport.tsx';
import { Questions } from './Questions.tsx';
import { SampleRows } from './SampleRows.tsx';
import { UploadMessage } from './UploadMessage.tsx';
import { useProposal } from './use-proposal.ts';
import { useTableCheck } from './use-table-check.ts';
import { useWizardFile } from './use-wizard-file.ts';
import type { Wizard } from './use-wizard.ts';
import { addressOf } from './wizard-state.ts';
import { StepButtons } from './WizardScreen.tsx';

/** Fields that columns of the file become, beside the rows of the file. */
export function FieldsStep({ wizard }: { wizard: Wizard }) {
  const { file, table } = wizard.state;
  const { data, error, mutate } = useProposal(file);
  if (!file || !table) {
    return (
      <EmptyNote title="还没有上传文件">
        <Link to={addressOf('table', 'file')}>先上传要公示的表格</Link>
      </EmptyNote>
    );
  }
  if (error !== undefined) return <Failure error={error} retry={() => void mutate()} />;
  return data ? <Fields wizard={wizard} file={file} table={table} proposal={data} /> : <Loading />;
}

type Proposed = AnswerOf<'GET /wizard/table'>;

interface Props {
  wizard: Wizard;
  file: WizardFile;
  table: WizardTable;
  proposal: Proposed;
}

function Fields({ wizard, file, table, proposal }: Props) {
  const navigate = useNavigate();
  const again = useWizardFile(wizard);
  const { check, failure, isWhole, whole } = useTableCheck(file, table);
  const [stop, setStop] = useState('');
  const put = (next: WizardTable): void => {
    setStop('');
    wizard.change({ table: next });
  };
  const go = async (): Promise<void> => {
    const found = await whole(proposal.rowsRead);
    if (!found) return;
    const words = stopWords(found);
    if (words === '') await navigate(addressOf('table', 'display'));
    else focusFirstProblem(() => setStop(words));
  };
  const isMended = file.fillMerged === true || file.leaveNotes === true || Object.keys(file.answers ?? {}).length > 0;
  const showsReport = check && (check.misfitCount > 0 || (check.report?.problems.length ?? 0) > 0 || isMended);
  const report = showsReport ? check.report : null;
  return (
    <>
      <UploadMessage wizard={wizard} />
      <Doubled of={proposal.doubled} />
      {stop !== '' && (
        <Alert type="error" showIcon role="alert" className="above-form" title="还不能进入下一步" description={stop} />
      )}
      {failure !== '' && <Alert type="error" showIcon className="above-form" title={failure} />}
      <Questions
        wizard={wizard}
        table={table}
        questions={proposal.questions}
        proposed={proposal.table}
        onChange={put}
      />
      <Panel
        title="字段"
        extra={
          <span className="quiet">{`标题在第 ${proposal.headerRow} 行，共 ${proposal.rows.toLocaleString('zh-CN')} 行数据`}</span>
        }
      >
        {proposal.remarks.map((remark) => (
          <p key={remark} className="quiet">
            {remark}
          </p>
        ))}
        <p className={problemOf(check?.problems ?? [], 'key') === '' ? 'quiet' : 'field-problem'}>
          {problemOf(check?.problems ?? [], 'key') ||
            `主键：${proposal.reasons.key}。以后再导入时，按主键认出新增、修改和删除的行。`}
        </p>
        <FileColumns table={table} proposal={proposal} check={check} onChange={put} />
      </Panel>
      {report && (
        <>
          <FileReport
            report={report}
            asked={{ ...file, table }}
            rows={proposal.rowsRead}
            onMend={(mends) => void again.read({ ...file, ...mends })}
            isBusy={again.isReading}
          />
          {again.problem !== '' && <Alert type="error" showIcon role="alert" title={again.problem} />}
          <MendedFile wizard={wizard} />
        </>
      )}
      <Panel title="文件中的前几行" extra={<span className="quiet">{sampleWords(check)}</span>}>
        <SampleRows table={table} samples={proposal.samples} misfits={check?.misfits ?? []} />
      </Panel>
      <StepButtons
        kind="table"
        step="fields"
        next={isWhole ? `正在检查全部 ${proposal.rows.toLocaleString('zh-CN')} 行` : '下一步'}
        isBusy={isWhole}
        onNext={() => void go()}
      />
    </>
  );
}

const sampleWords = (check: TableCheck | undefined): string => {
  if (!check || check.checkedRows === 0) return '';
  const rows = check.checkedRows.toLocaleString('zh-CN');
  return check.misfitCount === 0
    ? `已检查 ${rows} 行，都符合所选的类型`
    : `已检查 ${rows} 行，有 ${check.misfitCount} 格不符合`;
};

function stopWords({ problems, misfits, misfitCount }: TableCheck): string {
  // problems of the display belong to the next step
  const here = problems.find(({ step }) => step !== 'display');
  if (here) return here.message;
  if (misfitCount === 0) return '';
  const some = misfits.slice(0, 3).map(({ cell, value, message }) => `${cell}“${value}”：${message}`);
  return `有 ${misfitCount} 个单元格不正确，全部列在下面的“检查结果”中。请改正文件后重新上传，或修改字段。${some.join('；')}`;
}
