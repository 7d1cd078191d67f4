import { useEffect, useId, useRef, useState } from 'react';
import type { ViewBlock } from '#page/define-widget.ts';
import type { FilterView, RegisterView } from '#page/register-schema.ts';
import type { ConditionProblem } from '#rules/registers/read-condition.ts';
import { withBase } from '#rules/addresses/site-address.ts';
import { useBasePath } from '#ui/base-path.ts';
import { SiteLink } from '#ui/SiteLink.tsx';
import { clearedHref, conditionsOf, titleOf } from './conditions.ts';
import type { Condition } from './conditions.ts';
import { Field } from './Field.tsx';

interface FilterFormProps {
  register: RegisterView;
  block: ViewBlock;
  /** published dates, newest first; none where the answer that names them could not be had */
  dates: readonly string[];
  /** RG36: names of the conditions that stand first, folded away nowhere */
  first?: readonly string[] | undefined;
  /** RG7: conditions that could not be read */
  problems?: readonly ConditionProblem[] | undefined;
}

/**
 * RG3: a GET form, so every answer has an address. On phones all but the first conditions fold away, after a search
 * too: what is set stands above the rows found.
 */
export function FilterForm({ register, block, dates: known, first = [], problems = [] }: FilterFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const base = useBasePath();
  const dates = problems.find(({ name }) => name === 'asOf')?.choices ?? known;
  const filters = dates.length > 1 ? [...register.filters, dateFilter(dates)] : register.filters;
  const { leading, others } = byImportance(conditionsOf(filters), first);
  const values = filters.map(({ name }) => block.address[name] ?? '').join('\n');
  const [chosen, setChosen] = useState({ at: '', values: {} });

  // Back changes the address: the fields follow it, and the focus stays where it is
  const filled = useRef(values);
  useEffect(() => {
    // not at first: words typed before the page was hydrated stay
    if (filled.current === values) return;
    filled.current = values;
    form.current?.reset();
  }, [values]);

  /**
   * Values that other lists depend on, as the form has them: without scripts nothing narrows them, so they are whole at
   * first.
   */
  function readChosen() {
    const names = filters.flatMap(({ within }) => within?.name ?? []);
    // a field that has to be corrected has the focus before the form is known
    if (names.length === 0 || !form.current) return;
    const fields = new FormData(form.current);
    setChosen({
      at: values,
      values: Object.fromEntries(names.map((name) => [name, fields.get(block.addressName(name))])),
    });
  }
  // chosen before the scripts were there
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(readChosen, []);

  const field = (condition: Condition, first?: true) => (
    <Field
      key={condition[0].name}
      condition={condition}
      title={titleOf(condition) + unitOf(condition, register)}
      filters={filters}
      chosen={chosen.at === values ? chosen.values : {}}
      block={block}
      id={id}
      first={first}
      problems={problems}
    />
  );
  return (
    <form
      className="filters"
      method="get"
      action={withBase(base, block.path)}
      role="search"
      aria-label={`${register.title}查询`}
      ref={form}
      onFocus={readChosen}
      onChange={readChosen}
    >
      {hiddenFields(block, dates, problems).map(({ name, value }) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {leading.map((condition) => field(condition, true))}
      {others.length > 0 && (
        <>
          <input type="checkbox" className="filters__fold unseen" id={`${id}-fold`} />
          <label className="filters__more" htmlFor={`${id}-fold`}>
            更多条件
          </label>
          {others.map((condition) => field(condition))}
        </>
      )}
      <p className="filters__actions">
        <button type="submit" className="button button--ink">
          查询
        </button>
        <SiteLink path={clearedHref(register, block)}>重置</SiteLink>
      </p>
    </form>
  );
}

/** The page's own choice stands first, else the condition typed most often. */
function byImportance(conditions: readonly Condition[], first: readonly string[]) {
  const named = first.flatMap((name) => conditions.filter(([filter]) => filter.name === name));
  const main = conditions.find(([{ kind }]) => kind === 'fuzzy') ?? conditions[0]!;
  const leading: readonly Condition[] = named.length > 0 ? named : [main];
  return { leading, others: conditions.filter((one) => !leading.includes(one)) };
}

/** Numbers are asked for as they are shown: 65 of a percent, not 0.65. */
function unitOf([{ name }]: Condition, { columns }: RegisterView): string {
  const column = columns.find(({ field }) => `${field}From` === name);
  const unit = column?.type === 'percent' ? '%' : column?.unit;
  return unit ? `（${unit}）` : '';
}

/** The register as it was on a published date. */
const dateFilter = ([newest, ...earlier]: readonly string[]): FilterView => ({
  name: 'asOf',
  title: '数据日期',
  kind: 'choice',
  choices: Object.fromEntries([['', `最新（${newest}）`], ...earlier.map((date) => [date, date])]),
});

/**
 * Parts of the address that a search keeps: other parts of the page, the order and the page size; it starts at page 1.
 */
function hiddenFields(
  block: ViewBlock,
  dates: readonly string[],
  problems: readonly ConditionProblem[],
): { name: string; value: string }[] {
  // the day is chosen in the form where it is known which there are; one that cannot be read has no field then
  const keepsDay = dates.length <= 1 && problems.every(({ name }) => name !== 'asOf');
  const own = ['sort', 'pageSize', ...(keepsDay ? ['asOf'] : [])].filter((name) => block.address[name]);
  return [...block.kept, ...own.map((name) => ({ name: block.addressName(name), value: block.address[name]! }))];
}
