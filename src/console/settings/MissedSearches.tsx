import { Button, Table } from 'antd';
import type { ColumnsType } from 'antd/es/table';
import type { MissedSearch } from '#wire/console-answers.ts';
import { ONCE, useRead } from '../calls/use-calls.ts';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { Panel } from '../parts/Panel.tsx';
import { entriesOf, hasVisitorWords, withVisitorWords } from './word-entries.ts';

const PAGE = 10;

interface Props {
  /** value of the setting search.words, as it is typed */
  value: unknown;
  onChange: (next: { value: unknown }) => void;
}

/** SE1: what visitors searched in vain; one press makes it a word that visitors say. */
export function MissedSearches({ value, onChange }: Props) {
  const { data, error, mutate } = useRead('GET /search-missed', {}, ONCE);
  const entries = entriesOf(value);
  return (
    <Panel title="没有结果的搜索">
      <Loaded of={{ data, error, retry: () => void mutate() }}>
        {(list) =>
          list.length === 0 ? (
            <EmptyNote title="还没有">
              同样的文字在三个不同的日子没有搜到含有全部文字的内容，就会列在这里。不记录是谁搜索的，90 天后删除。
            </EmptyNote>
          ) : (
            <>
              <p className="quiet">至少在三个不同的日子搜过，最近 90 天。不记录是谁搜索的，90 天后删除。</p>
              <Table<MissedSearch>
                rowKey="words"
                size="small"
                dataSource={list}
                pagination={list.length > PAGE ? { pageSize: PAGE, showSizeChanger: false, size: 'small' } : false}
                columns={columnsOf(
                  (words) => hasVisitorWords(entries, words),
                  (words) => onChange({ value: withVisitorWords(entries, words) }),
                )}
              />
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

const columnsOf = (isKnown: (words: string) => boolean, add: (words: string) => void): ColumnsType<MissedSearch> => [
  {
    title: '搜索的文字',
    dataIndex: 'words',
    render: (words: string, { count, days, lastDay }) => (
      <>
        <span className="missed-words">{words}</span>
        <span className="missed-facts">
          <span className="quiet">{`${days} 天 ${count} 次`}</span>
          <span className="quiet">{`最近 ${lastDay}`}</span>
        </span>
      </>
    ),
  },
  {
    title: '操作',
    key: 'do',
    width: 136,
    render: (_, { words }) =>
      isKnown(words) ? (
        <span className="quiet">已在表单中</span>
      ) : (
        <Button size="small" aria-label={`“${words}”作为访客的说法`} onClick={() => add(words)}>
          作为访客的说法
        </Button>
      ),
  },
];
