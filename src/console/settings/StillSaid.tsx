import { Link } from 'react-router-dom';
import type { Mentions } from '#wire/console-answers.ts';
import { useChannels } from '../calls/channels.ts';
import { useRead } from '../calls/use-calls.ts';
import { Failure } from '../parts/Failure.tsx';
import { Panel } from '../parts/Panel.tsx';
import { goneWords } from './gone-words.ts';

/** Texts that keep words which the site's setting has no longer: they do not change with it. */
export function RemainingMentions({ before, after }: { before: unknown; after: unknown }) {
  const gone = goneWords(before, after);
  if (gone.length === 0) return null;
  return (
    <Panel title="还写着原来内容的地方">
      <p className="quiet">文章、附件和页面里的文字不会随设置改变，需要时另写稿件修改。登记表和图片里的不在其中。</p>
      {gone.map(({ title, words }) => (
        <Places key={words} title={title} words={words} />
      ))}
    </Panel>
  );
}

function Places({ title, words }: { title: string; words: string }) {
  const { data, error, mutate } = useRead('GET /mentions', { words });
  const { nameOf } = useChannels();
  return (
    <section className="still-said" aria-label={`${title} ${words}`}>
      <h3>{`${title} ${words}`}</h3>
      {error !== undefined && <Failure error={error} retry={() => void mutate()} />}
      {error === undefined && <p role="status">{data ? countWords(data) : '正在查找…'}</p>}
      {data && data.total > 0 && (
        <ul className="bullets">
          {data.list.map((one) => (
            <li key={keyOf(one)}>
              {'page' in one ? (
                <Link to={`/pages/${encodeURIComponent(one.page)}`} target="_blank">{`页面“${one.title}”`}</Link>
              ) : (
                <>
                  <Link to={`/content/${one.articleId}/edit`} target="_blank">{`《${one.title}》`}</Link>
                  <span className="quiet">{`${one.filename === '' ? '' : `附件“${one.filename}”，`}${nameOf(one.channelId)}`}</span>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const countWords = ({ total, list }: Mentions): string =>
  total === 0
    ? '没有文章、附件或页面写着它。'
    : `共 ${total.toLocaleString('zh-CN')} 处${total > list.length ? `，列出前 ${list.length} 处` : ''}：`;

const keyOf = (one: Mentions['list'][number]): string =>
  'page' in one ? `page ${one.page}` : `${one.articleId} ${one.filename}`;
