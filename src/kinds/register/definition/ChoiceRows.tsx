import { Button, Input, Select, Space } from 'antd';
import { useState } from 'react';
import type { FieldDefinition } from '#page/register-schema.ts';
import {
  addChoice,
  choicesOf,
  dropChoice,
  isMarkedOtherwise,
  mergeChoice,
  renameChoice,
  splitChoice,
  valuesBehind,
  type DefinitionDraft,
} from './edits.ts';

interface Props {
  draft: DefinitionDraft;
  name: string;
  /** the field as it is public; absent: it is not */
  before?: FieldDefinition;
  /** rows that hold a value now; null: not known */
  counts: ReadonlyMap<string, number> | null;
  onChange: (next: DefinitionDraft) => void;
}

/**
 * The choices of a field: renamed, merged, added, and taken away where no row has them. Each merge and new name is taken
 * back by itself (VA9).
 */
export function ChoiceRows({ draft, name, before, counts, onChange }: Props) {
  const [added, setAdded] = useState('');
  const field = draft.document.fields[name]!;
  const choices = choicesOf(field);
  // a value that was renamed or merged is that of its rows still
  const rowsOf = (value: string): number => {
    const own = Object.hasOwn(draft.values[name] ?? {}, value) ? 0 : (counts?.get(value) ?? 0);
    return valuesBehind(draft, name, value).reduce((sum, was) => sum + (counts?.get(was) ?? 0), own);
  };
  const add = (): void => {
    if (added.trim() === '') return;
    onChange(addChoice(draft, name, added.trim()));
    setAdded('');
  };
  return (
    <fieldset className="choice-rows">
      <legend>可选的值</legend>
      <table>
        <thead>
          <tr>
            <th scope="col">名称</th>
            <th scope="col">现有行数</th>
            <th scope="col">操作</th>
          </tr>
        </thead>
        <tbody>
          {choices.map(({ value, label }) => {
            const rows = rowsOf(value);
            const behind = valuesBehind(draft, name, value);
            return (
              <tr key={behind[0] ?? value}>
                <td>
                  <ChoiceName
                    label={label}
                    title={field.title}
                    onName={(to) => onChange(renameChoice(draft, name, value, to))}
                  />
                  {behind.map((was) => (
                    <span key={was} className="quiet">
                      {`原为“${before?.choices?.[was] ?? was}”`}
                      <Button
                        size="small"
                        type="link"
                        aria-label={`恢复选项“${before?.choices?.[was] ?? was}”`}
                        onClick={() => onChange(splitChoice(draft, name, was, before))}
                      >
                        恢复
                      </Button>
                    </span>
                  ))}
                  {value !== label && <span className="quiet">{`代码 ${value}`}</span>}
                </td>
                <td className="number">{counts === null ? '' : rows.toLocaleString('zh-CN')}</td>
                <td>
                  <Space size={4} wrap>
                    {choices.length > 1 && (
                      <Select<string>
                        size="small"
                        className="merge-into"
                        popupMatchSelectWidth={false}
                        placeholder="并入…"
                        value={null as never}
                        aria-label={`把“${label}”并入另一个选项`}
                        options={choices
                          .filter((other) => other.value !== value)
                          .map((other) => {
                            const isOther = isMarkedOtherwise(draft, name, value, other.value);
                            return {
                              value: other.value,
                              label: isOther ? `${other.label}（离岗或结束的标记不同，先改标记）` : other.label,
                              disabled: isOther,
                            };
                          })}
                        onChange={(into) => onChange(mergeChoice(draft, name, value, into))}
                      />
                    )}
                    <Button
                      size="small"
                      type="link"
                      danger
                      disabled={rows > 0 || counts === null}
                      title={rows > 0 ? '还有数据行用到它，请先并入另一个选项' : undefined}
                      aria-label={`删除选项“${label}”`}
                      onClick={() => onChange(dropChoice(draft, name, value))}
                    >
                      删除
                    </Button>
                  </Space>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <Space.Compact>
        <Input
          value={added}
          maxLength={60}
          placeholder="新的选项"
          aria-label={`“${field.title}”的新选项`}
          onChange={(event) => setAdded(event.target.value)}
          onPressEnter={(event) => {
            event.preventDefault();
            add();
          }}
        />
        <Button onClick={add} disabled={added.trim() === ''}>
          加为选项
        </Button>
      </Space.Compact>
    </fieldset>
  );
}

/** Renamed when the field is left: a value typed halfway is not the name of anything. */
function ChoiceName({ label, title, onName }: { label: string; title: string; onName: (to: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  const commit = (): void => {
    const to = typed?.trim() ?? '';
    if (to !== '' && to !== label) onName(to);
    setTyped(null);
  };
  return (
    <Input
      value={typed ?? label}
      maxLength={60}
      aria-label={`“${title}”的选项“${label}”`}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
      onPressEnter={(event) => {
        event.preventDefault();
        commit();
      }}
    />
  );
}
