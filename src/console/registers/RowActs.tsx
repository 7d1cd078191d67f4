import { Button, Space, Tag } from 'antd';
import type { RegisterFacts } from '#wire/register-answers.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import { keyWords } from './cell-text.ts';
import type { Line } from './RowGrid.tsx';

interface Props {
  facts: RegisterFacts;
  line: Line;
  column: number;
  /** its buttons are reached by Tab */
  isActive: boolean;
  onHistory: (key: readonly string[]) => void;
  /** absent: the person only reads */
  onForm?: () => void;
  onRemove?: () => void;
  onKeep?: () => void;
}

/** Acts on a row: its form, its removal, and its history under the day of its last change. */
export function RowActs({ facts, line, column, isActive, onHistory, onForm, onRemove, onKeep }: Props) {
  const { change, listed } = line;
  const name = listed
    ? keyWords(listed.key)
    : `新增的行${keyWords(facts.key.map((field) => change?.row?.[field] ?? ''))}`;
  const shared = { size: 'small', type: 'link', tabIndex: isActive ? 0 : -1 } as const;
  return (
    <td className="row-acts" aria-colindex={column + 1}>
      <Space size={4}>
        {change && <Tag color="processing">{!listed ? '新增' : change.row ? '待修改' : '待删除'}</Tag>}
        {onForm && (!change || change.row) && (
          <Button {...shared} onClick={onForm} aria-label={`修改 ${name}`}>
            修改
          </Button>
        )}
        {onRemove && (!change || !listed) && (
          <Button {...shared} danger onClick={onRemove} aria-label={`删除 ${name}`}>
            删除
          </Button>
        )}
        {onKeep && change && listed && (
          <Button {...shared} onClick={onKeep} aria-label={`不改 ${name}`}>
            不改
          </Button>
        )}
        {listed && (
          <Button
            {...shared}
            onClick={() => onHistory(listed.key)}
            aria-label={`${shanghaiDate(listed.changedAt)} 变更记录 ${name}`}
          >
            {shanghaiDate(listed.changedAt)}
          </Button>
        )}
      </Space>
    </td>
  );
}
