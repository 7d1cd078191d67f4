import type { Updates } from '#page/data-shapes.ts';
import type { ViewBlock, ViewProps } from '#page/define-widget.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { countText } from '#rules/addresses/paging.ts';
import { shanghaiTime } from '#rules/time/shanghai-date.ts';
import { AlertLink } from '#ui/AlertLink.tsx';
import { FeedLink } from '#ui/FeedLink.tsx';
import { EmptyNote } from '#ui/EmptyNote.tsx';
import { PageTools } from '#ui/PageTools.tsx';
import { Pager } from '#ui/Pager.tsx';
import { RegisterFiles } from '#ui/RegisterFiles.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { props as words } from './props.ts';
import '#ui/DataFacts.css';
import '#ui/sheet.css';
import './style.css';

type Props = ValueOf<typeof words>;
type Item = Updates['items'][number];

export function View({ props, data, block }: ViewProps<Props, 'updates'>) {
  const version = `数据截至 ${data.items[0]?.dataDate ?? ''}`;
  const Title = block.titleLevel === 1 ? 'h1' : 'h2';
  return (
    <div className="updates">
      <Title className={block.titleLevel === 1 ? 'article__title' : 'block__heading'}>{data.title}</Title>
      <div className="facts" data-version={version}>
        <span>{version}</span>
        <div className="facts__tools">
          {data.path !== '' && <SiteLink path={data.path}>查看名单</SiteLink>}
          {data.hasFiles && (
            <span className="updates__files">
              下载：
              <RegisterFiles
                register={data.register}
                formats={['xlsx', 'csv', 'json']}
                rows={data.items[0]?.rows ?? 0}
                title="下载全部"
              />
            </span>
          )}
          {data.hasAlerts && <AlertLink of={`register:${data.register}`} />}
          <FeedLink of={block.path}>订阅（RSS）</FeedLink>
          <PageTools copyLink={false} />
        </div>
      </div>
      {data.items.length === 0 ? (
        <EmptyNote title="还没有发布过" />
      ) : (
        <Log data={data} compare={props.compare} block={block} />
      )}
    </div>
  );
}

interface LogProps {
  data: Updates;
  compare: string | undefined;
  block: ViewBlock;
}

function Log({ data, compare, block }: LogProps) {
  const { items, dates, title, countWord, total, pageNum, pageSize } = data;
  const compares = compare !== undefined && dates.length > 1;
  return (
    <>
      <div className="sheet">
        <table>
          <caption className="unseen">{title}</caption>
          <thead>
            <tr>
              <th scope="col" className="lead">
                发布时间
              </th>
              <th scope="col">数据截至</th>
              {['新增', '修改', '移出', '公示'].map((name) => (
                <th key={name} scope="col" className="number">
                  {name}
                </th>
              ))}
              <th scope="col">变动</th>
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <tr key={item.at}>
                <th scope="row" className="lead">
                  <time dateTime={item.at}>{shanghaiTime(item.at)}</time>
                </th>
                <td data-label="数据截至">{item.dataDate}</td>
                <Count label="新增" of={item.added} />
                <Count label="修改" of={item.changed} />
                <Count label="移出" of={item.removed} />
                <td data-label="公示" className="number">
                  {countText(item.rows)} {countWord}
                </td>
                <td data-label="变动">{compares ? <Compared {...{ item, dates, compare, block }} /> : whatOf(item)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Pager total={total} pageNum={pageNum} pageSize={pageSize} unit="次" label="更新记录分页" href={block.href} />
    </>
  );
}

const Count = ({ label, of }: { label: string; of: number }) => (
  <td data-label={label} className={of === 0 ? 'number none' : 'number'}>
    {countText(of)}
  </td>
);

/** The change list of a day against the one before it. */
function Compared({ item, dates, compare, block }: Omit<LogProps, 'data'> & { item: Item; dates: readonly string[] }) {
  const before = dates[dates.indexOf(item.dataDate) + 1];
  const isChanged = item.added + item.changed + item.removed > 0;
  if (!isChanged || !dates.includes(item.dataDate) || before === undefined) return <>{whatOf(item)}</>;
  const path = `${block.path}?${compare}.from=${before}&${compare}.to=${item.dataDate}#block-${compare}`;
  return (
    <SiteLink path={path} label={`${item.dataDate} 与 ${before} 相比的变动清单`}>
      变动清单
    </SiteLink>
  );
}

function whatOf({ added, changed, removed, rewritten }: Item): string {
  if (added + changed + removed > 0) return '—';
  return rewritten > 0 ? '列名或选项调整' : '没有变动';
}

export function Waiting() {
  return <Skeleton rows={11} kind="row" />;
}

/** Links, files and pages are the document's own. */
export const hydrates = 'on-use';
