import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { FORM_DRAFT_DAYS } from '#rules/editions/form-drafts.ts';
import type { FormDraftLine } from '#wire/form-draft-answers.ts';
import { useRead, useSend } from '../calls/use-calls.ts';
import { Confirm } from '../parts/Confirm.tsx';
import { Moment } from '../parts/Moment.tsx';
import { Panel } from '../parts/Panel.tsx';

/** DF5: what the person has typed in forms and not saved, each with its way back; nothing where there is none. */
export function FormDrafts() {
  const { data, mutate } = useRead('GET /form-drafts');
  const [leaving, setLeaving] = useState<FormDraftLine | null>(null);
  const send = useSend();
  if (!data || data.length === 0) return null;
  const drop = async ({ form, piece, version }: FormDraftLine): Promise<void> => {
    await send('DELETE /form-draft', { form, piece, version });
    await mutate();
  };
  return (
    <div className="waiting">
      <Panel title={`填写而未保存（${data.length}）`}>
        <p className="quiet">{`只有您自己看得到，还不是稿件。${FORM_DRAFT_DAYS} 天没有改动的会自动清除。`}</p>
        <ul className="newest form-drafts">
          {data.map((draft) => (
            <li key={`${draft.form} ${draft.piece}`}>
              <span>
                <Link to={draft.address}>{draft.title}</Link>
                <span className="quiet">
                  <Moment at={draft.changedAt} />
                </span>
              </span>
              <Button size="small" aria-label={`丢弃：${draft.title}`} onClick={() => setLeaving(draft)}>
                丢弃
              </Button>
            </li>
          ))}
        </ul>
        {leaving && (
          <Confirm
            title={`丢弃“${leaving.title}”？`}
            action="丢弃"
            danger
            onConfirm={() => drop(leaving)}
            onClose={() => setLeaving(null)}
          >
            填写的内容从服务器上删除，不能取回。已经保存的稿件不受影响。
          </Confirm>
        )}
      </Panel>
    </div>
  );
}
