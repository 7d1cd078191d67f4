import { Alert, Checkbox, Form, Input, Radio } from 'antd';
import { useId, type ReactNode } from 'react';
import type { ChannelField, ChannelFields } from '#wire/channel-answers.ts';
import { CHANNEL_WORDS } from './channel-words.ts';
import { Field, type FieldNotes, type Own } from './Field.tsx';
import { Freshness } from './Freshness.tsx';
import { KindFields } from './KindFields.tsx';
import { PlaceSelect, type Places } from './PlaceSelect.tsx';

interface Props {
  fields: ChannelFields;
  onChange: (patch: Partial<ChannelFields>, own?: Own) => void;
  isNew: boolean;
  /** channels below which it may stand */
  parents: Places;
  /** channels whose content it may show */
  originals: Places;
  /** names that were given before */
  departments: readonly string[];
  /** notes on this channel, from POST /channel-plan */
  notes: FieldNotes;
  isReadOnly?: boolean;
  /** further fields before the owner: e.g. the place of the content */
  children?: ReactNode;
}

/** The fields of a channel, each with what it is for, and with what the server says of it. */
export function ChannelFieldset({
  fields,
  onChange,
  isNew,
  parents,
  originals,
  departments,
  notes,
  isReadOnly = false,
  children,
}: Props) {
  const id = useId();
  const item = (field: ChannelField, label: string, help: string, control: ReactNode, htmlFor = `${id}${field}`) => (
    <Field key={field} field={field} label={label} help={help} notes={notes} htmlFor={htmlFor}>
      {control}
    </Field>
  );
  return (
    <Form component={false} layout="vertical" disabled={isReadOnly}>
      {item(
        'name',
        '栏目名称',
        '显示在菜单、面包屑和页面标题里。',
        <Input
          id={`${id}name`}
          value={fields.name}
          maxLength={100}
          onChange={(event) => onChange({ name: event.target.value })}
        />,
      )}
      {item(
        'parentId',
        '上级栏目',
        '决定栏目在哪个菜单里，以及谁有权管理。',
        <PlaceSelect
          id={`${id}parentId`}
          places={parents}
          value={fields.parentId}
          onChange={(parentId) => onChange({ parentId })}
        />,
      )}
      <KindFields key={fields.channelId} fields={fields} onChange={onChange} originals={originals} notes={notes} />
      {item(
        'type',
        '位置',
        '页眉只显示位置 1 的栏目；下拉菜单只在下级全部是位置 1 时展开。',
        <Radio.Group
          id={`${id}type`}
          value={fields.type}
          onChange={(event) => onChange({ type: event.target.value as 1 | 2 })}
          options={[
            { value: 1, label: '1 可进页眉菜单' },
            { value: 2, label: '2 只在栏目菜单和链接里' },
          ]}
        />,
      )}
      {item(
        'channelId',
        '编号',
        isNew ? '已给出未用的编号，一般不必改动；保存并公开后不能更改。' : '编号在栏目公开后不能更改。',
        <Input
          id={`${id}channelId`}
          value={fields.channelId}
          maxLength={64}
          readOnly={!isNew}
          onChange={(event) => onChange({ channelId: event.target.value.trim() }, { ownId: true })}
        />,
      )}
      {children}
      {item(
        'department',
        '责任部门',
        '内容由哪个部门负责，显示在公示页面上。',
        <>
          <Input
            id={`${id}department`}
            list={`${id}departments`}
            value={fields.department ?? ''}
            maxLength={100}
            onChange={(event) => onChange({ department: event.target.value })}
          />
          <datalist id={`${id}departments`}>
            {departments.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>,
      )}
      {item(
        'freshness',
        CHANNEL_WORDS.freshness.label,
        CHANNEL_WORDS.freshness.help,
        <Freshness
          id={`${id}freshness`}
          value={fields.freshness ?? ''}
          onChange={(freshness) => onChange({ freshness })}
        />,
      )}
      {item(
        'hidden',
        CHANNEL_WORDS.hidden.label,
        CHANNEL_WORDS.hidden.help,
        <Checkbox
          id={`${id}hidden`}
          checked={fields.hidden === true}
          onChange={(event) => onChange({ hidden: event.target.checked })}
        >
          {CHANNEL_WORDS.hidden.choice}
        </Checkbox>,
      )}
      {notes.problems
        .filter(({ field }) => field === '' || field === 'classOrder')
        .map(({ message }) => (
          <Alert key={message} type="error" showIcon title={message} />
        ))}
      {notes.warnings
        .filter(({ field }) => field === '')
        .map(({ message }) => (
          <Alert key={message} type="warning" showIcon title={message} />
        ))}
    </Form>
  );
}
