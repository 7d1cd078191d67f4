import type { ViewProps } from '#page/define-widget.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { countText } from '#rules/addresses/paging.ts';
import { EmptyNote } from '#ui/EmptyNote.tsx';
import { RegisterFiles } from '#ui/RegisterFiles.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { props as words } from './props.ts';
import '#ui/sheet.css';
import './style.css';

type Props = ValueOf<typeof words>;

export function View({ props, data }: ViewProps<Props, 'datasets'>) {
  const { notes = [], examples = [] } = props;
  const [first] = data.items;
  if (!first) return <EmptyNote title="暂无可以下载的公示数据" />;
  const asHere = (text: string): string =>
    text
      .replaceAll('<site>', data.siteUrl)
      .replaceAll('<register>', first.register)
      .replaceAll('<day>', data.published);
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
                  <span className="data-files">
                    <RegisterFiles {...item} formats={['xlsx', 'csv', 'json', 'datapackage.json']} />
                  </span>
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
            <p key={note}>{asHere(note)}</p>
          ))}
          <p>
            全部文件的查询条件和内容见 <a href="/register-file/openapi.json">接口说明（OpenAPI）</a>。
          </p>
          {examples.map(({ title, code }) => (
            <figure key={title}>
              <figcaption>{title}</figcaption>
              <pre translate="no" tabIndex={0} role="region" aria-label={title}>
                <code>{asHere(code)}</code>
              </pre>
            </figure>
          ))}
        </section>
      )}
    </>
  );
}

export function Waiting() {
  return <Skeleton rows={12} kind="row" />;
}

/** Links and files are the document's own. */
export const hydrates = 'on-use';
