import { Form, Select, Table } from 'antd';
import type { ColumnsType } from 'antd/es/table';
import { CHECK_IDS, CHECKS, isRedLine, SEVERITIES, severitiesOf, type CheckId } from '#rules/checks/checks.ts';
import { USUAL_CHECKS, type FirmChecks } from '#rules/checks/firm-checks.ts';
import { Panel } from '../parts/Panel.tsx';
import type { FieldsProps } from './SettingFields.tsx';

/** CK2: severity of each check, and the words that are searched for. */
export function CheckFields({ typed, problems, onChange }: FieldsProps) {
  const value = { ...USUAL_CHECKS, ...(typed.value as Partial<FirmChecks> | null) };
  const severities = { ...USUAL_CHECKS.severities, ...value.severities };
  const change = (next: Partial<FirmChecks>): void => onChange({ value: { ...value, severities, ...next } });
  const columns: ColumnsType<{ id: CheckId }> = [
    {
      title: '检查',
      dataIndex: 'id',
      render: (id: CheckId) => (isRedLine(id) ? `红线：${CHECKS[id].passed}` : CHECKS[id].passed),
    },
    {
      title: '没有通过时',
      key: 'severity',
      width: 160,
      render: (_, { id }) => (
        <Select
          aria-label={`“${CHECKS[id].passed}”没有通过时`}
          className="wide-select"
          value={severities[id]}
          options={severitiesOf(id).map((one) => ({ value: one, label: SEVERITIES[one] }))}
          onChange={(severity) => change({ severities: { ...severities, [id]: severity } })}
        />
      ),
    },
  ];
  return (
    <>
      <Panel title="各项检查">
        <p>
          提示：撰写人和审核人都看得到，不用回答。须说明理由：提交审核时逐处写明，审核人逐处确认。不得提交：改正以前不能提交审核。
        </p>
        <Table<{ id: CheckId }>
          rowKey="id"
          size="small"
          pagination={false}
          dataSource={CHECK_IDS.map((id) => ({ id }))}
          columns={columns}
        />
        <p className="quiet above-buttons">
          红线总是列在稿件上方，审核人逐处勾选，因此不能关闭；也可以要求撰写人先说明理由，或不得提交。
        </p>
      </Panel>
      <Panel title="广告用语">
        <Form layout="vertical" component="div">
          <Words
            id="advert-words"
            label="广告法限制的用语"
            hint="输入后按回车加入；可以一次粘贴几个，用顿号或逗号分开。劝诫、处罚和评奖的句子不算。"
            words={value.words}
            problem={problemBelow(problems, '/words')}
            onChange={(words) => change({ words })}
          />
          <Words
            id="advert-phrases"
            label="不算广告用语的说法"
            hint="含有上面的用语、但可以写的说法，如 无风险利率。"
            words={value.phrases}
            problem={problemBelow(problems, '/phrases')}
            onChange={(phrases) => change({ phrases })}
          />
        </Form>
      </Panel>
    </>
  );
}

const problemBelow = (problems: FieldsProps['problems'], pointer: string): string | undefined =>
  problems.find((one) => one.pointer.startsWith(pointer))?.message;

function Words({
  id,
  label,
  hint,
  words,
  problem,
  onChange,
}: {
  id: string;
  label: string;
  hint: string;
  words: readonly string[];
  problem: string | undefined;
  onChange: (words: string[]) => void;
}) {
  return (
    <Form.Item label={label} htmlFor={id} extra={hint} validateStatus={problem ? 'error' : ''} help={problem}>
      <Select
        id={id}
        mode="tags"
        open={false}
        suffixIcon={null}
        tokenSeparators={['、', '，', ',', '；', ';', '\n', '\t']}
        value={[...words]}
        onChange={(next: string[]) => onChange([...new Set(next.map((one) => one.trim()).filter((one) => one !== ''))])}
      />
    </Form.Item>
  );
}
