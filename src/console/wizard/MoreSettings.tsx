import { Checkbox, Select } from 'antd';
import { useState } from 'react';
import type { WizardChannel } from '#wire/wizard.ts';
import { CHANNEL_WORDS } from '../channels/channel-words.ts';
import { RISK_HELP } from '#kinds/article/words.ts';
import { RISKS } from '../parts/risk-choices.ts';
import { Field } from './Field.tsx';
import type { Wizard } from './use-wizard.ts';

/** Settings that a new channel seldom needs: whether menus show it, and who may read its article. */
export function MoreSettings({ wizard: { state, change } }: { wizard: Wizard }) {
  const { kind, channel, article } = state;
  const { hidden = false } = channel;
  const { riskLevel = '' } = article;
  // open where something was set before; a change here does not fold it
  const [isOpen] = useState(hidden || riskLevel !== '');
  const hasArticle =
    kind === 'article' || kind === 'files' || kind === 'downloads' || (kind === 'list' && article.title.trim() !== '');
  const put = (fields: Partial<WizardChannel>): void =>
    change((before) => ({ channel: { ...before.channel, ...fields } }));
  return (
    <details className="wizard-settings" open={isOpen}>
      <summary>更多设置</summary>
      <Field label={CHANNEL_WORDS.hidden.label} hint={CHANNEL_WORDS.hidden.help}>
        {({ id, 'aria-describedby': describedBy }) => (
          <Checkbox
            id={id}
            aria-describedby={describedBy}
            checked={hidden}
            onChange={(event) => put({ hidden: event.target.checked })}
          >
            {CHANNEL_WORDS.hidden.choice}
          </Checkbox>
        )}
      </Field>
      {hasArticle && (
        <Field label={kind === 'list' ? '第一篇文章的风险等级' : '风险等级'} hint={RISK_HELP}>
          {(given) => (
            <Select
              {...given}
              value={riskLevel}
              options={RISKS}
              onChange={(level: string) => change((before) => ({ article: { ...before.article, riskLevel: level } }))}
            />
          )}
        </Field>
      )}
    </details>
  );
}
