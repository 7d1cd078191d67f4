import { Alert, Button, Checkbox, Form, Input, InputNumber, Select, Space } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { article } from '#kinds/article/index.ts';
import { documentIn } from '#kinds/changes.ts';
import { audienceNote, fieldOrder } from '#kinds/register/register-words.ts';
import { rhythmWords, type Rhythm } from '#rules/editions/rhythm.ts';
import { PAGED, useRead, useSend } from '#console/calls/use-calls.ts';
import { useSubmit } from '#console/calls/use-submit.ts';
import { useOnce } from '#console/editor/use-once.ts';
import { ChannelSelect } from '#console/parts/ChannelSelect.tsx';
import { Loaded } from '#console/parts/Loaded.tsx';
import { Loading } from '#console/parts/Loading.tsx';
import { MARKED_WHEN_LEFT } from '#console/parts/marked-when-left.ts';
import { Screen } from '#console/parts/Screen.tsx';
import { emptyTemplate, FIELD_TYPES, LONGEST, templateOf, type FieldType, type TemplateDocument } from '../template.ts';
import type { TemplateView } from '../wire.ts';
import './templates.css';

// the editor is larger than all the rest of the form
const ArticleText = lazy(() =>
  import('#console/content/ArticleText.tsx').then((file) => ({ default: file.ArticleText })),
);

const ABOVE = [{ to: '/templates', name: '模板' }];
const PURPOSE =
  '把每次不同的地方写成【字段名】，再在下面列出这些字段。模板本身不公开；按它写成的稿件照常审核。保存后立即可用，修改记入操作记录。';

interface Typed extends Omit<TemplateDocument, 'attachments'> {
  name: string;
  channelId?: string;
  attachments: string[];
  every: Rhythm['every'] | '';
  month: number;
  day: number;
  isWorking: boolean;
  staffId?: number;
}

/** TP4: a template from scratch, or of a public article. */
export function NewTemplate() {
  const [search, setSearch] = useSearchParams();
  const articleId = search.get('article') ?? '';
  const subject = `article:${articleId}`;
  const loaded = useOnce('GET /public-content', articleId === '' ? null : { subject });
  return (
    <Screen title="新建模板" above={ABOVE} purpose={PURPOSE}>
      <div className="stack">
        <section className="panel" aria-label="从文章做成">
          <ArticleChoice onChoose={(id) => setSearch({ article: id })} />
        </section>
        {articleId === '' ? (
          <TemplateForm begun={typedOf(emptyTemplate)} />
        ) : (
          <Loaded of={loaded}>
            {({ change }) => {
              const found = documentIn(article, change ?? undefined);
              return found ? (
                <TemplateForm key={subject} begun={{ ...typedOf(templateOf(found)), channelId: found.channelId }} />
              ) : (
                <Alert type="warning" showIcon title="没有这篇公开的文章，它可能已经撤下" />
              );
            }}
          </Loaded>
        )}
      </div>
    </Screen>
  );
}

export function ChangeTemplate() {
  const { templateId = '' } = useParams();
  const loaded = useOnce('GET /templates/:templateId', { templateId: Number(templateId) });
  return (
    <Screen title="修改模板" above={ABOVE} purpose={PURPOSE}>
      <Loaded of={loaded}>{(template) => <TemplateForm begun={typedFrom(template)} template={template} />}</Loaded>
    </Screen>
  );
}

const typedOf = (document: TemplateDocument): Typed => ({
  ...document,
  name: '',
  every: '',
  month: 1,
  day: 1,
  isWorking: false,
});

const typedFrom = ({ document, name, channelId, isChannelGone, rhythm, staffId }: TemplateView): Typed => ({
  ...typedOf(document),
  name,
  ...(!isChannelGone && { channelId }),
  ...(rhythm && { ...rhythm, month: rhythm.month || 1 }),
  ...(staffId !== null && { staffId }),
});

/** A public article by words of its title. */
function ArticleChoice({ onChoose }: { onChoose: (articleId: string) => void }) {
  const [words, setWords] = useState('');
  const { data, isLoading } = useRead('GET /articles', { words, pageSize: 20 }, PAGED);
  return (
    <Space wrap>
      <span>从一篇公开的文章做成：</span>
      <Select<string>
        aria-label="从一篇公开的文章做成"
        className="register-choice"
        loading={isLoading}
        options={(data?.list ?? []).map(({ articleId, title }) => ({ value: String(articleId), label: title }))}
        showSearch={{ filterOption: false, onSearch: setWords }}
        placeholder="输入标题中的文字查找"
        notFoundContent="没有找到文章"
        popupMatchSelectWidth={false}
        onChange={onChoose}
      />
    </Space>
  );
}

