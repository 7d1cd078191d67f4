import { Checkbox, Input, Select } from 'antd';
import type { RegisterDefinition, VerifyKind } from '#page/register-schema.ts';
import { endedValues } from '#rules/registers/ended-mark.ts';
import { Field } from '#console/wizard/Field.tsx';
import {
  choicesOf,
  fieldsInOrder,
  isOpen,
  isSearched,
  orderFirst,
  putWord,
  toggleFilter,
  toggleSearch,
  type DefinitionDraft,
} from './edits.ts';

interface Props {
  draft: DefinitionDraft;
  disabled: boolean;
  onChange: (next: DefinitionDraft, about?: string) => void;
}

/** How a register is asked for, ordered and called, and which checks it takes part in. */
export function DisplaySettings({ draft, disabled, onChange }: Props) {
  const { document } = draft;
  const { history, onDemand = false } = document;
  // who has left a list of persons is not shown for ever to whoever names a day
  const newHistory = { compare: [], ...(document.verify?.kind === 'staff' && { hideEnded: true }) };
  const open = fieldsInOrder(document).filter((name) => isOpen(document, name));
  const titleOf = (name: string): string => document.fields[name]?.title ?? name;
  const checks = (
    legend: string,
    names: readonly string[],
    isOn: (name: string) => boolean,
    set: (name: string, on: boolean) => DefinitionDraft,
  ) => (
    <fieldset className="wizard-choice" disabled={disabled}>
      <legend>{legend}</legend>
      {names.map((name) => (
        <Checkbox key={name} checked={isOn(name)} onChange={(event) => onChange(set(name, event.target.checked))}>
          {titleOf(name)}
        </Checkbox>
      ))}
    </fieldset>
  );
  return (
    <>
      <Field label="表名">
        {(given) => (
          <Input
            {...given}
            value={document.title}
            maxLength={60}
            disabled={disabled}
            onChange={(event) => onChange({ ...draft, document: { ...document, title: event.target.value } }, 'title')}
          />
        )}
      </Field>
      {checks(
        '访客可以单独查的列',
        open,
        (name) => document.filters.some((filter) => 'field' in filter && filter.field === name),
        (name, on) => toggleFilter(draft, name, on),
      )}
      {checks(
        '输入文字查的列',
        open.filter((name) => document.fields[name]!.type === 'text'),
        (name) => isSearched(document, name),
        (name, on) => toggleSearch(draft, name, on),
      )}
      <Field label="各行的顺序">
        {(given) => (
          <Select
            {...given}
            value={document.order[0] ?? ''}
            disabled={disabled}
            options={fieldsInOrder(document)
              .filter((name) => !document.fields[name]!.restricted)
              .flatMap((name) => [
                { value: name, label: `${titleOf(name)}，从小到大` },
                { value: `-${name}`, label: `${titleOf(name)}，从大到小` },
              ])}
            showSearch={{ optionFilterProp: 'label' }}
            onChange={(word) => onChange(orderFirst(draft, word))}
          />
        )}
      </Field>
      <VerifySettings draft={draft} disabled={disabled} open={open} onChange={onChange} />
      <fieldset className="wizard-choice" disabled={disabled}>
        <legend>显示</legend>
        <Checkbox
          checked={history !== undefined}
          disabled={disabled || (onDemand && !history)}
          onChange={(event) => onChange(putWord(draft, 'history', event.target.checked ? newHistory : undefined))}
        >
          保留各期，访客可以看以往的名单并比较两期{onDemand && '（查询后才显示的表不能保留）'}
        </Checkbox>
        {history && (
          <Checkbox
            checked={history.hideEnded === true}
            onChange={(event) => {
              const { hideEnded: _hidden, ...rest } = history;
              onChange(putWord(draft, 'history', event.target.checked ? { ...rest, hideEnded: true } : rest));
            }}
          >
            以往各期里已不再公示的行只计数，不显示（人员名单应选）
          </Checkbox>
        )}
        <Checkbox
          checked={onDemand}
          disabled={disabled || (history !== undefined && !onDemand)}
          onChange={(event) => onChange(putWord(draft, 'onDemand', event.target.checked))}
        >
          查询后才显示
        </Checkbox>
      </fieldset>
      <div className="field-pair">
        <Field label="量词" hint="如 人、只、家；留空为 条">
          {(given) => (
            <Input
              {...given}
              value={document.countWord ?? ''}
              maxLength={4}
              disabled={disabled}
              onChange={(event) => onChange(putWord(draft, 'countWord', event.target.value), 'countWord')}
            />
          )}
        </Field>
      </div>
    </>
  );
}

