import type { Hits } from '#page/data-shapes.ts';
import type { FailedProps, ViewBlock, ViewProps } from '#page/define-widget.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { countText } from '#rules/addresses/paging.ts';
import { Pager } from '#ui/Pager.tsx';
import { verbatim } from '#ui/script/active-script.ts';
import { SiteLink } from '#ui/SiteLink.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Narrow } from './Narrow.tsx';
import { Empty, Nothing } from './Nothing.tsx';
import { Results } from './Results.tsx';
import type { props as words } from './props.ts';
import { SuggestingBox } from './SuggestingBox.tsx';
import './style.css';

type Props = ValueOf<typeof words>;

export function View({ props, data, block }: ViewProps<Props, 'hits'>) {
  const narrowed = Boolean(block.address.section || block.address.since || block.address.kind);
  const onlyRows = block.address.kind === 'register';
  const none = data.total === 0 && data.rows.length === 0 && data.questions.length === 0;
  return (
    <>
      <Box block={block} />
      {data.words === '' ? (
        <Empty examples={props.examples} block={block} />
      ) : (
        <>
          <p role="status" className="search__found">
            {data.corrected !== '' && (
              <>
                没有找到“{verbatim(data.words)}”，您是不是要找“
                <SiteLink path={block.href({ q: data.corrected, pageNum: '' })}>{data.corrected}</SiteLink>
                ”？
              </>
            )}
            {foundWords(data)}
          </p>
          {data.limits && <p className="search__limits">{data.limits}。</p>}
          {(data.total > 0 || data.rows.length > 0 || narrowed) && <Narrow data={data} block={block} />}
          {!(none && data.channels.length === 0) && (
            <Results {...data} channels={data.pageNum === 1 ? data.channels : []} />
          )}
          {data.rows.length > 0 && data.rows.length < totalOf(data) && !onlyRows && (
            <p className="search__more">
              <SiteLink path={block.href({ kind: 'register', section: '', since: '', pageNum: '' })}>
                公示表中的全部 {countText(totalOf(data))} 条记录
              </SiteLink>
            </p>
          )}
          {none && (narrowed || data.channels.length === 0) && (
            <Nothing narrowed={narrowed} words={data.words} block={block} />
          )}
          {!onlyRows && (
            <Pager
              total={data.total}
              more={data.more}
              pageNum={data.pageNum}
              pageSize={data.pageSize}
              sizes={false}
              href={block.href}
            />
          )}
        </>
      )}
      {props.ways && props.ways.length > 0 && (
        <p className="search__ways">
          {data.words === '' ? '也可以：' : '没有您要找的？'}
          {props.ways.map(({ title, path }) => (
            <SiteLink key={path} path={path}>
              {title}
            </SiteLink>
          ))}
          {block.hotline && <a href={`tel:${block.hotline}`}>客服热线 {block.hotline}</a>}
        </p>
      )}
    </>
  );
}

/** A new search starts without the old one's section, date and kind. */
function Box({ block }: { block: ViewBlock }) {
  const words = block.address.q ?? '';
  return (
    <SuggestingBox
      path={block.path}
      name={block.addressName('q')}
      words={words}
      label="公告、新闻、附件、人员、产品或证券"
      hint="多个词之间用空格隔开；大小写、全半角与繁简均可"
      action="搜索"
      title="全站搜索"
      autoFocus={words === ''}
    />
  );
}

/** Rows of registers are counted apart, as they are filtered apart; so are the questions among them. */
function foundWords(data: Hits): string {
  const about = data.partly ? '含有其中一部分的' : `与“${data.corrected || verbatim(data.words)}”有关的`;
  const partWords = data.partly ? '没有内容含有全部文字，' : '';
  const articles = countText(data.total, data.more);
  if (data.questions.length > 0) {
    const found = [
      `问答 ${data.questions.length} 条`,
      ...(data.total > 0 ? [`文章和附件 ${articles} 条`] : []),
      ...(data.rows.length > 0 ? [`公示表 ${countText(Math.max(totalOf(data), data.rows.length))} 条`] : []),
    ];
    return `${partWords}找到${about}${found.join('，')}`;
  }
  if (data.everyday.length > 0)
    return `只找到${data.everyday.map((word) => `“${verbatim(word)}”`).join('、')}这样的常用词，没有找到您问的内容`;
  if (data.rows.length === 0 && data.total === 0)
    return data.channels.length === 0
      ? `没有找到${about}内容`
      : `没有找到${about}文章或附件，找到 ${data.channels.length} 个栏目`;
  if (data.rows.length === 0) return `${partWords}找到 ${articles} 条${about}内容`;
  const rows = countText(Math.max(totalOf(data), data.rows.length));
  return data.total === 0
    ? `没有${about}文章或附件，但公示表中有 ${rows} 条`
    : `${partWords}找到${about}文章和附件 ${articles} 条，公示表 ${rows} 条`;
}

const totalOf = ({ kinds }: Hits): number => kinds.find(({ kind }) => kind === 'register')?.total ?? 0;

/** A search in vain keeps its words. */
export function Failed({ block, note }: FailedProps<Props>) {
  return (
    <>
      <Box block={block} />
      {note}
    </>
  );
}

/** Its form and links are the document's own; the box wakes it when something is typed. */
export const hydrates = 'on-use';

export function Waiting() {
  return <Skeleton rows={10} kind="item" />;
}
