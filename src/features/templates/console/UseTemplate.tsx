import { Alert, Button, Form, Input, Select, Space } from 'antd';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import type { ListedRow, RegisterFacts } from '#wire/register-answers.ts';
import { gapsIn } from '#rules/registers/gaps.ts';
import { formatCell } from '#rules/registers/format-cell.ts';
import { useChannels } from '#console/calls/channels.ts';
import { PAGED, useChanged, useRead, useSend } from '#console/calls/use-calls.ts';
import { useSubmit } from '#console/calls/use-submit.ts';
import { useOnce } from '#console/editor/use-once.ts';
import { ChannelSelect } from '#console/parts/ChannelSelect.tsx';
import { DateBox } from '#console/parts/DateBox.tsx';
import { Loaded } from '#console/parts/Loaded.tsx';
import { MARKED_WHEN_LEFT } from '#console/parts/marked-when-left.ts';
import { Panel } from '#console/parts/Panel.tsx';
import { Screen } from '#console/parts/Screen.tsx';
import {
  fillTemplate,
  LONGEST,
  openFields,
  valueProblem,
  type TemplateDocument,
  type TemplateField,
} from '../template.ts';
import type { TemplateView } from '../wire.ts';
import './templates.css';

const ABOVE = [{ to: '/templates', name: '模板' }];

/** TP5: the fields of a template, beside the article that they make. */
export function UseTemplate() {
  const { templateId = '' } = useParams();
  const loaded = useOnce('GET /templates/:templateId', { templateId: Number(templateId) });
  return (
    <Screen
      title="用模板新建"
      above={ABOVE}
      purpose="填写各字段，保存后成为一份草稿，可以继续修改。没有填的会在正文里标为待填，填好以前不能提交审核。"
    >
      <Loaded of={loaded}>{(template) => <Filling key={template.version} template={template} />}</Loaded>
    </Screen>
  );
}

type Values = Record<string, string>;
/** Name of the field of the channel: no field of a template has a space in its name. */
const CHANNEL = 'channel id';

function Filling({ template }: { template: TemplateView }) {
  const { templateId, name, document, channelId, isChannelGone, gone } = template;
  const [form] = Form.useForm<Values>();
  const [values, setValues] = useState<Values>({});
  const navigate = useNavigate();
  const send = useSend();
  const changed = useChanged();
  const { nameOf } = useChannels();
  const { isSending, problem, submit } = useSubmit(form, async ({ [CHANNEL]: chosen, ...typed }: Values) => {
    const filled = Object.entries(typed).filter(([, value]) => (value ?? '') !== '');
    const { editionId } = await send('POST /templates/:templateId/use', {
      templateId,
      channelId: isChannelGone ? chosen! : channelId,
      values: Object.fromEntries(filled),
    });
    await changed();
    void navigate(`/editions/${editionId}/edit`);
  });
  const take = (taken: Values): void => {
    form.setFieldsValue(taken);
    setValues({ ...values, ...taken });
  };
  return (
    <div className="stack">
      <Panel title={name}>
        {problem !== '' && <Alert type="error" showIcon title={problem} className="above-form" />}
        {gone.length > 0 && <Alert type="warning" showIcon title={gone.join('；')} className="above-form" />}
        <Form<Values>
          form={form}
          validateTrigger={MARKED_WHEN_LEFT}
          layout="vertical"
          className="wide-form"
          aria-label="模板的字段"
          onValuesChange={(_, all) => setValues(all)}
          onFinish={(all) => void submit(all)}
          scrollToFirstError={{ focus: true }}
        >
          {isChannelGone ? (
            <Form.Item name={CHANNEL} label="栏目" rules={[{ required: true, message: '请选择栏目' }]}>
              <ChannelSelect act="content.write" />
            </Form.Item>
          ) : (
            <p className="quiet">{`在栏目“${nameOf(channelId)}”`}</p>
          )}
          {document.fields.some(({ type }) => type === 'column') && <RowChoice template={document} onChoose={take} />}
          {document.fields.map((field) => (
            <Form.Item
              key={field.name}
              name={field.name}
              label={field.name}
              rules={[
                {
                  validator: (_, value?: string) => {
                    const wrong = valueProblem(field, (value ?? '').trim());
                    return wrong === '' ? Promise.resolve() : Promise.reject(new Error(wrong));
                  },
                },
              ]}
            >
              {field.type === 'date' ? <DateBox /> : <Input maxLength={LONGEST.value} autoComplete="off" />}
            </Form.Item>
          ))}
          <Space className="form-buttons">
            <Button type="primary" htmlType="submit" loading={isSending}>
              保存为稿件
            </Button>
            <Button onClick={() => void navigate('/templates')}>取消</Button>
          </Space>
        </Form>
      </Panel>
      <Result template={document} values={values} />
    </div>
  );
}

