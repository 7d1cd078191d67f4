import { Alert, Button, Radio, Table } from 'antd';
import { useState } from 'react';
import { momentOf } from '../calls/moments.ts';
import { Panel } from '../parts/Panel.tsx';
import type { Newer } from './answers.ts';
import { FIELD_NAMES, type Difference, type FieldName } from './article-fields.ts';

interface Props {
  newer: Pick<Newer, 'savedBy' | 'savedAt' | 'version'>;
  found: readonly Difference[];
  nameOf: (field: FieldName, value: Difference['mine']) => string;
  isSending: boolean;
  /** fields of which the other's content is taken */
  onMerge: (theirs: readonly FieldName[]) => void;
}

/** Somebody saved meanwhile: whose content stands in each field. */
export function MergeFields({ newer: { savedBy, savedAt, version }, found, nameOf, isSending, onMerge }: Props) {
  const [theirs, setTheirs] = useState<readonly FieldName[]>(() => found.filter(({ proposed }) => proposed === 'theirs').map(({ field }) => field));
  const choose = (field: FieldName, isTheirs: boolean) => setTheirs([...theirs.filter((one) => one !== field), ...(isTheirs ? [field] : [])]);
  const side = (value: Difference['mine'], field: FieldName) => <div className="chosen-side">{nameOf(field, value) || '（空）'}</div>;
  return (
    <Panel title="核对两人的修改">
      <Alert type="warning" showIcon className="above-form" title={`您修改期间，${savedBy}在 ${momentOf(savedAt)} 保存了第 ${version} 版`} description="下面是两人内容不同的字段。逐项选定保留谁的内容，再保存。" />
      <Table<Difference>
        rowKey="field"
        size="middle"
        pagination={false}
        dataSource={[...found]}
        columns={[
          { title: '字段', dataIndex: 'field', width: 96, render: (field: FieldName) => FIELD_NAMES[field] },
          { title: '我的内容', dataIndex: 'mine', render: (value: Difference['mine'], { field }) => side(value, field) },
          { title: `${savedBy}的内容`, dataIndex: 'theirs', render: (value: Difference['mine'], { field }) => side(value, field) },
          {
            title: '保留',
            key: 'keep',
            width: 180,
            render: (_, { field }) => keep({ field, isTheirs: theirs.includes(field), onChoose: choose }),
          },
        ]}
      />
      <div className="confirm-actions">
        <Button type="primary" loading={isSending} onClick={() => onMerge(theirs)}>
          按所选内容保存
        </Button>
      </div>
    </Panel>
  );
}

const keep = ({ field, isTheirs, onChoose }: { field: FieldName; isTheirs: boolean; onChoose: (field: FieldName, isTheirs: boolean) => void }) => (
  <Radio.Group
    aria-label={`${FIELD_NAMES[field]}保留谁的内容`}
    name={`keep-${field}`}
    value={isTheirs ? 'theirs' : 'mine'}
    onChange={(event) => onChoose(field, event.target.value === 'theirs')}
    options={[
      { value: 'mine', label: '我的' },
      { value: 'theirs', label: '对方的' },
    ]}
  />
);
