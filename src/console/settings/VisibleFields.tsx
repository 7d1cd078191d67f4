import { Checkbox } from 'antd';
import { use } from 'react';
import { Panel } from '../parts/Panel.tsx';
import { SettingNotesContext } from '../parts/setting-notes.ts';
import type { FieldsProps } from './SettingFields.tsx';

/** SU8: the site is shown to visitors, with what features say of it. */
export function VisibleFields({ setting, typed, onChange }: FieldsProps) {
  const notesOf = use(SettingNotesContext);
  if (setting.value === true)
    return (
      <Panel title="开通网站">
        <p>网站已经开通，访客看得到。</p>
      </Panel>
    );
  return (
    <Panel title="开通网站">
      {notesOf(setting.name)}
      <p className="above-buttons">
        <Checkbox checked={typed.value === true} onChange={(event) => onChange({ value: event.target.checked })}>
          发布后访客看得到网站
        </Checkbox>
      </p>
    </Panel>
  );
}
