import { Alert, Button, Checkbox, Input, Select, Space } from 'antd';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { isOpenToAll, proposeEnded } from '#rules/registers/ended-mark.ts';
import type { WizardColumn, WizardFile, WizardTable, WizardVerify } from '#wire/wizard.ts';
import { DateBox } from '../parts/DateBox.tsx';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { Panel } from '../parts/Panel.tsx';
import { EndedField } from './EndedField.tsx';
import { Field, problemOf } from './Field.tsx';
import { focusFirstProblem } from './focus-in.ts';
import { useProposal } from './use-proposal.ts';
import { useTableCheck } from './use-table-check.ts';
import type { Wizard } from './use-wizard.ts';
import { addressOf, titled } from './wizard-state.ts';
import { StepButtons } from './WizardScreen.tsx';

/** How the table is shown: columns in order, what visitors search by, how rows are sorted, and words around it. */
export function DisplayStep({ wizard }: { wizard: Wizard }) {
  const { file, table } = wizard.state;
  if (!file || !table) {
    return (
      <EmptyNote title="还没有上传文件">
        <Link to={addressOf('table', 'file')}>先上传要公示的表格</Link>
      </EmptyNote>
    );
  }
  return <Display wizard={wizard} file={file} table={table} />;
}

function Display({ wizard, file, table }: { wizard: Wizard; file: WizardFile; table: WizardTable }) {
  const navigate = useNavigate();
  const { data: proposal } = useProposal(file);
  const { check, failure } = useTableCheck(file, table);
  const problems = check?.problems ?? [];
  const elsewhere = problems.find(({ step }) => step !== 'display');
  const put = (changed: Partial<WizardTable>): void => wizard.change({ table: { ...table, ...changed } });
  const reasons = proposal?.reasons;
  const said = (field: string): string => problemOf(problems, field);
  return (
    <>
      {failure !== '' && <Alert type="error" showIcon className="above-form" title={failure} />}
      {elsewhere && (
        <Alert
          type="warning"
          showIcon
          className="above-form"
          title={elsewhere.message}
          action={<Link to={addressOf('table', elsewhere.step)}>去改正</Link>}
        />
      )}
      <div className="two-columns wide-first">
        <Panel title="列和查询">
          <p className={said('filters') || said('search') ? 'field-problem' : 'quiet'}>
            {said('filters') || said('search') || reasons?.filters}
          </p>
          <ColumnOrder table={table} onChange={put} />
        </Panel>
        <Panel title="表的说明">
          <Field label="表的名称" isRequired hint={reasons?.title ?? ''} problem={said('title')}>
            {(given) => (
              <Input
                {...given}
                value={table.title}
                maxLength={60}
                onChange={(event) => wizard.change(titled(wizard.state, table, event.target.value))}
              />
            )}
          </Field>
          <OrderField table={table} hint={reasons?.order ?? ''} problem={said('order')} onChange={put} />
          <Field label="数据截至" isRequired hint={reasons?.dataDate ?? ''} problem={said('dataDate')}>
            {(given) => <DateBox {...given} value={table.dataDate} onChange={(dataDate) => put({ dataDate })} />}
          </Field>
          <VerifyFields
            table={table}
            hint={reasons?.verify ?? ''}
            problem={said('verify')}
            endedProblem={said('ended')}
            onChange={put}
          />
          <Field label="量词" hint="“共 120 人”中的“人”" problem={said('countWord')}>
            {(given) => (
              <Input
                {...given}
                value={table.countWord}
                maxLength={10}
                onChange={(event) => put({ countWord: event.target.value })}
              />
            )}
          </Field>
          <Field label="表格上方的说明" hint="可以留空；每行一段" problem={said('notes')}>
            {(given) => (
              <Input.TextArea
                {...given}
                rows={3}
                value={table.notes}
                onChange={(event) => put({ notes: event.target.value })}
              />
            )}
          </Field>
          {table.notesBelow !== undefined && (
            <Field label="表格下方的注" hint="取自文件中表格下面的注；可以修改或留空" problem={said('notesBelow')}>
              {(given) => (
                <Input.TextArea
                  {...given}
                  rows={3}
                  value={table.notesBelow}
                  onChange={(event) => put({ notesBelow: event.target.value })}
                />
              )}
            </Field>
          )}
        </Panel>
      </div>
      <StepButtons
        kind="table"
        step="display"
        onNext={() => (problems.length > 0 ? focusFirstProblem() : void navigate(addressOf('table', 'channel')))}
      />
    </>
  );
}

const KINDS: { value: WizardVerify['kind']; label: string }[] = [
  { value: 'staff', label: '人员' },
  { value: 'product', label: '产品' },
  { value: '', label: '不纳入' },
];

