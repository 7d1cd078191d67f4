import { Alert } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Copyable } from '#wire/wizard.ts';
import { useRead } from '../calls/use-calls.ts';
import { FileDrop } from '../files/FileDrop.tsx';
import { ChannelSelect } from '../parts/ChannelSelect.tsx';
import { Failure } from '../parts/Failure.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Field } from './Field.tsx';
import { focusFirstProblem } from './focus-in.ts';
import type { Wizard } from './use-wizard.ts';
import { addressOf } from './wizard-state.ts';
import { StepButtons } from './WizardScreen.tsx';

/** Choice of the channel that is copied, and of its parts to take over; rows come from a file of their own. */
export function CopyStep({ wizard: { state, change } }: { wizard: Wizard }) {
  const { copyOf, file } = state;
  const navigate = useNavigate();
  const [showsMissing, setShowsMissing] = useState(false);
  const { data, error, mutate } = useRead('GET /wizard/copy', copyOf === '' ? null : { channelId: copyOf });
  const go = (): void => {
    if (copyOf !== '') void navigate(addressOf('copy', 'channel'));
    else focusFirstProblem(() => setShowsMissing(true));
  };
  const [first] = data?.registers ?? [];
  return (
    <>
      <Panel title="要复制的栏目">
        <div className="wide-form">
          <Field
            label="栏目"
            isRequired
            hint="可以按名称查找"
            missing={copyOf === '' ? '请选择要复制的栏目' : ''}
            showsMissing={showsMissing}
          >
            {(given) => (
              <ChannelSelect
                {...given}
                act="content.read"
                value={copyOf || null!}
                onChange={(channelId: string) => change({ copyOf: channelId, file: null })}
              />
            )}
          </Field>
        </div>
        {error !== undefined && <Failure error={error} retry={() => void mutate()} />}
        {data && <Taken of={data} />}
      </Panel>
      {first && (
        <Panel title="数据（可以以后再导入）">
          <p className="quiet">{`表格的列应与“${first.title}”相同：${first.columns.join('、')}。不上传文件，栏目先是空表。`}</p>
          {file && <p className="wizard-file">{`已上传：${file.filename}`}</p>}
          <FileDrop
            label={file ? '换一个文件' : '选择文件'}
            hint="可以是 .xlsx（Excel、WPS）或 .csv。"
            accept=".xlsx,.csv"
            onStored={({ filepath, filename }) => change({ file: { filepath, filename, sheet: '' } })}
          />
        </Panel>
      )}
      <StepButtons kind="copy" step="content" onNext={go} />
    </>
  );
}

function Taken({ of: { registers, hasPage } }: { of: Copyable }) {
  if (registers.length === 0 && !hasPage)
    return (
      <Alert
        type="info"
        showIcon
        title="这个栏目使用通用页面，没有登记表"
        description="复制后是一个空栏目，内容在“文章”中发布。要新建文章列表，直接选“文章列表”更快。"
      />
    );
  return (
    <>
      <p>将复制：</p>
      <ul className="bullets">
        {registers.map(({ register, title, columns }) => (
          <li key={register}>{`登记表“${title}”的定义：${columns.length} 列`}</li>
        ))}
        {hasPage && <li>页面设置</li>}
      </ul>
    </>
  );
}
