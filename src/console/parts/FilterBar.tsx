import { Button, Form, Input, Select, Space } from 'antd';
import { useEffect } from 'react';
import type { FilterField, Filters } from '../calls/use-filters.ts';
import { ChannelSelect } from './ChannelSelect.tsx';
import { DateBox } from './DateBox.tsx';
import { useMedia } from './use-media.ts';

interface Props {
  filters: Filters;
  /** conditions that are asked for less often; folded away while none of them is set */
  more?: { label: string; fields: readonly FilterField[] };
}

/** The conditions of a list: they count when sent, and follow the address when Back changes it. */
export function FilterBar({ filters: { values, fields, isFiltered, filter }, more }: Props) {
  const [form] = Form.useForm<Record<string, string | undefined>>();
  const now = JSON.stringify(values);
  useEffect(() => form.setFieldsValue(JSON.parse(now) as Record<string, string>), [form, now]);
  const isPhone = useMedia('(max-width: 599px)');
  // the list begins on the first screen of a phone, too
  const [shown, folded] =
    isPhone && fields.length > 1
      ? [fields.slice(0, 1), [...fields.slice(1), ...(more?.fields ?? [])]]
      : [fields, more?.fields ?? []];
  const set = folded.filter(({ name }) => values[name]).length;
  return (
    <Form form={form} className="filters" role="search" layout="vertical" onFinish={filter}>
      {shown.map(itemOf)}
      <Space className="filter-buttons">
        <Button type="primary" htmlType="submit">
          查询
        </Button>
        {isFiltered && <Button onClick={() => filter({})}>清除条件</Button>}
      </Space>
      {folded.length > 0 && (
        <details className="more-filters" open={!isPhone && set > 0}>
          <summary>{`${more?.label ?? '更多条件'}${isPhone && set > 0 ? `（已设 ${set} 项）` : ''}`}</summary>
          <div>{folded.map(itemOf)}</div>
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
