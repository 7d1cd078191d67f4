import { Input } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useRead } from '../calls/use-calls.ts';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { Failure } from '../parts/Failure.tsx';
import { Loading } from '../parts/Loading.tsx';
import { Screen } from '../parts/Screen.tsx';

/** WG4: every registered widget, to be found by its name. */
export function Gallery() {
  const { data, error, mutate } = useRead('GET /widgets');
  const [words, setWords] = useState('');
  const found = (data ?? []).filter(({ name, title }) =>
    `${name} ${title}`.toLowerCase().includes(words.trim().toLowerCase()),
  );
  return (
    <Screen
      title="部件"
      purpose="页面由部件拼成。这里列出全部部件，点开可以看到它按示例数据显示的样子，修改属性时随改随看，并可复制到页面里使用。"
    >
      {error !== undefined && <Failure error={error} retry={() => void mutate()} />}
      <Input.Search
        className="gallery-search"
        aria-label="查找部件"
        placeholder="名称或用途，如 list、表格"
        allowClear
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      {!data && error === undefined && <Loading />}
      {data && found.length === 0 && (
        <EmptyNote title="没有这样的部件">
          换一个词再查；开发者可以按 docs/how-to/add-a-widget.md 添加新的部件。
        </EmptyNote>
      )}
      <ul className="gallery">
        {found.map(({ name, title, accepts }) => (
          <li key={name}>
            <Link to={`/widgets/${name}`}>
              <strong>{title}</strong>
              <code>{name}</code>
              <span>{accepts === 'none' ? '不需要数据' : `数据形状 ${accepts}`}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Screen>
  );
}
