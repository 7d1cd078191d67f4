import type { DataSets } from '#page/data-shapes.ts';
import type { ViewProps } from '#page/define-widget.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { countText } from '#rules/paging.ts';
import { EmptyNote } from '#ui/EmptyNote.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { props as words } from './props.ts';
import '#ui/sheet.css';
import './style.css';

type Props = ValueOf<typeof words>;
type Item = DataSets['items'][number];

/** wire/paths.ts states the same addresses for the server. */
const FILES = [
  ['xlsx', 'Excel'],
  ['csv', 'CSV'],
  ['json', 'JSON'],
  ['datapackage.json', '字段'],
] as const;
/** A sheet of a workbook has no more rows than this and its head. */
const SHEET_ROWS = 1_048_575;

export function View({ props, data }: ViewProps<Props, 'datasets'>) {
  const { notes = [], examples = [] } = props;
  if (data.items.length === 0) return <EmptyNote title="暂无可以下载的公示数据" />;
  return (
    <>
      <div className="sheet">
        <table>
          <caption className="unseen">可以下载的公示数据</caption>
          <thead>
            <tr>
              <th scope="col" className="lead">
                名称
              </th>
              <th scope="col">数据截至</th>
              <th scope="col" className="number">
                数量
              </th>
              <th scope="col">文件</th>
            </tr>
          </thead>
          <tbody>
            {data.items.map((item) => (
              <tr key={item.register}>
                <th scope="row" className="lead long">
                  {item.path === '' ? item.title : <SiteLink path={item.path}>{item.title}</SiteLink>}
                </th>
                <td data-label="数据截至">{item.dataDate}</td>
                <td data-label="数量" className="number">
                  {countText(item.rows)} {item.countWord}
                </td>
                <td data-label="文件">
                  <FileLinks item={item} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {(notes.length > 0 || examples.length > 0) && (
        <section className="data-use" aria-labelledby="data-use">
          <h2 id="data-use">用程序读取</h2>
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
          <p>
            全部文件的查询条件和内容见 <a href="/register-file/openapi.json">接口说明（OpenAPI）</a>。
          </p>
          {examples.map(({ title, code }) => (
            <figure key={title}>
              <figcaption>{title}</figcaption>
              <pre translate="no" tabIndex={0}>
                <code>{code}</code>
              </pre>
            </figure>
          ))}
        </section>
      )}
    </>
  );
}

function FileLinks({ item: { register, title, rows } }: { item: Item }) {
  return (
    <span className="data-files">
      {FILES.filter(([format]) => format !== 'xlsx' || rows <= SHEET_ROWS).map(([format, name]) => (
        <a key={format} href={`/register-file/${register}.${format}`} aria-label={`${title} ${name}`}>
          {name}
        </a>
      ))}
    </span>
  );
}

export function Waiting() {
  return <Skeleton rows={12} kind="row" />;
}
