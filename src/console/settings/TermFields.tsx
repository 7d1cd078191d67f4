import { Alert, Button, Form, Input, Table } from 'antd';
import type { ColumnsType } from 'antd/es/table';
import { useState } from 'react';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { Panel } from '../parts/Panel.tsx';
import type { FieldsProps } from './SettingFields.tsx';
import { addTerms, termOverlaps, termsIn } from './term-overlaps.ts';

interface Line {
  term: string;
  place: number;
}

/** Words that keep their script: to be searched, added to and taken from. */
export function TermFields({ typed, problems, onChange }: FieldsProps) {
  const terms = Array.isArray(typed.value) ? (typed.value as string[]) : [];
  const [words, setWords] = useState('');
  const [added, setAdded] = useState('');
  const [message, setMessage] = useState('');
  const overlaps = termOverlaps(terms);
  const problemAt = (place: number) => problems.find(({ pointer }) => pointer === `/${place}`)?.message;
  const lines = terms.map((term, place) => ({ term, place })).filter(({ term }) => term.includes(words.trim()));
  const add = (): void => {
    const given = termsIn(added);
    if (given.length === 0) return;
    const { terms: all, twice } = addTerms(terms, given);
    onChange({ value: all });
    setAdded('');
    setMessage(
      [
        all.length > terms.length ? `已加入 ${all.length - terms.length} 个` : '',
        twice.length > 0 ? `已在列表中，没有重复加入：${twice.join('、')}` : '',
      ]
        .filter(Boolean)
        .join('；'),
    );
  };
  const remove = (place: number): void => {
    setMessage(`已移去“${terms[place]}”`);
    onChange({ value: terms.filter((_, at) => at !== place) });
  };
  return (
    <Panel title="词语" extra={<span className="quiet">{`共 ${terms.length} 个，最多 300 个`}</span>}>
      <Form layout="vertical" component="div">
        <div className="term-bar">
          <Form.Item label="加入词语" htmlFor="term-added" extra="可以一次加入几个，用顿号、逗号或换行分开">
            <Input
              id="term-added"
              value={added}
              maxLength={4000}
              onChange={(event) => setAdded(event.target.value)}
              onPressEnter={add}
              onPaste={(event) => {
                const text = event.clipboardData.getData('text');
                if (!text.includes('\n')) return;
                event.preventDefault();
                setAdded(added + termsIn(text).join('、'));
              }}
            />
          </Form.Item>
          <Button onClick={add}>加入</Button>
        </div>
        <Form.Item label="查找" htmlFor="term-words">
          <Input
            id="term-words"
            type="search"
            allowClear
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </Form.Item>
      </Form>
      <p role="status" className="told">
        {message}
      </p>
      {overlaps.length > 0 && (
        <Alert
          type="info"
          showIcon
          className="above-form"
          title="有词语包含在另一词语之中，可以只保留需要的一个"
          description={
            <ul className="bullets">
              {overlaps.map(({ short, long }) => (
                <li key={short}>{`“${short}”在“${long}”之中`}</li>
              ))}
            </ul>
          }
        />
      )}
      <Table<Line>
        rowKey="place"
        size="small"
        dataSource={lines}
        pagination={lines.length > 20 ? { pageSize: 20, showSizeChanger: false } : false}
        locale={{
          emptyText: (
            <EmptyNote title={terms.length === 0 ? '还没有词语' : '没有符合的词语'}>
              {terms.length === 0 ? '例如人名“范冰”：没有列在这里，繁体页面会显示为“範冰”。' : '换一个词再查。'}
            </EmptyNote>
          ),
        }}
        columns={columnsOf(problemAt, remove)}
      />
    </Panel>
  );
}

const columnsOf = (
  problemAt: (place: number) => string | undefined,
  remove: (place: number) => void,
): ColumnsType<Line> => [
  {
    title: '词语',
    dataIndex: 'term',
    render: (term: string, { place }) =>
      problemAt(place) === undefined ? (
        term
      ) : (
        <span className="ant-form-item-explain-error">{`${term}：${problemAt(place)}`}</span>
      ),
  },
  {
    title: '操作',
    key: 'do',
    width: 96,
    render: (_, { term, place }) => (
      <Button size="small" aria-label={`移去“${term}”`} onClick={() => remove(place)}>
        移去
      </Button>
    ),
  },
];
