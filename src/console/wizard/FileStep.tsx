import { Alert, Select } from 'antd';
import { useNavigate } from 'react-router-dom';
import { BusyUploads, useBusyUploads } from '../files/busy-uploads.ts';
import { FileDrop } from '../files/FileDrop.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Field } from './Field.tsx';
import { useWizardFile } from './use-wizard-file.ts';
import type { Wizard } from './use-wizard.ts';
import { addressOf } from './wizard-state.ts';
import { StepButtons } from './WizardScreen.tsx';

/** The file of a new table. Once it is read the way leads on by itself, unless a sheet has to be chosen. */
export function FileStep({ wizard }: { wizard: Wizard }) {
  const { state } = wizard;
  const { read, isReading, problem } = useWizardFile(wizard);
  const { sheets = [] } = state;
  const { isUploading, count } = useBusyUploads();
  const navigate = useNavigate();

  return (
    <>
      <Panel title="表格文件">
        {problem !== '' && (
          <Alert type="error" showIcon className="above-form" title="这个文件不能使用" description={problem} />
        )}
        {state.file && !isReading && problem === '' && (
          <p className="wizard-file">{`已上传：${state.file.filename}${state.file.sheet === '' ? '' : `，工作表“${state.file.sheet}”`}。再上传一个文件会换掉它，已有的设置按列的标题保留。`}</p>
        )}
        <BusyUploads value={count}>
          <FileDrop
            label={state.file ? '换一个文件' : '选择文件'}
            hint="可以是 .xlsx（Excel、WPS）或 .csv。"
            accept=".xlsx,.csv"
            disabled={isReading}
            onStored={({ filepath, filename }) => void read({ filepath, filename, sheet: '' })}
          />
        </BusyUploads>
        {isReading && (
          <p role="status" className="wizard-file">
            正在读取表格。几万行的文件可能要半分钟。
          </p>
        )}
        {sheets.length > 1 && state.file && (
          <Field label="工作表" hint={`文件有 ${sheets.length} 个工作表，请选择要公示的一个`}>
            {(given) => (
              <Select
                {...given}
                disabled={isReading}
                value={state.file!.sheet}
                options={sheets.map((value) => ({ value, label: value }))}
                // answers belong to rows and columns of one sheet
                onChange={(sheet: string) => void read({ ...state.file!, answers: {}, sheet })}
              />
            )}
          </Field>
        )}
      </Panel>
      <Panel title="文件应当怎样">
        <ul className="bullets">
          <li>第一行或表名下面的一行是标题，每列一个标题，不用合并单元格。</li>
          <li>标题下面每行一条数据，不要有合计、注释。</li>
          <li>编号、代码最好是文本格式，以免丢失前面的零。</li>
        </ul>
      </Panel>
      <StepButtons
        kind="table"
        step="file"
        disabled={isUploading || isReading}
        {...(state.file && state.table && { onNext: () => void navigate(addressOf('table', 'fields')) })}
      />
    </>
  );
}
