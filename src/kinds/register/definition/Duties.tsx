import { useChannels } from '#console/calls/channels.ts';
import { Freshness } from '#console/channels/Freshness.tsx';
import { Field } from '#console/wizard/Field.tsx';
import { freshnessName } from '#rules/registers/freshness.ts';
import type { DefinitionFacts } from '#wire/register-answers.ts';

interface Props {
  of: DefinitionFacts['freshness'];
  /** terms by channel, of those that are changed */
  changed: Readonly<Record<string, string>>;
  disabled: boolean;
  onChange: (changed: Record<string, string>) => void;
}

/**
 * Term within which a register has to be updated: a duty of each channel that shows it, changed with its definition.
 */
export function Duties({ of, changed, disabled, onChange }: Props) {
  const { nameOf } = useChannels();
  return of.map(({ channelId, freshness: before }) => {
    const now = changed[channelId] ?? before;
    return (
      <Field
        key={channelId}
        label={of.length > 1 ? `更新要求（${nameOf(channelId)}）` : '更新要求'}
        {...(now !== before && { hint: `现在：${freshnessName(before) || '没有要求'}` })}
      >
        {({ id, 'aria-describedby': describedBy }) => (
          <Freshness
            id={id}
            {...(describedBy && { 'aria-describedby': describedBy })}
            value={now}
            disabled={disabled}
            onChange={(freshness) => {
              const { [channelId]: _before, ...others } = changed;
              onChange(freshness === before ? others : { ...others, [channelId]: freshness });
            }}
          />
        )}
      </Field>
    );
  });
}
