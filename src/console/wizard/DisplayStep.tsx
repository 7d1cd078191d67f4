import { Alert, Input } from 'antd';
import { Link, useNavigate } from 'react-router-dom';
import { ColumnUses } from '#kinds/register/definition/ColumnUses.tsx';
import { DisplaySettings } from '#kinds/register/definition/DisplaySettings.tsx';
import type { DefinitionDraft } from '#kinds/register/definition/edits.ts';
import { bareName, isOpen } from '#kinds/register/register-parts.ts';
import { withDefinition } from '#kinds/register/wizard-table.ts';
import type { WizardFile, WizardTable } from '#wire/wizard.ts';
import { DateBox } from '../parts/DateBox.tsx';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Field, problemOf } from './Field.tsx';
import { focusFirstProblem } from './focus-in.ts';
import { useProposal } from './use-proposal.ts';
import { useTableCheck } from './use-table-check.ts';
import type { Wizard } from './use-wizard.ts';
import { addressOf, titled } from './wizard-state.ts';
import { StepButtons } from './WizardScreen.tsx';

/** Display of the table: columns in order, conditions of a search, the order of rows, and words around it. */
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
  const here = problems.filter(({ step }) => step === 'display');
  const elsewhere = problems.find(({ step }) => step !== 'display');
  const put = (changed: Partial<WizardTable>): void => wizard.change({ table: { ...table, ...changed } });
  const { definition } = table;
  const draft = { document: definition, fill: {}, values: {} };
  const define = ({ document }: DefinitionDraft): void =>
    wizard.change({ table: withDefinition(table, sortedBy(definition, document)) });
  const reasons = proposal?.reasons;
  const messageOf = (field: string): string => problemOf(here, field);
  const ofUses = messageOf('filters') || messageOf('search');
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
          <p className={ofUses ? 'field-problem' : 'quiet'}>{ofUses || reasons?.filters}</p>
          <ColumnUses draft={draft} onChange={define} />
        </Panel>
        <Panel title="表的说明">
          <DisplaySettings
            draft={draft}
            headers={new Map(table.columns.map(({ name, header }) => [name, header]))}
            hints={reasons ?? {}}
            problems={Object.fromEntries(here.map(({ field }) => [field, messageOf(field)]))}
            onTitle={(title) => wizard.change(titled(wizard.state, table, title))}
            onChange={define}
          />
          <Field label="数据截至" isRequired hint={reasons?.dataDate ?? ''} problem={messageOf('dataDate')}>
            {(given) => <DateBox {...given} value={table.dataDate} onChange={(dataDate) => put({ dataDate })} />}
          </Field>
          <Field label="表格上方的说明" hint="可以留空；每行一段" problem={messageOf('notes')}>
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
            <Field label="表格下方的注" hint="取自文件中表格下面的注；可以修改或留空" problem={messageOf('notesBelow')}>
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

type Definition = WizardTable['definition'];

/** Visitors of a new table may order it by the column that its rows are ordered by. */
function sortedBy(before: Definition, after: Definition): Definition {
  const [first = ''] = after.order;
  const name = bareName(first);
  if (first === before.order[0] || !isOpen(after, name)) return after;
  return { ...after, fields: { ...after.fields, [name]: { ...after.fields[name]!, sortable: true } } };
}
