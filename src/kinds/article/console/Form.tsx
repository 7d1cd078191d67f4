import { RISKS } from '#console/parts/risk-choices.ts';
import { Alert, Checkbox, Form, Input, Select } from 'antd';
import { lazy, Suspense } from 'react';
import { useRead } from '#console/calls/use-calls.ts';
import { Attachments } from '#console/content/Attachments.tsx';
import { begunFrom, type Begun, type EditProps, type FormProps } from '#console/editor/edition-form.ts';
import { usePart } from '#console/editor/edition-part.ts';
import { Editor } from '#console/editor/Editor.tsx';
import { useFields } from '#console/editor/use-fields.ts';
import { PictureField } from '#console/files/PictureField.tsx';
import { ChannelSelect } from '#console/parts/ChannelSelect.tsx';
import { DateBox, TimeBox } from '#console/parts/DateBox.tsx';
import { Loading } from '#console/parts/Loading.tsx';
import { withdrawnOf } from '../../changes.ts';
import { articleForm, articleWords } from './article-edition.ts';
import { FIELD_NAMES, fieldOfProblem, REQUIRED, withoutTitle, type ArticleFields } from './article-fields.ts';
import { article } from '../index.ts';
import { useFieldWords } from './use-field-words.ts';
import { EditWithdrawal } from './Withdrawal.tsx';
import { RISK_HELP } from '../words.ts';
import { MARKED_WHEN_LEFT } from '#console/parts/marked-when-left.ts';

// the editor is larger than all the rest of the form
const ArticleText = lazy(() =>
  import('#console/content/ArticleText.tsx').then((file) => ({ default: file.ArticleText })),
);

/** Said above the form. */
export const purpose =
  '保存后成为一份稿件，由他人审核通过后才会公开。填写的内容随时保存，刷新、登录结束或换一台电脑都能接着填。';

/** An edition that holds one article and nothing else, or takes one from the public. */
export function Edit({ edition }: EditProps) {
  const { editionId, shown } = edition;
  const { data: check } = useRead('GET /editions/:editionId/check', { editionId });
  const part = usePart();
  const words = articleWords(useFieldWords());
  if (withdrawnOf(article, shown.changes).length > 0) return <EditWithdrawal edition={edition} />;
  return (
    <Editor
      name={`edition-${editionId}`}
      form={articleForm}
      begun={begunFrom(articleForm, edition)}
      edition={edition}
      words={words}
      problems={check && part.ownProblems(check.problems)}
      hasPreview
    >
      {(props) => <ArticleForm {...props} />}
    </Editor>
  );
}

/** An article of which no edition is there yet. @param name of what is kept in the browser */
export function BeginArticle({ name, begun }: { name: string; begun: Begun<ArticleFields> }) {
  const words = articleWords(useFieldWords());
  return (
    <Editor name={name} form={articleForm} begun={begun} isNew={begun.changes.length === 0} words={words} hasPreview>
      {(props) => <ArticleForm {...props} />}
    </Editor>
  );
}

/** The fields of an article, in the order in which they are read. */
function ArticleForm({ value, onChange, problems, attempts, resets }: FormProps<ArticleFields>) {
  const { form, typed, shown, others } = useFields({
    value,
    problems,
    attempts,
    resets,
    fieldOf: fieldOfProblem,
    wordsOf: withoutTitle,
  });
  return (
    <>
      {others.length > 0 && (
        <Alert
          type="warning"
          showIcon
          className="above-form"
          title="发布前还要改正"
          description={others.map(({ message }) => (
            <p key={message}>{message}</p>
          ))}
        />
      )}
      <Form
        form={form}
        validateTrigger={MARKED_WHEN_LEFT}
        layout="vertical"
        initialValues={value}
        onValuesChange={() => onChange(typed())}
        aria-label="文章"
      >
        <Fields shown={shown} />
      </Form>
    </>
  );
}