/** Visitors are warned of whoever a check does not find. */
function VerifyFields({
  table,
  hint,
  problem,
  endedProblem,
  onChange,
}: {
  table: WizardTable;
  hint: string;
  problem: string;
  endedProblem: string;
  onChange: (changed: Partial<WizardTable>) => void;
}) {
  const { kind, show, ended } = verifyOf(table);
  const choose = (chosen: WizardVerify['kind'], mark: WizardVerify['ended']): void =>
    onChange({ verify: { kind: chosen, show, ...(mark && { ended: mark }) } });
  return (
    <>
      <Field
        label="纳入人员核验"
        hint={kind === '' ? `${hint}。不纳入的，访客在核验中查不到，会被提醒“请勿转账”` : hint}
        problem={problem}
      >
        {/* what tells that a product has ended speaks of no person */}
        {(given) => (
          <Select
            {...given}
            value={kind}
            options={KINDS}
            onChange={(chosen) => choose(chosen, proposeEnded(chosen, table.columns))}
          />
        )}
      </Field>
      {kind !== '' && (
        <EndedField
          table={table}
          verify={{ kind, show, ...(ended && { ended }) }}
          problem={endedProblem}
          onChange={(mark) => choose(kind, mark)}
        />
      )}
    </>
  );
}

/** Of a table that a tab has kept since before there was a choice: none. */
const verifyOf = ({ verify, columns }: WizardTable): WizardVerify =>
  verify ?? { kind: '', show: columns.filter(isOpenToAll).map(({ name }) => name) };

const isOpen = ({ visibility }: WizardColumn): boolean => visibility !== 'hidden' && visibility !== 'left-out';

function ColumnOrder({ table, onChange }: { table: WizardTable; onChange: (changed: Partial<WizardTable>) => void }) {
  const open = table.columns.filter(isOpen);
  const [told, setTold] = useState('');
  const move = (at: number, by: number): void => {
    if (at + by < 0 || at + by >= open.length) return;
    const order = [...open];
    const [moved] = order.splice(at, 1);
    order.splice(at + by, 0, moved!);
    setTold(`“${moved!.title}”现在是第 ${at + by + 1} 列，共 ${open.length} 列`);
    onChange({ columns: [...order, ...table.columns.filter((column) => !isOpen(column))] });
  };
  const verify = verifyOf(table);
  const toggleShown = (name: string, isOn: boolean): void =>
    onChange({
      verify: {
        ...verify,
        show: open.map((one) => one.name).filter((one) => (one === name ? isOn : verify.show.includes(one))),
      },
    });
  const toggle = (list: 'filters' | 'search', name: string, isOn: boolean): void =>
    onChange({
      [list]: isOn
        ? open.map((one) => one.name).filter((one) => one === name || table[list].includes(one))
        : table[list].filter((one) => one !== name),
    });
  return (
    <>
      <p className="unseen" role="status">
        {told}
      </p>
      <table className="wizard-columns">
        <thead>
          <tr>
            <th scope="col">列</th>
            <th scope="col">顺序</th>
            <th scope="col">单独查</th>
            <th scope="col">输入文字查</th>
            {verify.kind !== '' && <th scope="col">核验显示</th>}
          </tr>
        </thead>
        <tbody>
          {open.map(({ name, title, type, visibility }, at) => (
            <tr key={name}>
              <th scope="row">{title}</th>
              <td>
                <Space size={4}>
                  <Button
                    size="small"
                    aria-disabled={at === 0}
                    aria-label={`${title}上移`}
                    onClick={() => move(at, -1)}
                  >
                    ↑
                  </Button>
                  <Button
                    size="small"
                    aria-disabled={at === open.length - 1}
                    aria-label={`${title}下移`}
                    onClick={() => move(at, 1)}
                  >
                    ↓
                  </Button>
                </Space>
              </td>
              <td className="wizard-check">
                <Checkbox
                  checked={table.filters.includes(name)}
                  disabled={visibility === 'by-level'}
                  aria-label={`按${title}单独查`}
                  onChange={(event) => toggle('filters', name, event.target.checked)}
                />
              </td>
              <td className="wizard-check">
                <Checkbox
                  checked={table.search.includes(name)}
                  disabled={type !== 'text' || visibility === 'by-level'}
                  aria-label={`输入文字查${title}`}
                  onChange={(event) => toggle('search', name, event.target.checked)}
                />
              </td>
              {verify.kind !== '' && (
                <td className="wizard-check">
                  <Checkbox
                    checked={verify.show.includes(name)}
                    disabled={visibility === 'by-level'}
                    aria-label={`核验显示${title}`}
                    onChange={(event) => toggleShown(name, event.target.checked)}
                  />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function OrderField({
  table,
  hint,
  problem,
  onChange,
}: {
  table: WizardTable;
  hint: string;
  problem: string;
  onChange: (changed: Partial<WizardTable>) => void;
}) {
  const [first = '', ...rest] = table.order;
  const options = table.columns
    .filter(({ visibility }) => visibility !== 'left-out' && visibility !== 'by-level')
    .flatMap(({ name, title }) => [
      { value: name, label: `${title}，从小到大` },
      { value: `-${name}`, label: `${title}，从大到小` },
    ]);
  const choose = (word: string): void =>
    onChange({
      order: [
        word,
        ...[...rest, ...table.key].filter(
          (other, at, all) => other.replace(/^-/, '') !== word.replace(/^-/, '') && all.indexOf(other) === at,
        ),
      ].slice(0, 5),
    });
  return (
    <Field label="各行的顺序" hint={hint} problem={problem}>
      {(given) => (
        <Select
          {...given}
          value={first}
          options={options}
          onChange={choose}
          showSearch={{ optionFilterProp: 'label' }}
        />
      )}
    </Field>
  );
}
