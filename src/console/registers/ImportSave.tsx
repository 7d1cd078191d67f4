import { Alert, App, Form, Input } from 'antd';
import { useNavigate } from 'react-router-dom';
import { writtenOf } from '#kinds/changes.ts';
import { rows } from '#kinds/rows/index.ts';
import type { FoundEdition } from '#wire/edition-answers.ts';
import type { FoundImport, ImportReportView, RegisterFacts } from '#wire/register-answers.ts';
import { LONG_TIMEOUT } from '../calls/call.ts';
import { ONCE, useChanged, useRead, useSend } from '../calls/use-calls.ts';
import { Failure } from '../parts/Failure.tsx';
import { Loading } from '../parts/Loading.tsx';
import { Panel } from '../parts/Panel.tsx';
import { isAmended } from './ImportAmendment.tsx';
import { StatedForm, type Stated } from './StatedForm.tsx';

interface Props {
  found: FoundImport;
  report: ImportReportView;
  facts: RegisterFacts;
  /** edition whose rows the file replaces, where one is mended (ED4); null: a new one, or the one that is open */
  into: number | null;
}

/** The way from a good file to an edition; where many rows would go, their number has to be typed. */
export function ImportSave({
  found: { importId, isOutdated, amendment },
  report: { vanishing, dataDate },
  facts,
  into,
}: Props) {
  const mended = useRead('GET /editions/:editionId', into === null ? null : { editionId: into }, ONCE);
  const send = useSend();
  const changed = useChanged();
  const navigate = useNavigate();
  const { message } = App.useApp();
  const save = async ({ confirmRemoved, ...stated }: Stated & { confirmRemoved?: string }): Promise<void> => {
    const { editionId } = await send(
      'POST /imports/:importId/edition',
      { importId, ...stated, ...(confirmRemoved !== undefined && { confirmRemoved: Number(confirmRemoved) }) },
      LONG_TIMEOUT,
    );
    void changed();
    void message.success('已保存为稿件，请核对后提交审核');
    void navigate(`/editions/${editionId}`);
  };
  return (
    <Panel title="保存为稿件">
      {isOutdated && (
        <Alert
          type="warning"
          showIcon
          className="above-form"
          title="检查以后，这个登记表的数据或定义已另行公开"
          description="上面的比较已经过时，请再次选择文件，重新检查。"
        />
      )}
      {mended.error !== undefined && <Failure error={mended.error} retry={() => void mended.mutate()} />}
      {into !== null && !mended.data && mended.error === undefined && <Loading />}
      {(into === null || mended.data) && (
        <StatedForm
          {...(amendment && isAmended(amendment) && into === null
            ? { facts: { ...facts, edition: null } }
            : intoOf(facts, mended.data))}
          {...(dataDate && { inFile: dataDate })}
          onSave={save}
        >
          {vanishing && (
            <>
              <Alert
                type="warning"
                showIcon
                className="above-form"
                title={`现在公示的 ${vanishing.publicRows.toLocaleString('zh-CN')} 行中有 ${vanishing.removed.toLocaleString('zh-CN')} 行将被删除，超过五分之一`}
                description="文件可能只是登记表的一部分。请核对上面“删除的行”；确实要删除的，在下面输入将被删除的行数。"
              />
              <Form.Item
                name="confirmRemoved"
                label="确认将被删除的行数"
                rules={[
                  {
                    validator: (_, typed: string = '') =>
                      typed.trim() === String(vanishing.removed)
                        ? Promise.resolve()
                        : Promise.reject(new Error(`请核对后输入 ${vanishing.removed}`)),
                  },
                ]}
                required
              >
                <Input inputMode="numeric" maxLength={9} className="short-input" autoComplete="off" />
              </Form.Item>
            </>
          )}
        </StatedForm>
      )}
    </Panel>
  );
}

/** Into which edition the rows go, and what it states of them. */
function intoOf(facts: RegisterFacts, mended: FoundEdition | undefined) {
  if (!mended) return { facts };
  const { editionId, title, version, state, shown } = mended;
  const own = writtenOf(rows, shown.changes).find(({ id }) => id === facts.register)?.document;
  return {
    facts: { ...facts, edition: { editionId, title, version, state } },
    begun: { into: 'open' as const, ...(own && { dataDate: own.dataDate, department: own.department }) },
  };
}
