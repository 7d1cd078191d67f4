import { Button, Space } from 'antd';
import { useNavigate, useParams } from 'react-router-dom';
import type { WizardPlan } from '#wire/wizard.ts';
import { useDraft } from '../editor/use-draft.ts';
import { useRead } from '../calls/use-calls.ts';
import type { FoundEdition } from '../editions/edition-answers.ts';
import { ReturnReason, returnReason } from '../editor/ReturnReason.tsx';
import { Failure } from '../parts/Failure.tsx';
import { Loading } from '../parts/Loading.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Screen } from '../parts/Screen.tsx';
import { useLeftWizards, WIZARD_DRAFT } from './use-wizard.ts';
import { addressOf, KINDS, stateOf, stepName, stepsOf, type WizardState } from './wizard-state.ts';

/** An edition that the wizard made, taken up where it was: with what was entered then, and why it was returned. */
export function TakeUp() {
  const { editionId = '' } = useParams();
  const edition = useRead('GET /editions/:editionId', { editionId: Number(editionId) });
  const plan = useRead('GET /wizard/plan', { editionId: Number(editionId) });
  const error = edition.error ?? plan.error;
  return (
    <Screen
      title="修改新栏目的稿件"
      above={[
        { to: '/editions', name: '稿件' },
        { to: `/editions/${editionId}`, name: `第 ${editionId} 号` },
      ]}
      purpose="当时在向导中填写的内容都还在，可以从任何一步改起。再次提交后仍是这份稿件，成为新的一版。"
    >
      {error !== undefined && (
        <Failure error={error} retry={() => void Promise.all([edition.mutate(), plan.mutate()])} />
      )}
      {error === undefined && !(edition.data && plan.data) && <Loading />}
      {error === undefined && edition.data && plan.data && (
        <Begin edition={edition.data} plan={plan.data.plan} version={plan.data.version} />
      )}
    </Screen>
  );
}

function Begin({ edition, plan, version }: { edition: FoundEdition; plan: WizardPlan; version: number }) {
  const draft = useDraft<WizardState>(WIZARD_DRAFT);
  const navigate = useNavigate();
  const { editionId } = edition;
  const reason = returnReason(edition);
  const left = useLeftWizards();
  const { found } = draft;
  const isOwn = found?.edition?.editionId === editionId && found.edition.version === version;
  const begin = (step: ReturnType<typeof stepsOf>[number]): void => {
    if (!isOwn) {
      if (found) left.add(found);
      draft.keep(stateOf(plan, { editionId, version, reason }));
    }
    void navigate(addressOf(plan.kind, step));
  };
  return (
    <>
      <ReturnReason words={reason} />
      <Panel title={`${KINDS[plan.kind].name}：${plan.channel.name}`}>
        {isOwn && <p>您上次在这个窗口里改到一半，已填写的内容会保留。</p>}
        {found && !isOwn && (
          <p>{`这个窗口里还有没有提交的“${KINDS[found.kind].name}”${found.channel.name === '' ? '' : `（${found.channel.name}）`}，它会保留，在“新建公示栏目”中继续。`}</p>
        )}
        <Space wrap>
          {stepsOf(plan.kind).map((step) => (
            <Button key={step} onClick={() => begin(step)}>{`从“${stepName(plan.kind, step)}”改起`}</Button>
          ))}
        </Space>
      </Panel>
    </>
  );
}
