import { Alert, Button, Space } from 'antd';
import { Link, useNavigate } from 'react-router-dom';
import { WIZARD_KINDS } from '#wire/wizard.ts';
import { useDraft } from '../editor/use-draft.ts';
import { LinkButton } from '../parts/LinkButton.tsx';
import { Screen } from '../parts/Screen.tsx';
import { WIZARD_DRAFT } from './use-wizard.ts';
import './wizard.css';
import { addressOf, KINDS, stepsOf, type WizardState } from './wizard-state.ts';

/** The beginning of the wizard: what the new channel shall show. */
export function NewChannel() {
  const draft = useDraft<WizardState>(WIZARD_DRAFT);
  const navigate = useNavigate();
  const { found } = draft;
  return (
    <Screen
      title="新建公示栏目"
      purpose="一步一步新建一个栏目：先选内容的形式，再填内容和位置，预览后提交审核。另一人审核通过并发布之前，网站上没有任何变化。每一步都可以返回修改，已填写的内容会保留。"
    >
      {found && (
        <Alert
          type="info"
          showIcon
          className="above-form"
          title={`${found.edition ? `第 ${found.edition.editionId} 号稿件的修改` : `上次新建的“${KINDS[found.kind].name}”`}${found.channel.name === '' ? '' : `（${found.channel.name}）`}还没有提交审核`}
          action={
            <Space>
              <LinkButton to={addressOf(found.kind, resumeAt(found))}>继续</LinkButton>
              <Button onClick={draft.drop}>丢弃</Button>
            </Space>
          }
        />
      )}
      <ul className="wizard-kinds">
        {WIZARD_KINDS.map((kind) => (
          <li key={kind}>
            <Link
              to={addressOf(kind, stepsOf(kind)[0]!)}
              onClick={(event) => {
                // what was begun of this kind is begun anew: it is offered above
                if (found?.kind !== kind) return;
                event.preventDefault();
                draft.drop();
                void navigate(addressOf(kind, stepsOf(kind)[0]!));
              }}
            >
              <strong>{KINDS[kind].name}</strong>
              <span>{KINDS[kind].tells}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Screen>
  );
}

/** The first step that has something left to fill in. */
function resumeAt({ kind, file, table, channel }: WizardState) {
  if (kind === 'table') return file === null ? 'file' : table === null || channel.name === '' ? 'fields' : 'channel';
  return channel.parentId === '' ? 'content' : 'channel';
}