/** A row of the register, found by words in it: its cells fill the fields. */
function RowChoice({ template, onChoose }: { template: TemplateDocument; onChoose: (values: Values) => void }) {
  const { register } = template;
  const [words, setWords] = useState('');
  const facts = useRead('GET /registers/:register', { register });
  const rows = useRead('GET /registers/:register/rows', facts.data ? { register, words, pageSize: 20 } : null, PAGED);
  // gone, or not to be read by this person: the fields are filled in by hand
  if (facts.error !== undefined) return <p className="quiet">登记表现在不能查阅，请手工填写。</p>;
  const list = rows.data?.list ?? [];
  return (
    <Form.Item
      label={`登记表的行${facts.data ? `（${facts.data.title}）` : ''}`}
      extra="选一行，取自登记表的字段随之填上，仍可修改"
    >
      <Select<string>
        aria-label="登记表的行"
        loading={rows.isLoading}
        options={
          facts.data ? list.map((row) => ({ value: JSON.stringify(row.key), label: nameOfRow(facts.data!, row) })) : []
        }
        showSearch={{ filterOption: false, onSearch: setWords }}
        placeholder="输入行中的文字查找"
        notFoundContent="没有找到这样的行"
        popupMatchSelectWidth={false}
        onChange={(key) => {
          const row = list.find((one) => JSON.stringify(one.key) === key);
          if (row && facts.data) onChoose(cellsOf(facts.data, row, template.fields));
        }}
      />
    </Form.Item>
  );
}

/** The first columns that say something. */
const nameOfRow = (facts: RegisterFacts, { row }: ListedRow): string =>
  [...new Set([...facts.key, ...facts.columns])]
    .flatMap((name) => ((row[name] ?? '') === '' ? [] : formatCell(row[name], formatOf(facts, name))))
    .slice(0, 3)
    .join(' · ');

const formatOf = ({ fields }: RegisterFacts, name: string) => ({ ...fields[name], type: fields[name]?.type ?? 'text' });

/** Cells of the columns that a template names and the register still has. */
const cellsOf = (facts: RegisterFacts, { row }: ListedRow, fields: readonly TemplateField[]): Values =>
  Object.fromEntries(
    fields.flatMap(({ name, type, column }) => {
      if (type !== 'column' || !Object.hasOwn(facts.fields, column)) return [];
      const isEmpty = (row[column] ?? '') === '';
      return [[name, isEmpty ? '' : formatCell(row[column], formatOf(facts, column)).slice(0, LONGEST.value)]];
    }),
  );

/** Article of the values now, with its gaps marked as the editor marks them. */
function Result({ template, values }: { template: TemplateDocument; values: Values }) {
  const made = fillTemplate(template, values, '');
  const open = openFields(template, values);
  return (
    <Panel title="结果">
      <p role="status" className="quiet">
        {open.length === 0 ? '各字段都已填写' : `还有 ${open.length} 处待填：${open.join('、')}`}
        {template.attachments.length > 0 && `；要附的文件：${template.attachments.join('、')}`}
      </p>
      <div className="template-result">
        <h3>
          <Marked text={made.title} />
        </h3>
        {made.summary !== '' && (
          <p>
            <Marked text={made.summary ?? ''} />
          </p>
        )}
        {/* cleaned when the template was stored; values are escaped */}
        <div className="template-result-text" dangerouslySetInnerHTML={{ __html: withMarks(made.content ?? '') }} />
      </div>
    </Panel>
  );
}

/** Parts of a text, the gaps apart. */
function partsOf(text: string): { text: string; isGap: boolean }[] {
  let from = 0;
  const parts = gapsIn(text).flatMap(({ index, length }) => {
    const before = { text: text.slice(from, index), isGap: false };
    from = index + length;
    return [before, { text: text.slice(index, from), isGap: true }];
  });
  return [...parts, { text: text.slice(from), isGap: false }];
}

const Marked = ({ text }: { text: string }) => (
  <>{partsOf(text).map((part, at) => (part.isGap ? <mark key={at}>{part.text}</mark> : part.text))}</>
);

const withMarks = (html: string): string =>
  partsOf(html)
    .map((part) => (part.isGap ? `<mark>${part.text}</mark>` : part.text))
    .join('');
