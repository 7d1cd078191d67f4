import { Alert, Button, Form, Input, Pagination, Select } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { Panel } from '../parts/Panel.tsx';
import type { FieldsProps } from './SettingFields.tsx';
import { entriesOf, hasWords, problemsAt, tidyWords, type WordEntry, type WordField } from './word-entries.ts';

const MOST = 500;
const PAGE = 20;
const FIELDS: readonly { name: WordField; title: string; most: number; example: string }[] = [
  { name: 'said', title: '访客的说法', most: 30, example: '如 打新' },
  { name: 'means', title: '网站的用词', most: 10, example: '如 新股申购' },
];

const idOf = (field: WordField, place: number): string => `search-${field}-${place}`;

/** Words of visitors and words of this site (SE1), in lines; a new line gets the focus where it is still empty. */
export function SearchWordFields({ typed, problems, onChange }: FieldsProps) {
  const entries = entriesOf(typed.value);
  const [words, setWords] = useState('');
  const [isOnlyWrong, setOnlyWrong] = useState(false);
  const [page, setPage] = useState(1);
  const [announcement, setMessage] = useState('');
  const wanted = useRef('');
  const count = useRef(entries.length);
  const all = entries.map((entry, place) => ({ entry, place, wrong: problemsAt(problems, place) }));
  const wrong = all.filter((line) => line.wrong.said.length + line.wrong.means.length > 0);
  const found = (isOnlyWrong && wrong.length > 0 ? wrong : all).filter(
    ({ entry }) => words.trim() === '' || hasWords(entry, words),
  );
  const pages = Math.max(1, Math.ceil(found.length / PAGE));
  const shownPage = Math.min(page, pages);
  const general = problems.filter(({ pointer, field }) => pointer === '' && field === undefined);
  useEffect(() => {
    const last = entries.at(-1);
    if (entries.length === count.current + 1 && last && last.means.length === 0) {
      // a line that was added here or by 作为访客的说法
      setWords('');
      setOnlyWrong(false);
      setPage(Math.ceil(entries.length / PAGE));
      wanted.current = idOf(last.said.length === 0 ? 'said' : 'means', entries.length - 1);
    }
    count.current = entries.length;
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [entries.length]);
  useEffect(() => {
    const field = wanted.current === '' ? null : document.getElementById(wanted.current);
    if (!field) return;
    wanted.current = '';
    field.focus();
  });
  const replace = (place: number, entry: WordEntry): void =>
    onChange({ value: entries.map((one, at) => (at === place ? entry : one)) });
  const remove = (place: number): void => {
    setMessage(`已移去第 ${place + 1} 组`);
    wanted.current = entries.length === 1 ? 'search-add' : `search-remove-${Math.min(place, entries.length - 2)}`;
    onChange({ value: entries.filter((_, at) => at !== place) });
  };
  return (
    <Panel title="词语" extra={<span className="quiet">{`共 ${entries.length} 组，最多 ${MOST} 组`}</span>}>
      <div className="word-bar">
        <Input
          type="search"
          allowClear
          aria-label="查找"
          placeholder="查找词语"
          value={words}
          onChange={(event) => {
            setWords(event.target.value);
            setPage(1);
          }}
        />
        {wrong.length > 0 && (
          <Button
            type={isOnlyWrong ? 'primary' : 'default'}
            aria-pressed={isOnlyWrong}
            onClick={() => {
              setOnlyWrong(!isOnlyWrong);
              setPage(1);
            }}
          >
            {`只看须改正的 ${wrong.length} 组`}
          </Button>
        )}
        <Button
          id="search-add"
          disabled={entries.length >= MOST}
          onClick={() => onChange({ value: [...entries, { said: [], means: [] }] })}
        >
          添加一组
        </Button>
      </div>
      <p role="status" className="told">
        {announcement}
      </p>
      {general.map(({ message }) => (
        <Alert key={message} type="error" showIcon className="above-form" title={message} />
      ))}
      {found.length === 0 ? (
        <EmptyNote title={entries.length === 0 ? '还没有词语' : '没有符合的词语'}>
          {entries.length === 0
            ? '例如访客说“打新”，网站写“新股申购”：添加一组，左边填“打新”，右边填“新股申购”。'
            : '换一个词再查。'}
        </EmptyNote>
      ) : (
        <>
          <p className="quiet">每个词语按回车确认；也可以一次粘贴几个，用顿号、逗号或换行分开。</p>
          <div className="word-entries-head" aria-hidden="true">
            {FIELDS.map(({ name, title }) => (
              <span key={name}>{title}</span>
            ))}
          </div>
          <ol className="word-entries">
            {found.slice((shownPage - 1) * PAGE, shownPage * PAGE).map(({ entry, place, wrong: messages }) => (
              <li key={place} aria-label={`第 ${place + 1} 组`}>
                {FIELDS.map((field) => (
                  <Words
                    key={field.name}
                    field={field}
                    place={place}
                    words={entry[field.name]}
                    problems={messages[field.name]}
                    onChange={(next) => replace(place, { ...entry, [field.name]: next })}
                  />
                ))}
                <Button
                  id={`search-remove-${place}`}
                  aria-label={`移去第 ${place + 1} 组“${entry.said.join('、')}”`}
                  onClick={() => remove(place)}
                >
                  移去
                </Button>
              </li>
            ))}
          </ol>
          <Pagination
            current={shownPage}
            pageSize={PAGE}
            total={found.length}
            hideOnSinglePage
            showSizeChanger={false}
            onChange={setPage}
          />
        </>
      )}
    </Panel>
  );
}

interface WordsProps {
  field: (typeof FIELDS)[number];
  place: number;
  words: string[];
  problems: readonly string[];
  onChange: (words: string[]) => void;
}

function Words({ field: { name, title, most, example }, place, words, problems, onChange }: WordsProps) {
  return (
    <Form.Item
      className="word-field"
      label={title}
      htmlFor={idOf(name, place)}
      layout="vertical"
      validateStatus={problems.length > 0 ? 'error' : ''}
      help={problems.length > 0 ? problems.join(' ') : undefined}
    >
      <Select
        id={idOf(name, place)}
        mode="tags"
        open={false}
        suffixIcon={null}
        maxCount={most}
        tokenSeparators={['、', '，', ',', '；', ';', '\n', '\r']}
        placeholder={example}
        aria-label={`第 ${place + 1} 组：${title}`}
        value={words}
        onChange={(next: string[]) => onChange(tidyWords(next))}
      />
    </Form.Item>
  );
}
