import { Alert, Button, Space } from 'antd';
import { useParams, useSearchParams } from 'react-router-dom';
import { useState } from 'react';
import type { AcceptedFile } from '#wire/console-answers.ts';
import type { RegisterFacts } from '#wire/register-answers.ts';
import { hrefOf, wordsOf } from '../calls/call.ts';
import { useRead, useSend } from '../calls/use-calls.ts';
import { FileDrop } from '../files/FileDrop.tsx';
import { Failure } from '../parts/Failure.tsx';
import { Loading } from '../parts/Loading.tsx';
import { Panel } from '../parts/Panel.tsx';
import { WorkProgress } from '../parts/WorkProgress.tsx';
import { Screen } from '../parts/Screen.tsx';
import { SavedEdition } from '../wizard-frame/SavedEdition.tsx';
import { ImportAmendment } from './ImportAmendment.tsx';
import { ImportReport } from './ImportReport.tsx';
import { ImportSave } from './ImportSave.tsx';
import './registers.css';

/** A file for a register: uploaded, checked on the server, reported, and saved as an edition. */
export function ImportScreen() {
  const { register = '' } = useParams();
  const base = `/registers/${encodeURIComponent(register)}`;
  const [search] = useSearchParams();
  const of = ofEdition(register, intoOf(search));
  const { data, error, mutate } = useRead('GET /registers/:register', of);
  return (
    <Screen
      title="导入文件"
      above={[
        { to: '/registers', name: '登记表' },
        ...(data && data.path === '' && of.editionId !== undefined
          ? [{ to: `/editions/${of.editionId}`, name: `第 ${of.editionId} 号稿件` }]
          : [{ to: base, name: data?.title ?? register }]),
      ]}
      purpose="选择 Excel（.xlsx）或 CSV 文件。服务器逐格检查并与现在公示的内容比较，此时什么都不改变；确认后保存为稿件，由他人审核、发布。文件应包含登记表的全部行，文件中没有的行会从公示中删除。"
    >
      {error !== undefined && <Failure error={error} retry={() => void mutate()} />}
      {!data && error === undefined && <Loading />}
      {data && <Import facts={data} />}
    </Screen>
  );
}

function Import({ facts }: { facts: RegisterFacts }) {
  const { register } = facts;
  const send = useSend();
  const [search, setSearch] = useSearchParams();
  const [problem, setProblem] = useState('');
  const importId = search.get('import') ?? '';
  // the edition whose rows the file replaces, where one is mended
  const into = intoOf(search);
  const begin = async ({ filepath, filename }: AcceptedFile): Promise<void> => {
    setProblem('');
    try {
      const begun = await send('POST /registers/:register/imports', {
        register,
        filepath,
        filename,
        ...(into !== undefined && { editionId: Number(into) }),
      });
      // a check that is under way is found again after a reload, and by Back
      setSearch({ import: String(begun.importId), ...(into !== undefined && { into }) });
    } catch (reason) {
      setProblem(wordsOf(reason));
    }
  };
  return (
    <div className="stack">
      <Panel
        title="选择文件"
        extra={
          <Space wrap>
            {facts.rows > 0 && (
              <Button
                href={hrefOf('GET /registers/:register/rows.xlsx', { register })}
                download={`${facts.title}-现有数据.xlsx`}
              >
                下载现有数据
              </Button>
            )}
            <Button
              href={hrefOf('GET /registers/:register/template.xlsx', ofEdition(register, into))}
              download={`${facts.title}-模板.xlsx`}
            >
              下载模板
            </Button>
          </Space>
        }
      >
        {problem !== '' && <Alert type="error" showIcon title={problem} className="above-form" role="alert" />}
        <FileDrop
          label={importId === '' ? '选择文件' : '换一个文件'}
          hint="最大 64 MB，最多 20 万行。"
          accept=".xlsx,.csv"
          onStored={(file) => void begin(file)}
        />
      </Panel>
      {/^\d{1,9}$/.test(importId) && (
        <Checked
          key={importId}
          importId={Number(importId)}
          facts={facts}
          into={into === undefined ? null : Number(into)}
        />
      )}
    </div>
  );
}

const intoOf = (search: URLSearchParams): string | undefined => /^\d{1,9}$/.exec(search.get('into') ?? '')?.[0];

/** A register as the edition brings it whose rows the file replaces. */
const ofEdition = (register: string, into: string | undefined): { register: string; editionId?: number } => ({
  register,
  ...(into !== undefined && { editionId: Number(into) }),
});

/** milliseconds between two looks at a check that is under way */
const LOOK = 1_000;

function Checked({ importId, facts, into }: { importId: number; facts: RegisterFacts; into: number | null }) {
  const [isRunning, setRunning] = useState(true);
  const { data, error, mutate } = useRead(
    'GET /imports/:importId',
    { importId },
    { refreshInterval: isRunning ? LOOK : 0, onSuccess: ({ state }) => setRunning(state === 'running') },
  );
  if (error !== undefined && !data) return <Failure error={error} retry={() => void mutate()} />;
  if (!data) return <Loading />;
  return (
    <>
      <div aria-live="polite">
        {data.state === 'running' && (
          <Panel title={`正在检查：${data.filename}`}>
            <WorkProgress
              title={`正在检查：${data.filename}`}
              told={data.rowsRead === 0 ? '正在打开文件…' : `已读取 ${data.rowsRead.toLocaleString('zh-CN')} 行…`}
            />
          </Panel>
        )}
        {data.state === 'failed' && (
          <Alert type="error" showIcon title={`“${data.filename}”没有检查成功`} description={data.problem} />
        )}
      </div>
      {data.report && (
        <ImportReport
          report={data.report}
          amend={<ImportAmendment found={data} report={data.report} facts={facts} />}
          errorsHref={data.report.badRows > 0 ? hrefOf('GET /imports/:importId/errors.xlsx', { importId }) : null}
        />
      )}
      {data.editionId !== null && <SavedEdition title="这个文件已保存为稿件" editionId={data.editionId} />}
      {data.report && data.editionId === null && (data.report.publishable || data.report.vanishing) && (
        <ImportSave found={data} report={data.report} facts={facts} into={into} />
      )}
    </>
  );
}
