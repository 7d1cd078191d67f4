import { Alert } from 'antd';
import { definitionEffects } from '../effects.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { DefinitionPlan, RewrittenRows } from '#wire/register-answers.ts';
import { Panel } from '#console/parts/Panel.tsx';
import type { DefinitionDraft } from './edits.ts';
import { Effects } from './Effects.tsx';

interface Props {
  before: RegisterDefinition;
  draft: DefinitionDraft;
  plan: DefinitionPlan | undefined;
  failure: string;
  isAsking: boolean;
}

/** RG23: what a definition would change, and which cells and keys it would not take, before anything is saved. */
export function EffectList({ before, draft, plan, failure, isAsking }: Props) {
  const effects = definitionEffects(before, draft.document, plan?.rows ?? null, draft.values);
  return (
    <Panel
      title="将会改变"
      extra={
        <span className="quiet" role="status">
          {isAsking ? '正在逐行核对…' : ''}
        </span>
      }
    >
      {failure !== '' && <Alert type="error" showIcon title={failure} className="above-form" />}
      {plan?.rows && plan.rows.unfit.length > 0 && <MisfitCells rows={plan.rows} />}
      {effects.length === 0 ? (
        <p className="quiet">还没有改动。改动在这里逐项说明，保存为稿件后由他人审核、发布。</p>
      ) : (
        <Effects of={effects} />
      )}
    </Panel>
  );
}

function MisfitCells({ rows: { unfit } }: { rows: RewrittenRows }) {
  const all = unfit.reduce((sum, { count }) => sum + count, 0);
  return (
    <Alert
      type="error"
      showIcon
      className="above-form"
      title={`有 ${all.toLocaleString('zh-CN')} 处数据不符合新的定义，改正前不能保存`}
      description={unfit.map(({ field, title, count, cells }) => (
        <details key={field} open={unfit.length === 1}>
          <summary>{`“${title}”${count.toLocaleString('zh-CN')} 处`}</summary>
          <ul className="bullets">
            {cells.map(({ key, value, message }) => (
              <li key={`${key} ${message}`}>{`${key}${value === '' ? '' : `：“${value}”`}：${message}`}</li>
            ))}
            {count > cells.length && <li>{`还有 ${(count - cells.length).toLocaleString('zh-CN')} 处`}</li>}
          </ul>
        </details>
      ))}
    />
  );
}
