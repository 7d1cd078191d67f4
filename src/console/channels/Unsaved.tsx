import { Alert, Button, Input, Space } from 'antd';
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
  /** what stands as title where none is typed */
  proposed: string;
  problems: number;
  failure: string;
  isSending: boolean;
  canUndo: boolean;
  onUndo: () => void;
  onRevert: (key: string) => void;
  onShow: (key: string) => void;
  onSave: () => void;
}

/** What was changed and not saved, one by one, and the way to save it as an edition. */
export function Unsaved({
  heading,
  lines,
  others,
  title,
  onTitle,
  proposed,
  problems,
  failure,
  isSending,
  canUndo,
  onUndo,
  onRevert,
  onShow,
  onSave,
}: Props) {
  const id = useId();
  return (
    <Panel
      title={`待保存的修改（${lines.length}）`}
      heading={heading}
      extra={
        <Button size="small" disabled={!canUndo} onClick={onUndo}>
          撤销上一步
        </Button>
      }
    >
      {failure !== '' && <Alert type="error" showIcon className="above-form" title={failure} />}
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
      <Space wrap>
        <Button type="primary" loading={isSending} onClick={onSave}>
          保存为稿件
        </Button>
        {problems > 0 && <span className="quiet">{`还有 ${problems} 处问题，可以先保存，提交审核前改正。`}</span>}
      </Space>
    </Panel>
  );
}
