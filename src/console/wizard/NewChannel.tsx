import { Alert, Button, Space } from 'antd';
import { Link, useNavigate } from 'react-router-dom';
import { WIZARD_KINDS } from '#wire/wizard.ts';
import { useDraft } from '../editor/use-draft.ts';
import { Screen } from '../parts/Screen.tsx';
import { useLeftWizards, WIZARD_DRAFT } from './use-wizard.ts';
import './wizard.css';
import { addressOf, KINDS, stepsOf, type WizardState } from './wizard-state.ts';

/** The beginning of the wizard: what the new channel shall show. */
export function NewChannel() {
  const draft = useDraft<WizardState>(WIZARD_DRAFT);
  const navigate = useNavigate();
  const left = useLeftWizards();
  const { found } = draft;
  const goOn = (state: WizardState): void => {
    if (state !== found) {
      left.take(state, found);
      draft.keep(state);
    }
    void navigate(addressOf(state.kind, resumeAt(state)));
  };
  return (
    <Screen
      title="新建公示栏目"
      purpose="一步一步新建一个栏目：先选内容的形式，再填内容和位置，预览后提交审核。另一人审核通过并发布之前，网站上没有任何变化。每一步都可以返回修改，已填写的内容会保留。"
    >
      {[...(found ? [found] : []), ...left.list].map((state, at) => (
        <Alert
          // two may be of one kind and have no name yet
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          type="info"
          showIcon
          className="above-form"
          title={`${state.edition ? `第 ${state.edition.editionId} 号稿件的修改` : `${at === 0 && found ? '上次' : '以前'}新建的“${KINDS[state.kind].name}”`}${state.channel.name === '' ? '' : `（${state.channel.name}）`}还没有提交审核`}
          action={
            <Space>
              <Button onClick={() => goOn(state)}>继续</Button>
              <Button onClick={() => (state === found ? draft.drop() : left.take(state, null))}>丢弃</Button>
            </Space>
          }
        />
      ))}
      <ul className="wizard-kinds">
        {WIZARD_KINDS.map((kind) => (
          <li key={kind}>
            <Link
              to={addressOf(kind, stepsOf(kind)[0]!)}
              onClick={(event) => {
                // AC12: what was begun stays, and is offered above
                if (!found) return;
                event.preventDefault();
                left.add(found);
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
