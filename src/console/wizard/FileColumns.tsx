import { Select } from 'antd';
import { putType } from '#kinds/register/definition/edits.ts';
import { FieldRow } from '#kinds/register/definition/FieldRow.tsx';
import { fileFields, withDefinition, withFileField, type FileField } from '#kinds/register/wizard-table.ts';
import {
  VISIBILITIES,
  type MisfitCell,
  type TableCheck,
  type TableProposal,
  type Visibility,
  type WizardTable,
} from '#wire/wizard.ts';
import { VISIBILITY_NAMES } from './column-names.ts';
import { UnitQuestion } from './UnitQuestion.tsx';

type Field = FileField['field'];

const VALUES_SHOWN = 3;
/** first choices of a column that becomes a list of choices */
const CHOICES_TAKEN = 12;

interface Props {
  table: WizardTable;
  proposal: TableProposal;
  check: TableCheck | undefined;
  onChange: (next: WizardTable) => void;
}

/** The columns of the file, in its order, and the fields that they become. */
export function FileColumns({ table, proposal, check, onChange }: Props) {
  const proposed = new Map(fileFields(proposal.table).map((one) => [one.place, one]));
  return (
    <div className="definition-fields">
      <table className="wizard-columns">
        <thead>
          <tr>
            <th scope="col">文件中的列</th>
            <th scope="col">标题</th>
            <th scope="col">类型</th>
            <th scope="col">是否公开</th>
            <th scope="col">必填</th>
            <th scope="col">主键</th>
            <th scope="col">更多</th>
          </tr>
        </thead>
        <tbody>
          {fileFields(table)
            .toSorted((a, b) => a.place - b.place)
            .map((one) => (
              <FileColumn
                key={one.place}
                one={one}
                proposed={proposed.get(one.place)}
                table={table}
                reasons={proposal.columnReasons[one.place] ?? []}
                values={[...new Set(proposal.samples.flatMap(({ cells }) => cells[one.place] || []))]}
                check={check}
                onChange={onChange}
              />
            ))}
        </tbody>
      </table>
    </div>
  );
}

interface ColumnProps extends Pick<Props, 'table' | 'check' | 'onChange'> {
  one: FileField;
  proposed: FileField | undefined;
  reasons: readonly string[];
  /** values of the first rows */
  values: readonly string[];
}

function FileColumn({ one, proposed, table, reasons, values, check, onChange }: ColumnProps) {
  const { place, header, name, field, visibility } = one;
  const here = ({ place: other }: { place?: number }): boolean => other === place;
  const misfits = (check?.misfits ?? []).filter(here);
  const put = (changed: Partial<FileField>): void => onChange(withFileField(table, { ...one, ...changed }));
  const some = values.slice(0, VALUES_SHOWN).join('、');
  const reasonNote = <p className="quiet">{reasons.join('；')}</p>;
  if (visibility === 'left-out')
    return <LeftOut one={one} values={some} notes={reasonNote} onVisibility={(to) => put({ visibility: to })} />;
  const draft = { document: table.definition, fill: {}, values: {} };
  const retype = (to: Field['type']): void => {
    const { document } = putType(draft, name, to, values.slice(0, CHOICES_TAKEN));
    const fields = { ...document.fields, [name]: fieldAs(to, document.fields[name]!) };
    const retyped = withDefinition(table, { ...document, fields });
    // a question for percents whose form the file leaves open
    const isUndecided =
      to === 'percent' && proposed?.field.type !== to && values.every((value) => !/[%％‰]/.test(value));
    const plain = isUndecided ? 'asked' : to === 'percent' ? proposed?.plain : undefined;
    const columns = retyped.columns.map((column) => {
      const { plain: _before, ...rest } = column;
      return column.place === place ? { ...rest, ...(plain && { plain }) } : column;
    });
    onChange({ ...retyped, columns });
  };
  /** Field as it was proposed with this type; its unit is a question where the file has none. */
  const fieldAs = (to: Field['type'], { unit: _unit, ...begun }: Field): Field => {
    if (proposed?.field.type !== to) return begun;
    const { title: _title, required: _required, convert: _convert, ...known } = proposed.field;
    return { ...begun, ...known };
  };
  return (
    <FieldRow
      draft={draft}
      name={name}
      header={header}
      values={some}
      audience={visibility}
      audiences={VISIBILITIES}
      isNew
      ofFile
      empty={0}
      counts={null}
      problems={(check?.problems ?? []).filter(here)}
      isMisfit={misfits.length > 0}
      notes={
        <>
          {reasonNote}
          {misfits.length > 0 && <p className="field-problem">{misfitWords(misfits)}</p>}
          <UnitQuestion
            one={one}
            values={values}
            proposed={proposed}
            onChange={(next) => onChange(withFileField(table, next))}
          />
        </>
      }
      onType={retype}
      onAudience={(to) => put({ visibility: to, ...(to === 'left-out' && { field: { ...field, required: false } }) })}
      onChange={({ document }) => onChange(withDefinition(table, document))}
    />
  );
}

interface LeftOutProps {
  one: FileField;
  values: string;
  notes: React.ReactNode;
  onVisibility: (to: Visibility) => void;
}

/** A column that is not read has no field; it gets the one that it had once it is imported. */
function LeftOut({ one: { header, field }, values, notes, onVisibility }: LeftOutProps) {
  return (
    <>
      <tr className="left-out">
        <th scope="row">
          <span>{header}</span>
          <span className="wizard-values">{values}</span>
        </th>
        <td colSpan={2}>{field.title === header ? '' : field.title}</td>
        <td>
          <Select<Visibility>
            value="left-out"
            options={VISIBILITIES.map((value) => ({ value, label: VISIBILITY_NAMES[value] }))}
            aria-label={`${header}是否公开`}
            popupMatchSelectWidth={160}
            onChange={onVisibility}
          />
        </td>
        <td colSpan={3} />
      </tr>
      <tr className="wizard-told">
        <td colSpan={7}>{notes}</td>
      </tr>
    </>
  );
}

function misfitWords(misfits: readonly MisfitCell[]): string {
  const some = misfits.slice(0, 2).map(({ cell, value, message }) => `${cell}“${value}”${message}`);
  return `${misfits.length} 格不符合：${some.join('；')}`;
}
