import { Checkbox, Input, Select } from 'antd';
import { Field } from '#console/wizard/Field.tsx';
import { fieldsInOrder, isOpen } from '../register-parts.ts';
import type { RegisterDefinition, VerifyKind } from '#page/register-schema.ts';
import { AFTER_END, endedChoices, proposeEnded } from '#rules/registers/ended-mark.ts';
import { choicesOf, orderFirst, putWord, type DefinitionDraft } from './edits.ts';

interface Props {
  draft: DefinitionDraft;
  disabled?: boolean;
  /** headings in the file of a new register, by field: a check is proposed by them */
  headers?: ReadonlyMap<string, string>;
  /** why a setting is proposed, and what is wrong with it, by its word */
  hints?: Partial<Record<string, string>>;
  problems?: Partial<Record<string, string>>;
  onTitle?: (title: string) => void;
  onChange: (next: DefinitionDraft, about?: string) => void;
}

/** Settings of a register: its title, order and counting word, and the checks that it takes part in. */
export function DisplaySettings(props: Props) {
  const { draft, disabled = false, hints = {}, problems = {}, onChange } = props;
  const { document } = draft;
  const { history, onDemand = false } = document;
  // a person who has left is not shown for ever to visitors who choose a day
  const newHistory = { compare: [], ...(document.verify?.kind === 'staff' && { hideEnded: true }) };
  const titleOf = (name: string): string => document.fields[name]?.title ?? name;
  const putTitle =
    props.onTitle ?? ((title: string) => onChange({ ...draft, document: { ...document, title } }, 'title'));
  return (
    <>
      <Field label="表的名称" isRequired hint={hints.title} problem={problems.title}>
        {(given) => (
          <Input
            {...given}
            value={document.title}
            maxLength={60}
            disabled={disabled}
            onChange={(event) => putTitle(event.target.value)}
          />
        )}
      </Field>
      <Field label="各行的顺序" hint={hints.order} problem={problems.order}>
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
      <VerifySettings {...props} />
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
        <Field label="量词" hint="“共 120 人”中的“人”；留空为 条" problem={problems.countWord}>
          {(given) => (
            <Input
              {...given}
              value={document.countWord ?? ''}
              maxLength={10}
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
  { value: 'staff', label: '人员核验' },
  { value: 'product', label: '产品核验' },
  { value: '', label: '不纳入核验' },
];
const WORDS = {
  staff: { mark: '离岗标记', none: '不标记：查到谁，核验都不说明已离岗', ended: '表示已离岗的值' },
  product: { mark: '结束标记', none: '不标记：查到哪个产品，核验都不说明已结束', ended: '表示已结束的值' },
} as const;
/** columns that a check answers of a public register, until somebody chooses others */
const FIRST_SHOWN = 6;

/** RG9: the check that a register takes part in, with the mark of persons who have left, if one is chosen. */
function VerifySettings({ draft, disabled = false, headers, hints = {}, problems = {}, onChange }: Props) {
  const { document } = draft;
  const { verify } = document;
  const put = (next: RegisterDefinition['verify']): void => onChange(putWord(draft, 'verify', next));
  const open = fieldsInOrder(document).filter((name) => isOpen(document, name));
  const headerOf = (name: string): string => headers?.get(name) ?? document.fields[name]!.title;
  const choose = (kind: VerifyKind | ''): void => {
    if (kind === '') return put(undefined);
    const columns = open.map((name) => ({
      name,
      header: headerOf(name),
      field: document.fields[name]!,
      visibility: 'shown',
    }));
    // a mark of one kind does not fit the other
    const ended = headers && proposeEnded(kind, columns);
    put({ kind, show: verify?.show ?? (headers ? open : open.slice(0, FIRST_SHOWN)), ...(ended && { ended }) });
  };
  return (
    <>
      <Field
        label="纳入核验"
        hint={[
          ...(hints.verify === undefined ? [] : [hints.verify]),
          ...(verify ? [] : ['不纳入的，访客在核验中查不到，会被提醒“请勿转账”']),
        ].join('。')}
        problem={problems.verify}
      >
        {(given) => (
          <Select {...given} value={verify?.kind ?? ''} options={KINDS} disabled={disabled} onChange={choose} />
        )}
      </Field>
      {verify && <MarkSettings {...{ verify, open, document, disabled, headerOf, put }} problem={problems.ended} />}
    </>
  );
}

interface MarkProps {
  verify: NonNullable<RegisterDefinition['verify']>;
  open: readonly string[];
  document: RegisterDefinition;
  disabled: boolean;
  headerOf: (name: string) => string;
  problem: string | undefined;
  put: (next: RegisterDefinition['verify']) => void;
}

/** Choice that marks who has left or what has ended, with the values that mean so and the day. */
function MarkSettings({ verify, open, document, disabled, headerOf, problem, put }: MarkProps) {
  const words = WORDS[verify.kind];
  const { ended } = verify;
  const marked = ended && document.fields[ended.field];
  const of = (type: string) => open.filter((name) => document.fields[name]!.type === type);
  const titled = (name: string) => ({ value: name, label: document.fields[name]?.title ?? '（没有这一列）' });
  const marks = [...new Set([...of('choice'), ...(ended ? [ended.field] : [])])];
  const choices = marked ? choicesOf(marked) : [];
  const lost = (ended?.values ?? []).filter((value) => choices.every((choice) => choice.value !== value));
  const choose = (field: string): void => {
    const { ended: _ended, ...rest } = verify;
    const known = document.fields[field];
    put(
      known ? { ...rest, ended: { field, values: endedChoices(verify.kind, headerOf(field), known.choices) } } : rest,
    );
  };
  return (
    <>
      <Field
        label={words.mark}
        hint={
          ended
            ? `勾选的值，核验时说明“${AFTER_END[verify.kind]}”`
            : `${words.none}。可以标记的是公开的、类型为“选项”的列`
        }
        problem={problem}
      >
        {(given) => (
          <Select
            {...given}
            value={ended?.field ?? ''}
            disabled={disabled}
            options={[{ value: '', label: '不标记' }, ...marks.map(titled)]}
            onChange={choose}
          />
        )}
      </Field>
      {ended && (
        <fieldset className="wizard-choice wizard-ended" disabled={disabled}>
          <legend>{words.ended}</legend>
          <Checkbox.Group
            value={ended.values}
            options={[...choices, ...lost.map((value) => ({ value, label: `${value}（已不在可选的值中）` }))]}
            onChange={(values) => put({ ...verify, ended: { ...ended, values } })}
          />
        </fieldset>
      )}
      {ended && of('date').length > 0 && (
        <Field label="自何时起" hint="核验时说明日期的列；可以不选">
          {(given) => (
            <Select
              {...given}
              value={ended.since ?? ''}
              disabled={disabled}
              options={[{ value: '', label: '不说明日期' }, ...of('date').map(titled)]}
              onChange={(since: string) => {
                const { since: _since, ...mark } = ended;
                put({ ...verify, ended: since === '' ? mark : { ...mark, since } });
              }}
            />
          )}
        </Field>
      )}
    </>
  );
}
