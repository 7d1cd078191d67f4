import { useState } from 'react';
import { Button } from 'antd';
import { useRead } from '../calls/use-calls.ts';
import { Loaded } from '../parts/Loaded.tsx';
import { Moment } from '../parts/Moment.tsx';
import { Panel } from '../parts/Panel.tsx';
import { WayBackButton } from './WayBackButton.tsx';

/** ED16: the publications of a setting or a page, each to be restored as a new edition; read when it is opened. */
export function SubjectHistory({ subject, name, mayChange }: { subject: string; name: string; mayChange: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel
      title="发布历史"
      extra={
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? '收起' : '查看'}
        </Button>
      }
    >
      {isOpen ? (
        <List subject={subject} name={name} mayChange={mayChange} />
      ) : (
        <p className="quiet">改动过它的各次发布；可以恢复到任何一次之后的样子。</p>
      )}
    </Panel>
  );
}

function List({ subject, name, mayChange }: { subject: string; name: string; mayChange: boolean }) {
  const { data, error, mutate } = useRead('GET /subject-publications', { subject });
  return (
    <Loaded of={{ data, error, retry: () => void mutate() }}>
      {(list) =>
        list.length === 0 ? (
          <p>还没有发布过，现在是程序提供的内容。</p>
        ) : (
          <ol className="newest">
            {list.map(({ no, at, title, writtenBy, approvedBy }, place) => (
              <li key={no}>
                <strong>{no === 0 ? title : `第 ${no} 号：${title}`}</strong>
                {at !== '' && (
                  <span>
                    <Moment at={at} /> · 撰写 {writtenBy} · 批准 {approvedBy}
                  </span>
                )}
                {place === 0 ? (
                  <span className="quiet">现在公开的</span>
                ) : (
                  mayChange && (
                    <WayBackButton
                      name="恢复成这样"
                      label={`把${name}恢复成${no === 0 ? title : `第 ${no} 号发布之后的样子`}`}
                      title={`把${name}恢复成${no === 0 ? title : `第 ${no} 号发布之后的样子`}？`}
                      target={{ no, subjects: [subject] }}
                    />
                  )
                )}
              </li>
            ))}
          </ol>
        )
      }
    </Loaded>
  );
}
