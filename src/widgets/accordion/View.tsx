import { useEffect, useRef } from 'react';
import type { FailedProps, ViewBlock, ViewProps } from '#page/define-widget.ts';
import type { RegisterView } from '#page/register-schema.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { formatCell } from '#rules/registers/format-cell.ts';
import { rowPermalink } from '#rules/registers/row-permalink.ts';
import { DataFacts } from '#ui/DataFacts.tsx';
import { EmptyNote } from '#ui/EmptyNote.tsx';
import { hashTarget } from '#ui/hash-target.ts';
import type { Row } from '#ui/register-columns.ts';
import { verbatim } from '#ui/script/active-script.ts';
import { SearchBox } from '#ui/SearchBox.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import type { props as words } from './props.ts';
import './style.css';

type Props = ValueOf<typeof words>;

export function View({ props, data, block }: ViewProps<Props, 'rows'>) {
  const { register } = block;
  if (!register) throw new Error(`Block ${block.id} shows rows without a register definition`);
  const list = useRef<HTMLDivElement>(null);
  useTargetOpen(list);
  const groups = Map.groupBy(data.rows, (row) => (props.group ? textOf(register, row, props.group) : ''));
  const typed = typedIn(props, block);
  return (
    <>
      <Narrow props={props} register={register} block={block} typed={typed} />
      <p role="status" className="answers__count">
        {data.total > 0 && `共 ${data.total} ${register.countWord}`}
      </p>
      {data.total === 0 && (
        <EmptyNote title={typed ? `没有找到与“${verbatim(typed)}”有关的问题` : '暂无内容'}>
          <p className="empty__links">
            <SiteLink path={block.path}>查看全部问题</SiteLink>
          </p>
        </EmptyNote>
      )}
      <div className="answers" ref={list}>
        {[...groups].map(([name, rows]) => (
          <section key={name}>
            {name && <h2>{name}</h2>}
            {rows.map((row) => (
              <Question
                key={rowPermalink(register.key, row) ?? textOf(register, row, props.title)}
                id={`q-${rowPermalink(register.key, row) ?? ''}`}
                title={textOf(register, row, props.title)}
                text={textOf(register, row, props.text)}
              />
            ))}
          </section>
        ))}
      </div>
      <DataFacts {...data} whole={data.wholeTotal} register={register} />
    </>
  );
}

const typedIn = ({ search }: Props, { address }: ViewBlock): string => (search ? (address[search] ?? '') : '');

const textOf = ({ columns }: RegisterView, row: Row, field: string): string =>
  formatCell(row[field], columns.find((column) => column.field === field) ?? { type: 'text' });

/** The words looked for, and the groups as tabs; both are addresses. */
function Narrow({
  props,
  register,
  block,
  typed,
}: {
  props: Props;
  register: RegisterView;
  block: ViewBlock;
  typed: string;
}) {
  const { search, group } = props;
  const filter = register.filters.find(({ name }) => name === search);
  const groups = group ? register.filters.find(({ name }) => name === group)?.choices : undefined;
  const chosen = group ? (block.address[group] ?? '') : '';
  const params = group && chosen ? [...block.kept, { name: block.addressName(group), value: chosen }] : block.kept;
  return (
    <>
      {search && filter && (
        <SearchBox
          key={typed}
          path={block.path}
          name={block.addressName(search)}
          words={typed}
          label={filter.title}
          hint={props.hint}
          action="查找"
          title={`在${register.title}中查找`}
          kept={params}
        />
      )}
      {group && groups && (
        <Tabs
          label={`${register.title}的分类`}
          tabs={[['', '全部'] as const, ...Object.entries(groups)].map(([value, title]) => ({
            title,
            path: block.href({ [group]: value }),
            current: value === chosen,
          }))}
        />
      )}
    </>
  );
}

/**
 * The address names what stands inside the fold, because browsers open the folds around the target of an address, and
 * around what they find in the page, by themselves.
 */
function Question({ id, title, text }: { id: string; title: string; text: string }) {
  return (
    <details className="answer">
      <summary>{title}</summary>
      <div id={id} className="answer__text">
        {text.split('\n').map((line) => (
          <p key={line}>{line}</p>
        ))}
        <a href={`#${id}`} aria-label={`本题链接：${title}`}>
          # 本题链接
        </a>
      </div>
    </details>
  );
}

/**
 * Opens what the address names where the browser has not: after a navigation within the site, and in older browsers. Whoever
 * has begun to read or to type before the script was there is left alone.
 */
function useTargetOpen(list: { current: HTMLElement | null }): void {
  useEffect(() => {
    const open = () => {
      const target = hashTarget();
      const fold = list.current?.contains(target) ? target?.closest('details') : null;
      if (!target || !fold) return;
      fold.open = true;
      target.scrollIntoView({ block: 'nearest' });
      fold.querySelector('summary')?.focus({ preventScroll: true });
    };
    const isOpen = hashTarget()?.closest('details')?.open;
    if (!isOpen && !list.current?.closest('.block')?.contains(document.activeElement)) open();
    addEventListener('hashchange', open);
    return () => removeEventListener('hashchange', open);
  }, [list]);
}

/** Words that could not be looked for stay in their box. */
export function Failed({ props, block, note }: FailedProps<Props>) {
  return (
    <>
      {block.register && <Narrow props={props} register={block.register} block={block} typed={typedIn(props, block)} />}
      {note}
    </>
  );
}

export function Waiting() {
  return <Skeleton rows={10} kind="row" />;
}

/** Folds open without scripts; where the address names one, its script comes at once. */
export const hydrates = 'on-use';
