import { App, Button, Space } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { changeTitle, summaryOf } from '#kinds/change-words.ts';
import { partsOfEdition, withPart, type EditionPart } from '#kinds/edition-parts.ts';
import type { FoundEdition } from '#wire/edition-answers.ts';
import { LONG_TIMEOUT } from '../calls/call.ts';
import { useChanged, useSend } from '../calls/use-calls.ts';
import { useEditionNames } from '../editions/edition-names.ts';
import { Confirm } from '../parts/Confirm.tsx';
import { LinkButton } from '../parts/LinkButton.tsx';
import { Panel } from '../parts/Panel.tsx';
import './parts.css';
import { returnReason, ReturnReason } from './ReturnReason.tsx';

/** ED4: an edition of several things, each changed in its own form or left out of the edition. */
export function EditionParts({ edition }: { edition: FoundEdition }) {
  const { editionId, version, title, shown, rights, titles } = edition;
  const names = useEditionNames(shown.changes, titles);
  const parts = partsOfEdition(shown.changes);
  const [leaving, setLeaving] = useState<EditionPart | null>(null);
  const send = useSend();
  const changed = useChanged();
  const navigate = useNavigate();
  const { message } = App.useApp();
  const titleOf = ({ changes }: EditionPart): string => changeTitle(changes.at(-1)!, names);
  const leaveOut = async ({ subjects }: EditionPart): Promise<void> => {
    const changes = withPart(shown.changes, subjects, []);
    await send('POST /editions/:editionId', { editionId, version, title, changes }, LONG_TIMEOUT);
    void changed();
    void message.success('已移出，请核对后提交审核');
    void navigate(`/editions/${editionId}`);
  };
  return (
    <div className="stack">
      <ReturnReason words={returnReason(edition)} />
      <Panel title={`这份稿件的 ${parts.length} 部分`}>
        <p className="quiet">各部分分别修改，每次保存后成为整份稿件的新一版，其余部分不变。</p>
        <ul className="edition-parts">
          {parts.map((part, at) => {
            const called = titleOf(part);
            const summary = summaryOf(part.changes.at(-1)!, names);
            const forms = part.kinds.filter(({ form }) => form && rights.includes(form.right));
            return (
              <li key={part.subjects.join(' ')}>
                <div>
                  <h3>{called}</h3>
                  {summary !== '' && <p className="quiet">{summary}</p>}
                  {forms.length === 0 && <p className="quiet">{whyNoForm(part)}</p>}
                </div>
                <Space wrap>
                  {forms.map((kind) => (
                    <LinkButton
                      key={kind.name}
                      to={`/editions/${editionId}/edit?part=${at}&form=${kind.name}`}
                      type="default"
                      label={`${editName(part, kind.name)}：${called}`}
                    >
                      {editName(part, kind.name)}
                    </LinkButton>
                  ))}
                  {parts.length > 1 && (
                    <Button aria-label={`移出稿件：${called}`} onClick={() => setLeaving(part)}>
                      移出稿件
                    </Button>
                  )}
                </Space>
              </li>
            );
          })}
        </ul>
      </Panel>
      {leaving && (
        <Confirm
          title={`把${titleOf(leaving)}移出这份稿件？`}
          action="移出稿件"
          danger
          onConfirm={() => leaveOut(leaving)}
          onClose={() => setLeaving(null)}
        >
          <p>稿件其余部分不变。移出的内容仍在稿件以前的版次里，可以用“以此版本新建稿件”取回。</p>
        </Confirm>
      )}
    </div>
  );
}

const editName = ({ kinds }: EditionPart, kind: string): string =>
  kinds.length === 1 ? '修改' : kind === 'register' ? '修改定义' : '修改数据行';

const whyNoForm = ({ kinds, changes }: EditionPart): string =>
  kinds.length > 0
    ? '您没有修改这一部分的权限。'
    : changes.some(({ withdraw }) => withdraw)
      ? '撤下的内容没有可以修改的字段，可以移出稿件。'
      : '这一部分没有表单，可以移出稿件。';
