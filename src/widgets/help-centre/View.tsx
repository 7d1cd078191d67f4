import type { Catalogue } from '#page/data-shapes.ts';
import type { FailedProps, ViewBlock, ViewProps } from '#page/define-widget.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { EmptyNote } from '#ui/EmptyNote.tsx';
import { ItemList } from '#ui/ItemList.tsx';
import { Pager } from '#ui/Pager.tsx';
import { SearchBox } from '#ui/SearchBox.tsx';
import { fillRows } from '#ui/fill-rows.ts';
import { SiteLink } from '#ui/SiteLink.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { props as words } from './props.ts';
import './style.css';

type Props = ValueOf<typeof words>;

export function View({ props, data, block }: ViewProps<Props, 'catalogue'>) {
  const { words: typed, category } = data;
  const whole = data.categories.reduce((sum, { total }) => sum + total, 0);
  return (
    <>
      <Box words={typed} category={category} props={props} block={block} />
      {props.categories.length + data.categories.length > 0 && (
        <Categories props={props} data={data} block={block} whole={whole} />
      )}
      <h2 className="help__found">
        {typed ? `与“${typed}”有关的帮助，${data.total} 篇` : `${category || '全部帮助'}，${data.total} 篇`}
      </h2>
      <p role="status" className="unseen">
        找到 {data.total} 篇
      </p>
      {data.total === 0 ? (
        <Nothing data={data} block={block} whole={whole} />
      ) : (
        <ItemList items={data.items} dates="right" summaries />
      )}
      <Pager
        total={data.total}
        untold={data.untold}
        pageNum={data.pageNum}
        pageSize={data.pageSize}
        unit="篇"
        href={block.href}
      />
    </>
  );
}

function Box({ words, category, props, block }: { words: string; category: string; props: Props; block: ViewBlock }) {
  const params = category ? [...block.kept, { name: block.addressName('category'), value: category }] : block.kept;
  return (
    <SearchBox
      key={words}
      path={block.path}
      name={block.addressName('q')}
      words={words}
      label={`在${category || block.pageTitle}中查找`}
      hint={props.hint}
      action="查找"
      title={`${block.pageTitle}查找`}
      kept={params}
    />
  );
}

/** All categories in the order of the page, each with what it is about and how much of it the words leave. */
function Categories({ props, data, block, whole }: { props: Props; data: Catalogue; block: ViewBlock; whole: number }) {
  const totals = new Map(data.categories.map(({ name, total }) => [name, total]));
  const named = props.categories.map(({ name }) => name);
  const others = data.categories
    .filter(({ name }) => name !== '' && !named.includes(name))
    .map(({ name }) => ({ name, note: '' }));
  const all = [{ name: '', note: '全部分类' }, ...props.categories, ...others];
  return (
    <nav aria-label="帮助分类">
      <ul className={`help ${fillRows(all.length)}`}>
        {all.map(({ name, note }) => (
          <li key={name}>
            <SiteLink
              path={block.href({ category: name, pageNum: '' })}
              current={name === data.category ? 'page' : undefined}
            >
              <b>{name || '全部'}</b>
              <i>{name === '' ? whole : (totals.get(name) ?? 0)}</i>
              <small>{note}</small>
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Nothing({ data, block, whole }: { data: Catalogue; block: ViewBlock; whole: number }) {
  return (
    <EmptyNote title={data.words ? '没有找到相关的帮助' : '这一分类暂无内容'}>
      <p className="empty__links">
        {data.category && whole > 0 && (
          <SiteLink path={block.href({ category: '', pageNum: '' })}>在全部分类中查找</SiteLink>
        )}
        <SiteLink path={block.path}>查看全部帮助</SiteLink>
        {block.hotline && <a href={`tel:${block.hotline}`}>客服热线 {block.hotline}</a>}
      </p>
    </EmptyNote>
  );
}

/** Words that could not be looked for stay in their box. */
export function Failed({ props, block, note }: FailedProps<Props>) {
  const { q = '', category = '' } = block.address;
  return (
    <>
      <Box words={q} category={category} props={props} block={block} />
      {note}
    </>
  );
}

export function Waiting() {
  return <Skeleton rows={8} kind="tile" />;
}
