import { Checkbox, Select } from 'antd';
import { useState } from 'react';
import type { WizardChannel } from '#wire/wizard.ts';
import { CHANNEL_WORDS } from '../channels/channel-words.ts';
import { Freshness } from '../channels/Freshness.tsx';
import { RISK_HELP } from '#kinds/article/words.ts';
import { RISKS } from '../parts/risk-choices.ts';
import { Field } from './Field.tsx';
import type { Wizard } from './use-wizard.ts';

/**
 * What is seldom asked of a new channel: whether menus show it, how often it must be made new, and who may read its
 * article.
 */
export function MoreSettings({
  wizard: { state, change },
  said,
}: {
  wizard: Wizard;
  said: (field: keyof WizardChannel) => string;
}) {
  const { kind, channel, article } = state;
  const { hidden = false, freshness = '' } = channel;
  const { riskLevel = '' } = article;
  // what was set before is seen; what is set here does not fold it
  const [isOpen] = useState(hidden || freshness !== '' || riskLevel !== '');
  const hasArticle =
    kind === 'article' || kind === 'files' || kind === 'downloads' || (kind === 'list' && article.title.trim() !== '');
  const put = (fields: Partial<WizardChannel>): void =>
    change((before) => ({ channel: { ...before.channel, ...fields } }));
  return (
    <details className="wizard-settings" open={isOpen}>
      <summary>更多设置</summary>
      <Field label={CHANNEL_WORDS.freshness.label} hint={CHANNEL_WORDS.freshness.help} problem={said('freshness')}>
        {({ id, 'aria-describedby': told }) => (
          <Freshness
            id={id}
            {...(told !== undefined && { 'aria-describedby': told })}
            value={freshness}
            onChange={(code) => put({ freshness: code })}
          />
        )}
      </Field>
      <Field label={CHANNEL_WORDS.hidden.label} hint={CHANNEL_WORDS.hidden.help}>
        {({ id, 'aria-describedby': told }) => (
          <Checkbox
            id={id}
            aria-describedby={told}
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