const KINDS: { value: VerifyKind | ''; label: string }[] = [
  { value: '', label: '不纳入核验' },
  { value: 'staff', label: '人员核验' },
  { value: 'product', label: '产品核验' },
];
const NONE = { staff: '不标记：查到谁，都不说明已离岗', product: '不标记：查到哪个产品，都不说明已结束' } as const;

/** RG9: which check the register takes part in, what that answers, and the mark of who has left, if one is chosen. */
function VerifySettings({ draft, disabled, open, onChange }: Props & { open: readonly string[] }) {
  const { document } = draft;
  const { verify } = document;
  const put = (next: RegisterDefinition['verify']): void => onChange(putWord(draft, 'verify', next));
  const marks = open.filter((name) => document.fields[name]!.type === 'choice');
  const dates = open.filter((name) => document.fields[name]!.type === 'date');
  const titled = (name: string) => ({ value: name, label: document.fields[name]?.title ?? name });
  return (
    <>
      <Field label="核验" hint="访客在人员核验、产品核验里能否查到这张表里的人或产品">
        {(given) => (
          <Select
            {...given}
            value={verify?.kind ?? ''}
            options={KINDS}
            disabled={disabled}
            onChange={(kind: VerifyKind | '') =>
              put(kind === '' ? undefined : { kind, show: verify?.show ?? [...open].slice(0, 6) })
            }
          />
        )}
      </Field>
      {verify && (
        <>
          <fieldset className="wizard-choice" disabled={disabled}>
            <legend>核验显示</legend>
            {open.map((name) => (
              <Checkbox
                key={name}
                checked={verify.show.includes(name)}
                onChange={(event) =>
                  put({
                    ...verify,
                    show: open.filter((one) => (one === name ? event.target.checked : verify.show.includes(one))),
                  })
                }
              >
                {document.fields[name]!.title}
              </Checkbox>
            ))}
          </fieldset>
          <Field label={verify.kind === 'staff' ? '离岗标记' : '结束标记'} hint={NONE[verify.kind]}>
            {(given) => (
              <Select
                {...given}
                value={verify.ended?.field ?? ''}
                disabled={disabled}
                options={[{ value: '', label: '不标记' }, ...marks.map(titled)]}
                onChange={(field: string) => {
                  const { ended: _ended, ...rest } = verify;
                  const known = document.fields[field];
                  const values = known
                    ? endedValues(
                        verify.kind,
                        known.title,
                        choicesOf(known).map(({ value }) => value),
                      )
                    : [];
                  put(field === '' ? rest : { ...rest, ended: { field, values } });
                }}
              />
            )}
          </Field>
          {verify.ended && document.fields[verify.ended.field] && (
            <>
              <fieldset className="wizard-choice wizard-ended" disabled={disabled}>
                <legend>{verify.kind === 'staff' ? '表示已离岗的值' : '表示已结束的值'}</legend>
                <Checkbox.Group
                  value={verify.ended.values}
                  options={choicesOf(document.fields[verify.ended.field]!)}
                  onChange={(values) => put({ ...verify, ended: { ...verify.ended!, values } })}
                />
              </fieldset>
              {dates.length > 0 && (
                <Field label="自何时起" hint="核验时说明日期的列；可以不选">
                  {(given) => (
                    <Select
                      {...given}
                      value={verify.ended!.since ?? ''}
                      disabled={disabled}
                      options={[{ value: '', label: '不说明日期' }, ...dates.map(titled)]}
                      onChange={(since: string) => {
                        const { since: _since, ...ended } = verify.ended!;
                        put({ ...verify, ended: since === '' ? ended : { ...ended, since } });
                      }}
                    />
                  )}
                </Field>
              )}
            </>
          )}
        </>
      )}
    </>
  );
}
