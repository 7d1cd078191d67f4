import { Button, Input } from 'antd';
import { useId, type RefObject } from 'react';
import { Panel } from '../parts/Panel.tsx';
import type { ChangeLine } from './change-words.ts';

interface Props {
  heading: RefObject<HTMLHeadingElement | null>;
  lines: readonly ChangeLine[];
  /** changes of the edition that are not shown here */
  others: number;
  title: string;
  onTitle: (title: string) => void;
  /** title that is used when none is typed */
  proposed: string;
  onRevert: (key: string) => void;
  onShow: (key: string) => void;
}

/** Changes that are not saved, one by one, and the title of the edition that they become. */
export function Unsaved({ heading, lines, others, title, onTitle, proposed, onRevert, onShow }: Props) {
  const id = useId();
  return (
    <Panel title={`待保存的修改（${lines.length}）`} heading={heading}>
      <ul className="unsaved">
        {lines.map(({ key, name, words }) => (
          <li key={key}>
            <Button type="link" className="unsaved-name" onClick={() => onShow(key)}>
              {name}
            </Button>
            <span>{words}</span>
            <Button size="small" type="text" onClick={() => onRevert(key)} aria-label={`撤销对“${name}”的修改`}>
              撤销
            </Button>
          </li>
        ))}
      </ul>
      {others > 0 && <p className="quiet">{`稿件中另有 ${others} 项其他内容，保存时原样保留。`}</p>}
      <div className="dialog-field">
        <label htmlFor={id}>稿件标题</label>
        <Input
          id={id}
          value={title}
          placeholder={proposed}
          maxLength={200}
          onChange={(event) => onTitle(event.target.value)}
        />
      </div>
    </Panel>
  );
}
