import { Button, Checkbox, Space } from 'antd';
import { useState } from 'react';
import { fieldsInOrder, isOpen } from '../register-parts.ts';
import {
  isFiltered,
  isSearched,
  moveColumn,
  toggleFilter,
  toggleSearch,
  toggleShown,
  type DefinitionDraft,
} from './edits.ts';
import './definition.css';

interface Props {
  draft: DefinitionDraft;
  disabled?: boolean;
  onChange: (next: DefinitionDraft) => void;
}

/** The columns in the order of the page, and what each is used for: by visitors who search, and by the check. */
export function ColumnUses({ draft, disabled = false, onChange }: Props) {
  const { document } = draft;
  const { columns, fields, verify } = document;
  const [announcement, setAnnouncement] = useState('');
  const shown = fieldsInOrder(document).filter((name) => columns.includes(name));
  const move = (name: string, by: -1 | 1): void => {
    const next = moveColumn(draft, name, by);
    if (next === draft) return;
    const at = next.document.columns.indexOf(name) + 1;
    setAnnouncement(`“${fields[name]!.title}”现在是第 ${at} 列，共 ${columns.length} 列`);
    onChange(next);
  };
  return (
    <fieldset disabled={disabled} className="definition-fields">
      <legend className="unseen">各列的顺序和用途</legend>
      <p className="unseen" role="status">
        {announcement}
      </p>
      <table className="wizard-columns">
        <thead>
          <tr>
            <th scope="col">列</th>
            <th scope="col">顺序</th>
            <th scope="col">单独查</th>
            <th scope="col">输入文字查</th>
            {verify && <th scope="col">核验显示</th>}
          </tr>
        </thead>
        <tbody>
          {shown.map((name, at) => {
            const { title, type } = fields[name]!;
            const isClosed = !isOpen(document, name);
            const use = (label: string, word: string, isOn: boolean, put: typeof toggleFilter, isFit = true) => (
              <td className="wizard-check" data-label={word}>
                <Checkbox
                  checked={isOn}
                  disabled={(isClosed || !isFit) && !isOn}
                  aria-label={label}
                  onChange={(event) => onChange(put(draft, name, event.target.checked))}
                />
              </td>
            );
            return (
              <tr key={name}>
                <th scope="row">{title}</th>
                <td data-label="顺序">
                  <Space size={4}>
                    <Button
                      size="small"
                      aria-disabled={at === 0}
                      aria-label={`${title}上移`}
                      onClick={() => move(name, -1)}
                    >
                      ↑
                    </Button>
                    <Button
                      size="small"
                      aria-disabled={at === shown.length - 1}
                      aria-label={`${title}下移`}
                      onClick={() => move(name, 1)}
                    >
                      ↓
                    </Button>
                  </Space>
                </td>
                {use(`按${title}单独查`, '单独查', isFiltered(document, name), toggleFilter)}
                {use(`输入文字查${title}`, '输入文字查', isSearched(document, name), toggleSearch, type === 'text')}
                {verify && use(`核验显示${title}`, '核验显示', verify.show.includes(name), toggleShown)}
              </tr>
            );
          })}
        </tbody>
      </table>
    </fieldset>
  );
}
