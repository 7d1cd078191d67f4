import { Link } from 'react-router-dom';
import { useRead } from '../calls/use-calls.ts';
import { Failure } from '../parts/Failure.tsx';
import { Panel } from '../parts/Panel.tsx';
import { changedTerms, type ChangedTerm } from './script-terms.ts';

/** words whose texts are looked for */
const MOST = 10;

/** LG9: what visitors who read traditional script will read otherwise, sentence by sentence, before it is saved. */
export function ScriptChanges({ before, after }: { before: unknown; after: unknown }) {
  const changed = changedTerms(before, after);
  if (changed.length === 0) return null;
  return (
    <Panel title="繁体页面上会怎样改变">
      {changed.slice(0, MOST).map((term) => (
        <Texts key={`${term.words} ${term.traditional ?? ''}`} {...term} />
      ))}
      {changed.length > MOST && <p className="quiet">{`另有 ${changed.length - MOST} 个词语没有列出。`}</p>}
    </Panel>
  );
}

function Texts(term: ChangedTerm) {
  const { data, error, mutate } = useRead('GET /script-changes', term);
  const { words, traditional } = term;
  const title = traditional === undefined ? `${words}：按程序自带的写法` : `${words} → ${traditional}`;
  return (
    <section className="still-said" aria-label={title}>
      <h3>{title}</h3>
      {error !== undefined && <Failure error={error} retry={() => void mutate()} />}
      {error === undefined && <p role="status">{data ? summaryOf(data) : '正在查找…'}</p>}
      {data && data.list.length > 0 && (
        <ul className="bullets">
          {data.list.map(({ articleId, title: place, before, after }) => (
            <li key={articleId ?? place}>
              <p>
                <del>{before}</del>
              </p>
              <p>
                <ins>{after}</ins>
              </p>
              {articleId === null ? (
                <span className="quiet">栏目名称</span>
              ) : (
                <Link to={`/content/${articleId}/edit`} target="_blank">{`《${place}》`}</Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const summaryOf = ({ total, list }: { total: number; list: readonly unknown[] }): string =>
  total === 0
    ? '没有栏目或文章写着它。登记表和页面里的文字也会照此改变。'
    : `${total.toLocaleString('zh-CN')} 处写着它，${list.length === 0 ? '写法都不变。' : `以下 ${list.length} 处会改变：`}`;