function TemplateForm({ begun, template }: { begun: Typed; template?: TemplateView }) {
  const [form] = Form.useForm<Typed>();
  const navigate = useNavigate();
  const send = useSend();
  const { mutate } = useSWRConfig();
  const { isSending, problem, submit } = useSubmit(form, async (typed: Typed) => {
    const given = { ...begun, ...typed };
    const { name, channelId, every, month, day, isWorking, staffId, ...document } = given;
    const values = {
      name,
      channelId: channelId!,
      document: {
        ...document,
        fields: document.fields.map((one) => ({ ...one, column: one.type === 'column' ? (one.column ?? '') : '' })),
      },
      ...(every !== '' && { rhythm: rhythmOf({ every, month, day, isWorking }) }),
      ...(every !== '' && staffId !== undefined && { staffId }),
    };
    await (template
      ? send('POST /templates/:templateId', { templateId: template.templateId, version: template.version, ...values })
      : send('POST /templates', values));
    await mutate((key) => typeof key === 'string' && key.startsWith('/templates'));
    void navigate('/templates');
  });
  return (
    <>
      {problem !== '' && <Alert type="error" showIcon title={problem} className="above-form" />}
      {template && template.gone.length > 0 && (
        <Alert type="warning" showIcon title={template.gone.join('；')} className="above-form" />
      )}
      <Form<Typed>
        form={form}
        validateTrigger={MARKED_WHEN_LEFT}
        layout="vertical"
        initialValues={begun}
        aria-label="模板"
        onFinish={(values) => void submit(values)}
        scrollToFirstError={{ focus: true }}
      >
        <div className="stack">
          <section className="panel" aria-label="标题和正文">
            <div className="wide-form">
              <Form.Item
                name="name"
                label="模板名称"
                rules={[{ required: true, whitespace: true, message: '请填写模板的名称' }]}
              >
                <Input maxLength={LONGEST.name} autoComplete="off" />
              </Form.Item>
              <Form.Item name="channelId" label="栏目" rules={[{ required: true, message: '请选择栏目' }]}>
                <ChannelSelect act="channel.change" />
              </Form.Item>
              <Form.Item
                name="title"
                label="标题"
                extra="例如：关于【债券简称】付息的公告"
                rules={[{ required: true, whitespace: true, message: '请输入标题' }]}
              >
                <Input maxLength={300} />
              </Form.Item>
              <Form.Item name="summary" label="摘要">
                <Input.TextArea rows={2} maxLength={2000} />
              </Form.Item>
            </div>
            <Suspense fallback={<Loading />}>
              <Form.Item name="content" label="正文" htmlFor="">
                <ArticleText />
              </Form.Item>
            </Suspense>
          </section>
          <section className="panel" aria-label="字段">
            <FieldLines />
          </section>
          <section className="panel" aria-label="其他">
            <Others />
          </section>
          <section className="panel" aria-label="定期拟稿">
            <RhythmFields />
          </section>
        </div>
        <Space className="template-buttons">
          <Button type="primary" htmlType="submit" loading={isSending}>
            保存模板
          </Button>
          <Button onClick={() => void navigate('/templates')}>取消</Button>
        </Space>
      </Form>
    </>
  );
}

const rhythmOf = ({ every, month, day, isWorking }: Rhythm): Rhythm => ({
  every,
  month: every === 'quarter' || every === 'year' ? month : 0,
  day,
  isWorking: every !== 'week' && isWorking,
});