function Fields({ shown }: { shown: number }) {
  return (
    <div className="stack">
      <section className="panel" aria-label="标题和正文">
        <div className="wide-form">
          <Form.Item
            name="channelId"
            label={FIELD_NAMES.channelId}
            rules={[{ required: true, message: REQUIRED.channelId }]}
          >
            <ChannelSelect act="content.write" />
          </Form.Item>
          <Form.Item
            name="title"
            label={FIELD_NAMES.title}
            rules={[{ required: true, whitespace: true, message: REQUIRED.title }]}
          >
            <Input maxLength={300} />
          </Form.Item>
          <Form.Item name="summary" label={FIELD_NAMES.summary} extra="显示在部分列表中，可以留空">
            <Input.TextArea rows={3} />
          </Form.Item>
        </div>
        <Suspense fallback={<Loading />}>
          <Form.Item name="content" label={FIELD_NAMES.content} htmlFor="">
            {/* the text is read once */}
            <ArticleText key={shown} />
          </Form.Item>
        </Suspense>
      </section>
      <section className="panel" aria-label="发布信息">
        <div className="wide-form">
          <PublicationFields />
        </div>
      </section>
      <section className="panel" aria-label="到期">
        <div className="wide-form">
          <EndFields />
        </div>
      </section>
      <section className="panel" aria-label="附件和图片">
        <Form.Item
          name="attachments"
          label={FIELD_NAMES.attachments}
          htmlFor=""
          extra="显示在正文下面，次序就是显示的次序；发布前公众打不开"
        >
          <Attachments />
        </Form.Item>
        <Form.Item name="image" label={FIELD_NAMES.image} htmlFor="" extra="显示在部分列表中标题的旁边，可以没有">
          <PictureField alt="现在的列表图片" />
        </Form.Item>
      </section>
    </div>
  );
}

/** TP1: days that are approved with the edition, and carried out by themselves. */
function EndFields() {
  const form = Form.useFormInstance<ArticleFields>();
  const isTop = Form.useWatch('isTop', form);
  const isOffHome = Form.useWatch('isOffHome', form);
  const withdraws = (Form.useWatch('endWithdraw', form) ?? '') !== '';
  return (
    <>
      <p className="quiet">到了填写的那一天（北京时间 0 时）自动办理，不再审核；改日期要再交一份稿件。都可以留空。</p>
      <div className="field-pair close">
        <Form.Item name="endWithdraw" label={FIELD_NAMES.endWithdraw}>
          <DateBox />
        </Form.Item>
        {isTop && (
          <Form.Item name="endUnpin" label={FIELD_NAMES.endUnpin}>
            <DateBox />
          </Form.Item>
        )}
        {!isOffHome && (
          <Form.Item name="endHome" label={FIELD_NAMES.endHome} extra="首页不再列出，栏目里照常">
            <DateBox />
          </Form.Item>
        )}
      </div>
      {withdraws && (
        <Form.Item
          name="endReason"
          label={FIELD_NAMES.endReason}
          extra="访客打开原来的网址时会看到，请写完整的一句话"
          rules={[{ required: true, whitespace: true, message: '请写明撤下的原因' }]}
        >
          <Input.TextArea rows={2} maxLength={500} />
        </Form.Item>
      )}
      <Form.Item name="isOffHome" valuePropName="checked">
        <Checkbox>{FIELD_NAMES.isOffHome}</Checkbox>
      </Form.Item>
    </>
  );
}

function PublicationFields() {
  const { data } = useRead('GET /article-words');
  const topics = (data?.topics ?? []).map(({ code, name }) => ({ value: code, label: name }));
  return (
    <>
      <div className="field-pair close">
        <Form.Item
          name="contentTime"
          label={FIELD_NAMES.contentTime}
          extra="北京时间，显示在页面上，文章按它排列。留空就是公开的时刻，即发布或定时发布的时刻；只在须显示别的时间时填写"
        >
          <TimeBox />
        </Form.Item>
        <Form.Item name="source" label={FIELD_NAMES.source}>
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item name="riskLevel" label={FIELD_NAMES.riskLevel} extra={RISK_HELP}>
          <Select options={RISKS} />
        </Form.Item>
        <Form.Item name="category" label={FIELD_NAMES.category} extra="同一栏目中的类别，如“账户与开户”；可以留空">
          <Input maxLength={20} />
        </Form.Item>
        <Form.Item name="topic" label={FIELD_NAMES.topic}>
          <Select options={[{ value: '', label: '无' }, ...topics]} />
        </Form.Item>
        <Form.Item name="tags" label={FIELD_NAMES.tags} extra="最多 8 个">
          <Select
            mode="multiple"
            maxCount={8}
            options={(data?.tags ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            showSearch={{ optionFilterProp: 'label' }}
          />
        </Form.Item>
      </div>
      <Form.Item name="isTop" valuePropName="checked">
        <Checkbox>在列表中置顶</Checkbox>
      </Form.Item>
    </>
  );
}
