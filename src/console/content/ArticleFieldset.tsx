import { Checkbox, Form, Input, Select } from 'antd';
import { lazy, Suspense } from 'react';
import { productLevelCodes, productLevelName } from '#rules/risk-access.ts';
import { useRead } from '../calls/use-calls.ts';
import { PictureField } from '../files/PictureField.tsx';
import { ChannelSelect } from '../parts/ChannelSelect.tsx';
import { TimeBox } from '../parts/DateBox.tsx';
import { Loading } from '../parts/Loading.tsx';
import { FIELD_NAMES, RISK_HELP } from './article-fields.ts';
import { Attachments } from './Attachments.tsx';

// the editor is larger than all the rest of the form
const ArticleText = lazy(() => import('./ArticleText.tsx').then((file) => ({ default: file.ArticleText })));

const RISKS = [
  { value: '', label: '不限' },
  ...productLevelCodes().map((value) => ({ value, label: productLevelName(value) })),
];

/** The fields of an article, in the order in which they are read. */
export function ArticleFieldset() {
  return (
    <div className="stack">
      <section className="panel" aria-label="标题和正文">
        <div className="wide-form">
          <Form.Item name="channelId" label={FIELD_NAMES.channelId} rules={[{ required: true, message: '请选择栏目' }]}>
            <ChannelSelect act="content.write" />
          </Form.Item>
          <Form.Item
            name="title"
            label={FIELD_NAMES.title}
            rules={[{ required: true, whitespace: true, message: '请输入标题' }]}
          >
            <Input maxLength={300} />
          </Form.Item>
          <Form.Item name="summary" label={FIELD_NAMES.summary} extra="显示在部分列表中，可以留空">
            <Input.TextArea rows={3} />
          </Form.Item>
        </div>
        <Suspense fallback={<Loading />}>
          <Form.Item name="content" label={FIELD_NAMES.content} htmlFor="">
            <ArticleText />
          </Form.Item>
        </Suspense>
      </section>
      <section className="panel" aria-label="发布信息">
        <div className="wide-form">
          <PublicationFields />
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

function PublicationFields() {
  const { data } = useRead('GET /article-words');
  const topics = (data?.topics ?? []).map(({ code, name }) => ({ value: code, label: name }));
  return (
    <>
      <div className="field-pair close">
        <Form.Item
          name="contentTime"
          label={FIELD_NAMES.contentTime}
          extra="北京时间，显示在页面上，文章按它排列；什么时候公开由审核后的发布或定时发布决定"
          rules={[{ required: true, message: '请选择发布时间' }]}
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
