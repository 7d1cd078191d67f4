import { Alert, Button } from 'antd';
import { useState } from 'react';
import type { FileMends, ImportReportView } from '#wire/register-answers.ts';
import type { ParamsOf } from '#wire/console-calls.ts';
import { wordsOf } from '../calls/call.ts';
import { saveFile } from '../calls/save-file.ts';
import { FileDrop } from '../files/FileDrop.tsx';
import { FileMending } from '../registers/FileMending.tsx';
import { ImportReport } from '../registers/ImportReport.tsx';
import type { Wizard } from './use-wizard.ts';
import { useWizardFile } from './use-wizard-file.ts';

interface Props {
  report: ImportReportView;
  /** params of the marked file */
  asked: ParamsOf<'POST /wizard/errors.xlsx'>;
  /** rows of the file; more than the report looked at, where it is of the first ones alone */
  rows?: number;
  /** reads the file otherwise (RG43) */
  onMend: (mends: FileMends) => void;
  isBusy?: boolean;
}

/** RG17: what is wrong with the file, as an import reports it, with the marked file to be saved. */
export function FileReport({ report, asked, rows = report.rowsRead, onMend, isBusy = false }: Props) {
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState('');
  const save = async (): Promise<void> => {
    setSaving(true);
    setFailure('');
    try {
      await saveFile('POST /wizard/errors.xlsx', asked);
    } catch (reason) {
      setFailure(wordsOf(reason));
    } finally {
      setSaving(false);
    }
  };
  return (
    <>
      {failure !== '' && <Alert type="error" showIcon role="alert" className="above-form" title={failure} />}
      <ImportReport
        report={report}
        errorsHref={null}
        isPart={report.rowsRead < rows}
        amend={<FileMending report={report} mends={asked} onChange={onMend} isBusy={isBusy} />}
        action={
          report.badRows > 0 && (
            <Button type="primary" loading={isSaving} onClick={() => void save()}>
              下载标出错误的文件
            </Button>
          )
        }
      />
    </>
  );
}

/** Upload of the corrected file, beside the errors that the former one had. */
export function MendedFile({ wizard }: { wizard: Wizard }) {
  const { read, isReading, problem } = useWizardFile(wizard, { keepsSheet: true });
  return (
    <div className="wizard-mended">
      {problem !== '' && (
        <Alert
          type="error"
          showIcon
          role="alert"
          className="above-form"
          title="这个文件不能使用"
          description={problem}
        />
      )}
      <FileDrop
        label="上传改正后的文件"
        hint="可以直接改正下载的文件。已有的设置按列的标题保留。"
        accept=".xlsx,.csv"
        disabled={isReading}
        onStored={({ filepath, filename }) => void read({ filepath, filename, sheet: '' })}
      />
      {isReading && <p role="status">正在读取表格。几万行的文件可能要半分钟。</p>}
    </div>
  );
}
