import { Alert, App, Button, Form } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { LONG_TIMEOUT, wordsOf } from '#console/calls/call.ts';
import { useChanged, useSend } from '#console/calls/use-calls.ts';
import { useSubmit } from '#console/calls/use-submit.ts';
import { returnReason, ReturnReason } from '#console/editor/ReturnReason.tsx';
import type { EditProps } from '#console/editor/edition-form.ts';
import { usePart } from '#console/editor/edition-part.ts';
import { FileDrop } from '#console/files/FileDrop.tsx';
import { Panel } from '#console/parts/Panel.tsx';
import { StatedFields } from '#console/registers/StatedFields.tsx';
import type { AcceptedFile } from '#wire/console-answers.ts';
import type { RegisterFacts } from '#wire/register-answers.ts';
import { writtenOf } from '../../changes.ts';
import { MOST_CHANGED_ROWS, rows as rowsKind } from '../index.ts';
import { MARKED_WHEN_LEFT } from '#console/parts/marked-when-left.ts';

interface Props extends EditProps {
  facts: RegisterFacts;
}

/**
 * ED4: an edition of more changed rows than are listed one by one, or of rows with a definition of their own. It shows
 * its statements, and a file in the place of its rows.
 */
export function LargeEdit({ edition, facts }: Props) {
  return (
    <div className="stack">
      <ReturnReason words={returnReason(edition)} />
      {bringsDefinition(edition) ? (
        <Alert
          type="info"
          showIcon
          title="这份稿件的数据行连同登记表定义的改动"
          description="数据日期和责任部门可以在这里改；数据行请改好文件后重新导入，替换这份稿件中的全部数据行。文件按这份稿件里的定义检查，定义的改动可以在检查结果里增加，或者不要。"
        />
      ) : (
        <Alert
          type="info"
          showIcon
          title={`这份稿件改动的数据行超过 ${MOST_CHANGED_ROWS} 行，不能逐行修改`}
          description="数据日期和责任部门可以在这里改；数据行请改好文件后重新导入，替换这份稿件中的全部数据行。"
        />
      )}
      <StatedPanel edition={edition} facts={facts} />
      <RowsPanel edition={edition} facts={facts} />
    </div>
  );
}

/** Whether the rows of an edition come with a definition that is not the public one. */
export const bringsDefinition = ({ shown }: EditProps['edition']): boolean => shown.changes.length > 1;

interface Stated {
  dataDate: string;
  department: string;
}

function StatedPanel({ edition, facts }: Props) {
  const { editionId, version, title, shown } = edition;
  const { at, document } = writtenOf(rowsKind, shown.changes)[0]!;
  const [form] = Form.useForm<Stated>();
  const send = useSend();
  const part = usePart();
  const changed = useChanged();
  const navigate = useNavigate();
  const { message } = App.useApp();
  const { isSending, problem, submit } = useSubmit(form, async ({ dataDate, department }: Stated) => {
    // the rows stay on the server: the change names them
    const stated = { ...document, dataDate, department: department.trim() };
    const changes = part.whole(shown.changes.with(at, { kind: rowsKind.name, document: stated }));
    await send('POST /editions/:editionId', { editionId, version, title, changes }, LONG_TIMEOUT);
    void changed();
    void message.success('已保存，请核对后提交审核');
    void navigate(`/editions/${editionId}`);
  });
  return (
    <Panel title="数据日期和责任部门">
      <Form
        form={form}
        validateTrigger={MARKED_WHEN_LEFT}
        layout="vertical"
        initialValues={{ dataDate: document.dataDate, department: document.department }}
        onFinish={(fields) => void submit(fields)}
      >
        {problem !== '' && <Alert type="error" showIcon title={problem} className="above-form" role="alert" />}
        <StatedFields facts={facts} how={null} />
        <Button type="primary" htmlType="submit" loading={isSending}>
          保存
        </Button>
      </Form>
    </Panel>
  );
}

function RowsPanel({ edition: { editionId }, facts: { register } }: Props) {
  const send = useSend();
  const navigate = useNavigate();
  const [problem, setProblem] = useState('');
  const begin = async ({ filepath, filename }: AcceptedFile): Promise<void> => {
    setProblem('');
    try {
      const { importId } = await send('POST /registers/:register/imports', { register, filepath, filename, editionId });
      void navigate(`/registers/${encodeURIComponent(register)}/import?import=${importId}&into=${editionId}`);
    } catch (reason) {
      setProblem(wordsOf(reason));
    }
  };
  return (
    <Panel title="数据行">
      {problem !== '' && <Alert type="error" showIcon title={problem} className="above-form" role="alert" />}
      <FileDrop
        label="选择改好的文件"
        hint="包含登记表的全部行。先检查、比较，确认后替换这份稿件中的数据行。"
        accept=".xlsx,.csv"
        onStored={(file) => void begin(file)}
      />
    </Panel>
  );
}
