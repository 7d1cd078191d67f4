import { Button, Form, Input, Select, Space } from 'antd';
import { useEffect } from 'react';
import { ChannelSelect } from './ChannelSelect.tsx';
import { DateBox } from './DateBox.tsx';

export type FilterField = { name: string; label: string } & (
  | { kind: 'text' | 'day' | 'channel' }
  | {
      kind: 'choice';
      choices: readonly { value: string; label: string }[];
      /** of no choice; absent: 全部 */
      all?: string;
    }
);

interface Props {
  values: Readonly<Record<string, string>>;
  fields: readonly FilterField[];
  /** conditions that are asked for less often; folded away while none of them is set */
  more?: { label: string; fields: readonly FilterField[] };
  isFiltered: boolean;
  onFilter: (values: Record<string, string | undefined>) => void;
}

/** The conditions of a list: they count when sent, and follow the address when Back changes it. */
export function FilterBar({ values, fields, more, isFiltered, onFilter }: Props) {
  const [form] = Form.useForm<Record<string, string | undefined>>();
  const now = JSON.stringify(values);
  useEffect(() => form.setFieldsValue(JSON.parse(now) as Record<string, string>), [form, now]);
  return (
    <Form form={form} className="filters" role="search" layout="vertical" onFinish={onFilter}>
      {fields.map(itemOf)}
      <Space className="filter-buttons">
        <Button type="primary" htmlType="submit">
          查询
        </Button>
        {isFiltered && <Button onClick={() => onFilter({})}>清除条件</Button>}
      </Space>
      {more && more.fields.length > 0 && (
        <details className="more-filters" open={more.fields.some(({ name }) => values[name])}>
          <summary>{more.label}</summary>
          <div>{more.fields.map(itemOf)}</div>
        </details>
      )}
    </Form>
  );
}

const itemOf = (field: FilterField) => (
  <Form.Item key={field.name} name={field.name} label={field.label} className={`filter-${field.kind}`}>
    {controlOf(field)}
  </Form.Item>
);

/** choices from which a part of a name finds one */
const MANY = 10;

function controlOf(field: FilterField) {
  if (field.kind === 'choice')
    return (
      <Select
        showSearch={field.choices.length > MANY && { optionFilterProp: 'label' }}
        options={[{ value: '', label: field.all ?? '全部' }, ...field.choices]}
      />
    );
  if (field.kind === 'channel') return <ChannelSelect act="content.read" none="全部" />;
  return field.kind === 'day' ? <DateBox /> : <Input maxLength={100} />;
}
