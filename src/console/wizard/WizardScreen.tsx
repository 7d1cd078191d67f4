import { useParams } from 'react-router-dom';
import { WIZARD_KINDS, type WizardKind, type WizardStep } from '#wire/wizard.ts';
import { ReturnReason } from '../editor/ReturnReason.tsx';
import { OtherWindow } from '../editor/OtherWindow.tsx';
import { StepButtons as FrameButtons, type StepButtonsProps } from '../wizard-frame/StepButtons.tsx';
import { StepScreen } from '../wizard-frame/StepScreen.tsx';
import { MissingScreen } from '../parts/Notices.tsx';
import { ChannelStep } from './ChannelStep.tsx';
import { ContentStep } from './ContentStep.tsx';
import { CopyStep } from './CopyStep.tsx';
import { DisplayStep } from './DisplayStep.tsx';
import { FieldsStep } from './FieldsStep.tsx';
import { FileStep } from './FileStep.tsx';
import { PreviewStep } from './PreviewStep.tsx';
import { useWizard, type Wizard } from './use-wizard.ts';
import './wizard.css';
import { addressOf, KINDS, stepName, stepsOf } from './wizard-state.ts';

const PURPOSES: Readonly<Record<WizardStep, string>> = {
  file: '上传要公示的表格。文件应有一行标题，每列一个；系统读取全部行，但不会公开文件本身。',
  fields: '核对每一列：标题、类型、是否公开。系统已根据内容给出建议和理由；不符合的单元格用红色标出。',
  display: '决定网页上列的顺序、访客怎样查询、各行怎样排序。栏下的小字是建议的理由。',
  content: '填写栏目的内容。以后可以在“文章”中修改。',
  channel: '给栏目起名，选定它在网站上的位置。选定上级栏目后，地址按位置和名称给出建议。',
  preview: '核对将要公开的内容，然后提交审核。提交审核后由另一人审核，再由发布人员发布。',
};

/** One step of the wizard, at its own address. */
export function WizardScreen() {
  const { kind = '', step = '' } = useParams();
  const known = WIZARD_KINDS.find((one) => one === kind);
  const at = known && stepsOf(known).find((one) => one === step);
  return known && at ? <Step key={known} kind={known} step={at} /> : <MissingScreen />;
}

function Step({ kind, step }: { kind: WizardKind; step: WizardStep }) {
  const wizard = useWizard(kind);
  const { edition } = wizard.state;
  const steps = stepsOf(kind);
  const at = steps.indexOf(step);
  return (
    <StepScreen
      label={`新建${KINDS[kind].name}的步骤`}
      steps={steps.map((one, index) => ({
        name: stepName(kind, one),
        to: addressOf(kind, one),
        isOpen: index < at,
      }))}
      at={at}
      above={
        edition
          ? [{ to: `/editions/${edition.editionId}`, name: `第 ${edition.editionId} 号` }]
          : [{ to: '/new-channel', name: '新建公示栏目' }]
      }
      purpose={
        step === 'content' && kind === 'copy'
          ? '选择要照着新建的栏目。登记表的定义和页面设置会一并复制，各行数据不复制。'
          : PURPOSES[step]
      }
    >
      {edition && <ReturnReason words={edition.reason} />}
      <OtherWindow of={wizard.windows} isDraft={false} />
      <div className="wizard">
        <StepForm wizard={wizard} step={step} />
      </div>
    </StepScreen>
  );
}

function StepForm({ wizard, step }: { wizard: Wizard; step: WizardStep }) {
  switch (step) {
    case 'file':
      return <FileStep wizard={wizard} />;
    case 'fields':
      return <FieldsStep wizard={wizard} />;
    case 'display':
      return <DisplayStep wizard={wizard} />;
    case 'content':
      return wizard.state.kind === 'copy' ? <CopyStep wizard={wizard} /> : <ContentStep wizard={wizard} />;
    case 'channel':
      return <ChannelStep wizard={wizard} />;
    case 'preview':
      return <PreviewStep wizard={wizard} />;
  }
}

interface StepsProps extends StepButtonsProps {
  kind: WizardKind;
  step: WizardStep;
}

/** The way on and the way back; nothing is lost by either. */
export function StepButtons({ kind, step, ...way }: StepsProps) {
  const steps = stepsOf(kind);
  const before = steps[steps.indexOf(step) - 1];
  return <FrameButtons back={before ? addressOf(kind, before) : '/new-channel'} {...way} />;
}