/** Fields that are filled in each time, by name and type. */
function FieldLines() {
  const form = Form.useFormInstance<Typed>();
  const register = Form.useWatch('register', form) ?? '';
  const fields = Form.useWatch('fields', form) ?? [];
  const { data: registers } = useRead('GET /registers');
  const { data: facts } = useRead('GET /registers/:register', register === '' ? null : { register });
  const columns = facts
    ? fieldOrder(facts)
        .filter((name) => audienceNote(facts, name) === '' || facts.fields[name]!.export === false)
        .filter((name) => !facts.fields[name]!.restricted)
        .map((name) => ({ value: name, label: facts.fields[name]!.title }))
    : [];
  return (
    <>
      <Form.Item name="register" label="登记表" extra="有字段取自登记表的一行时选择" className="wide-form">
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={[
            { value: '', label: '不用登记表' },
            ...(registers ?? []).map((one) => ({ value: one.register, label: one.title })),
          ]}
        />
      </Form.Item>
      <Form.List name="fields">
        {(lines, { add, remove }) => (
          <>
            {lines.map(({ key, name }) => (
              <div key={key} className="template-field">
                <Form.Item
                  name={[name, 'name']}
                  label={`字段 ${name + 1} 的名称`}
                  rules={[{ required: true, whitespace: true, message: '请填写字段的名称' }]}
                >
                  <Input maxLength={LONGEST.field} autoComplete="off" />
                </Form.Item>
                <Form.Item name={[name, 'type']} label={`字段 ${name + 1} 的类型`}>
                  <Select
                    options={(Object.keys(FIELD_TYPES) as FieldType[]).map((value) => ({
                      value,
                      label: FIELD_TYPES[value],
                    }))}
                  />
                </Form.Item>
                {fields[name]?.type === 'column' ? (
                  <Form.Item name={[name, 'column']} label={`字段 ${name + 1} 取自的列`}>
                    <Select showSearch={{ optionFilterProp: 'label' }} options={columns} placeholder="请选择" />
                  </Form.Item>
                ) : (
                  <span />
                )}
                <span className="template-field-act">
                  <Button aria-label={`去掉字段 ${name + 1}`} onClick={() => remove(name)}>
                    去掉
                  </Button>
                </span>
              </div>
            ))}
            {/* problems of all fields together stand here */}
            <Form.Item>
              <Button onClick={() => add({ name: '', type: 'text', column: '' })}>添加字段</Button>
            </Form.Item>
          </>
        )}
      </Form.List>
    </>
  );
}

function Others() {
  const { data } = useRead('GET /article-words');
  return (
    <div className="field-pair close">
      <Form.Item name="source" label="来源">
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item name="category" label="分类">
        <Input maxLength={20} />
      </Form.Item>
      <Form.Item name="tags" label="标签" extra="最多 8 个">
        <Select
          mode="multiple"
          maxCount={8}
          options={(data?.tags ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          showSearch={{ optionFilterProp: 'label' }}
        />
      </Form.Item>
      <Form.Item name="attachments" label="要附的文件" extra="写明是什么文件，用回车隔开；没有附上以前不能提交">
        <Select mode="tags" maxCount={20} open={false} suffixIcon={null} />
      </Form.Item>
    </div>
  );
}

const EVERY: readonly { value: Rhythm['every'] | ''; label: string }[] = [
  { value: '', label: '不定期' },
  { value: 'week', label: '每周' },
  { value: 'month', label: '每月' },
  { value: 'quarter', label: '每季度' },
  { value: 'year', label: '每年' },
];
const WEEKDAYS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'];

/** TP6: days on which a draft is proposed, and the person it is for. */
function RhythmFields() {
  const form = Form.useFormInstance<Typed>();
  const every = Form.useWatch('every', form) ?? '';
  const [month, day, isWorking] = [
    Form.useWatch('month', form) ?? 1,
    Form.useWatch('day', form) ?? 1,
    Form.useWatch('isWorking', form) ?? false,
  ];
  const channelId = Form.useWatch('channelId', form) ?? '';
  const { data: people } = useRead('GET /template-people', every !== '' && channelId !== '' ? { channelId } : null);
  return (
    <div className="wide-form">
      <p className="quiet">
        到了日子，程序按模板拟一份草稿交给负责人并通知，不会自行提交或发布。从明天算起；停机错过的日子会补上。
      </p>
      <div className="field-pair close">
        <Form.Item name="every" label="定期拟稿">
          <Select options={[...EVERY]} />
        </Form.Item>
        {(every === 'quarter' || every === 'year') && (
          <Form.Item name="month" label={every === 'quarter' ? '季度的第几个月' : '几月'}>
            <InputNumber min={1} max={every === 'quarter' ? 3 : 12} precision={0} />
          </Form.Item>
        )}
        {every !== '' && (
          <Form.Item name="day" label={every === 'week' ? '星期几' : isWorking ? '第几个工作日' : '几日'}>
            {every === 'week' ? (
              <Select options={WEEKDAYS.map((label, at) => ({ value: at + 1, label }))} />
            ) : (
              <InputNumber min={1} max={isWorking ? 20 : 31} precision={0} />
            )}
          </Form.Item>
        )}
        {every !== '' && (
          <Form.Item name="staffId" label="负责人" extra="不选就是能为这个栏目撰写的每个人">
            <Select
              allowClear
              options={(people ?? []).map(({ staffId, name }) => ({ value: staffId, label: name }))}
              showSearch={{ optionFilterProp: 'label' }}
            />
          </Form.Item>
        )}
      </div>
      {every !== '' && every !== 'week' && (
        <Form.Item name="isWorking" valuePropName="checked">
          <Checkbox>按工作日计（周一至周五）</Checkbox>
        </Form.Item>
      )}
      {every !== '' && <p className="quiet">{rhythmWords(rhythmOf({ every, month, day, isWorking }))}</p>}
    </div>
  );
}
