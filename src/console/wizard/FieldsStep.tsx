import { Alert } from 'antd';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { AnswerOf } from '#wire/console-calls.ts';
import type { TableCheck, TableProposal, WizardColumn, WizardFile, WizardTable } from '#wire/wizard.ts';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { Failure } from '../parts/Failure.tsx';
import { Loading } from '../parts/Loading.tsx';
import { Panel } from '../parts/Panel.tsx';
import { ColumnRow } from './ColumnRow.tsx';
import { Doubled } from './Doubled.tsx';
import { problemOf } from './Field.tsx';
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

/** What each column of the file becomes, beside the rows of the file. */
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
  const put = (changed: Partial<WizardTable>): void => {
    setStop('');
    wizard.change({ table: { ...table, ...changed } });
  };
  const go = async (): Promise<void> => {
    const found = await whole(proposal.rowsRead);
    if (!found) return;
    const words = stopWords(found);
    if (words === '') await navigate(addressOf('table', 'display'));
    else focusFirstProblem(() => setStop(words));
  };
  const isMended = file.fillMerged === true || file.leaveNotes === true || Object.keys(file.answers ?? {}).length > 0;
  const isTold = check && (check.misfitCount > 0 || (check.report?.problems.length ?? 0) > 0 || isMended);
  const report = isTold ? check.report : null;
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
        proposed={proposal.table.columns}
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
        <Columns table={table} proposal={proposal} check={check} onChange={put} />
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
        <SampleRows columns={table.columns} samples={proposal.samples} misfits={check?.misfits ?? []} />
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
  // how it is shown is the next step's matter
  const here = problems.find(({ step }) => step !== 'display');
  if (here) return here.message;
  if (misfitCount === 0) return '';
  const some = misfits.slice(0, 3).map(({ cell, value, message }) => `${cell}“${value}”：${message}`);
  return `有 ${misfitCount} 个单元格不正确，全部列在下面的“检查结果”中。请改正文件后重新上传，或修改字段。${some.join('；')}`;
}

function Columns({
  table,
  proposal,
  check,
  onChange,
}: {
  table: WizardTable;
  proposal: TableProposal;
  check: TableCheck | undefined;
  onChange: (changed: Partial<WizardTable>) => void;
}) {
  const inFile = [...table.columns].sort((a, b) => a.place - b.place);
  const replace = (column: WizardColumn, before: WizardColumn): void => {
    const named = (names: readonly string[]) =>
      names.map((name) => (name.replace(/^-/, '') === before.name ? name.replace(before.name, column.name) : name));
    onChange({
      columns: table.columns.map((one) => (one.place === column.place ? column : one)),
      key: named(table.key),
      filters: named(table.filters).filter((name) => name !== column.name || isOpen(column)),
      search: named(table.search).filter((name) => name !== column.name || (isOpen(column) && column.type === 'text')),
      order: named(table.order).filter(
        (name) =>
          name.replace(/^-/, '') !== column.name ||
          (column.visibility !== 'left-out' && column.visibility !== 'by-level'),
      ),
      ...(table.verify && {
        verify: {
          ...table.verify,
          show: named(table.verify.show).filter((name) => name !== column.name || isOpen(column)),
          // one that means nothing any more is told, not dropped
          ...(table.verify.ended && { ended: { ...table.verify.ended, field: named([table.verify.ended.field])[0]! } }),
        },
      }),
    });
  };
  return (
    <table className="wizard-columns">
      <thead>
        <tr>
          <th scope="col">文件中的列</th>
          <th scope="col">标题</th>
          <th scope="col">类型</th>
          <th scope="col">是否公开</th>
          <th scope="col">必填</th>
          <th scope="col">主键</th>
          <th scope="col">更多</th>
        </tr>
      </thead>
      <tbody>
        {inFile.map((column) => (
          <ColumnRow
            key={column.place}
            column={column}
            isKey={table.key.includes(column.name)}
            reasons={proposal.columnReasons[column.place] ?? []}
            values={proposal.samples.flatMap(({ cells }) => (cells[column.place] ? [cells[column.place]!] : []))}
            asksUnit={proposal.table.columns.some(
              ({ place, type, unit }) => place === column.place && type === 'money' && unit === '',
            )}
            problems={(check?.problems ?? []).filter(({ place }) => place === column.place)}
            misfits={(check?.misfits ?? []).filter(({ place }) => place === column.place)}
            onChange={(changed) => replace({ ...column, ...changed }, column)}
            onKey={(isKey) =>
              onChange({ key: isKey ? [...table.key, column.name] : table.key.filter((name) => name !== column.name) })
            }
          />
        ))}
      </tbody>
    </table>
  );
}

const isOpen = ({ visibility }: WizardColumn): boolean => visibility === 'shown' || visibility === 'no-download';
