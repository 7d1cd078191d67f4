import type { ViewBlock } from '#page/define-widget.ts';
import type { FilterView } from '#page/register-schema.ts';
import type { ConditionProblem } from '#rules/registers/read-condition.ts';
import { verbatim } from '#ui/script/active-script.ts';
import type { Condition } from './conditions.ts';

interface FieldProps {
  condition: Condition;
  title: string;
  /** all of the form: one may narrow another */
  filters: readonly FilterView[];
  /** current values of the form by name, for the choices that depend on them */
  chosen: Readonly<Record<string, string>>;
  block: ViewBlock;
  id: string;
  first?: true;
  problems: readonly ConditionProblem[];
}

export function Field({ condition: [filter, to], title, id, first, ...rest }: FieldProps) {
  const className = `field field--${to ? 'range' : filter.kind}${first ? ' field--first' : ''}`;
  if (to) {
    return (
      <fieldset className={className}>
        <legend>{title}</legend>
        <Control {...rest} filter={filter} id={id} hiddenLabel /> 至{' '}
        <Control {...rest} filter={to} id={id} hiddenLabel />
      </fieldset>
    );
  }
  return (
    <p className={className}>
      <Control {...rest} filter={filter} id={id} />
    </p>
  );
}

const INPUT_TYPES = { text: 'text', fuzzy: 'search', date: 'date', number: 'text', choice: '' } as const;

interface ControlProps extends Pick<FieldProps, 'filters' | 'chosen' | 'block' | 'id' | 'problems'> {
  filter: FilterView;
  hiddenLabel?: true;
}

function Control({ filter, filters, chosen, block, id, problems, hiddenLabel }: ControlProps) {
  const { name, kind } = filter;
  const value = block.address[name] ?? '';
  const problem = problems.find((one) => one.name === name);
  const own = `${id}-${name}`;
  // the focus goes to the first field that has to be corrected
  const shared = {
    id: own,
    name: block.addressName(name),
    ...(problem && { 'aria-invalid': true, 'aria-describedby': `${own}-wrong`, autoFocus: problem === problems[0] }),
  };
  return (
    <>
      <label htmlFor={own} className={hiddenLabel && 'unseen'}>
        {filter.title}
      </label>
      {kind === 'choice' ? (
        <Select
          {...shared}
          filter={filter}
          filters={filters}
          parent={(filter.within && chosen[filter.within.name]) ?? ''}
          value={value}
        />
      ) : (
        <input
          {...shared}
          // an input of dates cannot keep what is none
          type={problem ? 'text' : INPUT_TYPES[kind]}
          defaultValue={value}
          inputMode={kind === 'number' ? 'decimal' : undefined}
          autoComplete="off"
        />
      )}
      {problem && (
        <small id={`${own}-wrong`} className="field__wrong">
          {problem.message}
        </small>
      )}
    </>
  );
}

interface SelectProps {
  id: string;
  name: string;
  filter: FilterView;
  filters: readonly FilterView[];
  /** '': any */
  parent: string;
  value: string;
}

/**
 * Cities of the chosen province, and all of them, by province, while none is chosen. Another province takes the chosen
 * city out of the list.
 */
function Select({ filter: { choices = {}, within }, filters, parent, value, ...shared }: SelectProps) {
  const options = Object.entries(choices);
  const parents = within && Object.entries(filters.find(({ name }) => name === within.name)?.choices ?? {});
  return (
    <select key={value} {...shared} defaultValue={value}>
      {!('' in choices) && <option value="">全部</option>}
      {value && !Object.hasOwn(choices, value) && <option value={value}>{verbatim(value)}</option>}
      {parents?.length
        ? parents
            .filter(([stored]) => !parent || stored === parent)
            .map(([stored, label]) => (
              <optgroup key={stored} label={label}>
                {optionsOf(options.filter(([child]) => within?.parents[child] === stored))}
              </optgroup>
            ))
        : optionsOf(options)}
    </select>
  );
}

const optionsOf = (options: [string, string][]) =>
  options.map(([stored, label]) => (
    <option key={stored} value={stored}>
      {label}
    </option>
  ));
