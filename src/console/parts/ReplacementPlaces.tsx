import { Alert, Button, Form, Table } from 'antd';
import type { ColumnsType } from 'antd/es/table';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { MadeEdition } from '#wire/edition-answers.ts';
import type { ReplacementPlace } from '#wire/search-answers.ts';
import { useChanged } from '../calls/use-calls.ts';
import { useSubmit } from '../calls/use-submit.ts';
import { Marked } from './Marked.tsx';

interface Props {
  places: readonly ReplacementPlace[];
  /** makes one edition of the chosen places */
  send: (places: string[]) => Promise<MadeEdition>;
}

const COLUMNS: ColumnsType<ReplacementPlace> = [
  {
    title: '在哪里',
    width: '26%',
    render: (_, { title, label }) => (
      <>
        {title}
        <br />
        <span className="quiet">{label}</span>
      </>
    ),
  },
  { title: '现在', dataIndex: 'before', render: (text: ReplacementPlace['before']) => <Marked text={text} /> },
  { title: '替换以后', dataIndex: 'after', render: (text: ReplacementPlace['after']) => <Marked text={text} /> },
];

/** CS6, ML8: each place before and after, chosen unless it is left out; all of them become one edition. */
export function ReplacementPlaces({ places, send }: Props) {
  const [chosen, setChosen] = useState<readonly string[]>(places.map(({ id }) => id));
  const [form] = Form.useForm();
  const changed = useChanged();
  const navigate = useNavigate();
  const { isSending, problem, submit } = useSubmit(form, async () => {
    const { editionId } = await send([...chosen]);
    void changed();
    void navigate(`/editions/${editionId}`);
  });
  return (
    <section className="stack" aria-label="可以替换的地方">
      <h2>{`${places.length} 处`}</h2>
      {problem !== '' && <Alert type="error" showIcon title={problem} className="above-form" role="alert" />}
      <Table<ReplacementPlace>
        size="middle"
        tableLayout="fixed"
        rowKey="id"
        dataSource={[...places]}
        pagination={places.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
        rowSelection={{
          selectedRowKeys: [...chosen],
          onChange: (keys) => setChosen(keys.map(String)),
          preserveSelectedRowKeys: true,
          getCheckboxProps: ({ title, label }) => ({ 'aria-label': `替换${title} ${label}` }) as object,
        }}
        columns={COLUMNS}
      />
      <p>
        <Button
          type="primary"
          loading={isSending}
          disabled={chosen.length === 0}
          onClick={() => void submit(undefined)}
        >
          {`把选中的 ${chosen.length} 处合成一份稿件`}
        </Button>
      </p>
    </section>
  );
}
