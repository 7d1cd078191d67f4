import { grouped } from '#rules/text/grouped-number.ts';
import { Alert, Button, Pagination } from 'antd';
import { useState } from 'react';
import type { MovingInArticle } from '../wire.ts';
import { hrefOf, wordsOf } from '#console/calls/call.ts';
import { PAGED, useRead, useSend } from '#console/calls/use-calls.ts';
import { Confirm } from '#console/parts/Confirm.tsx';
import { Panel } from '#console/parts/Panel.tsx';

const PAGE = 20;
/** articles that a question names; the list and its CSV have all */
const NAMED = 10;

interface Props {
  importId: string;
  /** ISO 8601, of the newest check */
  checkedAt: string;
  /** reads the import and both lists again */
  again: () => Promise<unknown>;
}

const WORDS = {
  wrong: { title: '有错误的文章', one: '略去', all: '略去全部' },
  left: { title: '略去的文章', one: '恢复', all: '全部恢复' },
} as const;

/** MI14: articles with errors, or those that were left out, by name: each, or all, is left out or taken back. */
export function NamedArticles({ importId, checkedAt, again, which }: Props & { which: 'wrong' | 'left' }) {
  const [page, setPage] = useState(1);
  const [isConfirming, setConfirming] = useState(false);
  const [busy, setBusy] = useState('');
  const [problem, setProblem] = useState('');
  const send = useSend();
  const { data } = useRead(
    'GET /moving-in/:importId/articles',
    { importId, which, pageNum: page, pageSize: PAGE },
    PAGED,
  );
  if (!data || data.total === 0) return null;
  const { list, total } = data;
  const words = WORDS[which];
  const change = async (place?: string): Promise<void> => {
    const of = { importId, ...(place !== undefined && { place }) };
    await (which === 'wrong'
      ? send('POST /moving-in/:importId/left-out', { ...of, checkedAt })
      : send('DELETE /moving-in/:importId/left-out', of));
    setPage(1);
    await again();
  };
  const one = async (place: string): Promise<void> => {
    setBusy(place);
    setProblem('');
    try {
      await change(place);
    } catch (reason) {
      setProblem(wordsOf(reason));
    } finally {
      setBusy('');
    }
  };
  return (
    <Panel
      title={`${words.title}：${grouped(total)} 篇`}
      extra={
        <>
          <Button href={hrefOf('GET /moving-in/:importId/articles.csv', { importId, which })} download>
            下载名单
          </Button>
          <Button onClick={() => setConfirming(true)}>{words.all}</Button>
        </>
      }
    >
      {problem !== '' && <Alert type="error" showIcon role="alert" title={problem} className="above-form" />}
      <ul className="moving-in-problems moving-in-named" aria-label={words.title}>
        {list.map((article) => (
          <li key={article.place}>
            <span>
              <Name of={article} />
            </span>
            <span className="moving-in-address">{article.reasons}</span>
            <Button
              size="small"
              aria-label={`${words.one} ${article.place}`}
              loading={busy === article.place}
              disabled={busy !== ''}
              onClick={() => void one(article.place)}
            >
              {words.one}
            </Button>
          </li>
        ))}
      </ul>
      <Pagination
        current={page}
        pageSize={PAGE}
        total={total}
        hideOnSinglePage
        showSizeChanger={false}
        showTotal={(all) => `共 ${grouped(all)} 篇`}
        onChange={setPage}
      />
      {isConfirming && (
        <Confirm
          title={which === 'wrong' ? `略去这 ${grouped(total)} 篇？` : `恢复这 ${grouped(total)} 篇？`}
          action={words.all}
          onConfirm={() => change()}
          onClose={() => setConfirming(false)}
        >
          <p>
            {which === 'wrong'
              ? '它们不会迁入，其余的可以保存。名单可以下载，随时可以恢复；文件本身不变。'
              : '它们重新参加检查；有错误的，仍要改正或略去。'}
          </p>
          <ul className="bullets">
            {list.slice(0, NAMED).map((article) => (
              <li key={article.place}>
                <Name of={article} />
              </li>
            ))}
            {total > NAMED && <li>{`……共 ${grouped(total)} 篇，全部见名单`}</li>}
          </ul>
        </Confirm>
      )}
    </Panel>
  );
}

const Name = ({ of: { place, title } }: { of: MovingInArticle }) => <>{title === '' ? place : `${place}：${title}`}</>;
