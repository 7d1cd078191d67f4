import type { RJSFSchema } from '@rjsf/utils';
import { Alert, Button, Radio } from 'antd';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';
import type { ShownWidget } from '#wire/console-answers.ts';
import { addressOf } from '../calls/call.ts';
import { useRead } from '../calls/use-calls.ts';
import { ThemedForm } from '../documents/ThemedForm.tsx';
import { Failure } from '../parts/Failure.tsx';
import { Loading } from '../parts/Loading.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Screen } from '../parts/Screen.tsx';
import { SiteFrame } from '../parts/SiteFrame.tsx';
import { MissingScreen } from '../parts/Notices.tsx';
import { errorsByField, serverValidator } from '../documents/server-validator.ts';

const ABOVE = [{ to: '/widgets', name: '部件' }];

/** WG4: one widget, drawn from its example, with props that can be changed by a form. */
export function WidgetScreen() {
  const { widget: name = '' } = useParams();
  const { data, error, mutate } = useRead('GET /widgets');
  if (error !== undefined) return <Failure error={error} retry={() => void mutate()} />;
  if (!data) return <Loading />;
  const widget = data.find((one) => one.name === name);
  return widget ? <OneWidget key={name} widget={widget} /> : <MissingScreen />;
}

const WIDTHS = [
  { label: '桌面', value: 0 },
  { label: '平板 768', value: 768 },
  { label: '手机 375', value: 375 },
];

/** milliseconds without a keystroke after which the preview follows */
const PAUSE = 60;

function OneWidget({ widget: { name, title, accepts, schema, example } }: { widget: ShownWidget }) {
  const [props, setProps] = useState(example.props);
  const [width, setWidth] = useState(0);
  const request = JSON.stringify(useSettled(props));
  const [shown, setShown] = useState(request);
  const { data: check, error, mutate } = useRead('GET /widgets/:widget/check', { widget: name, props: request });
  const problems = check?.problems ?? [];
  // the preview stays at the last props that were right
  if (check && problems.length === 0 && shown !== request) setShown(request);
  return (
    <Screen
      title={title}
      above={ABOVE}
      purpose={
        <>
          部件 <code>{name}</code>，{accepts === 'none' ? '不需要数据' : `显示形状为 ${accepts} 的数据`}
          。下面按示例数据显示；修改属性只影响这里的预览，不会改动网站。
        </>
      }
    >
      <div className="widget-screen">
        <Panel title="属性" extra={<Button onClick={() => setProps(example.props)}>恢复示例</Button>}>
          <ThemedForm
            schema={schema as RJSFSchema}
            formData={props}
            validator={serverValidator}
            extraErrors={errorsByField(problems)}
            uiSchema={{ 'ui:submitButtonOptions': { norender: true } }}
            showErrorList={false}
            noHtml5Validate
            onChange={({ formData }) => setProps(formData as unknown)}
          />
        </Panel>
        <Panel
          title="预览"
          extra={
            <Radio.Group
              options={WIDTHS}
              optionType="button"
              value={width}
              onChange={(event) => setWidth(event.target.value as number)}
              aria-label="预览宽度"
            />
          }
        >
          {error !== undefined && <Failure error={error} retry={() => void mutate()} />}
          {problems.length > 0 && (
            <Alert
              type="warning"
              showIcon
              title="属性不正确，预览停留在上一次正确的样子"
              description={problems.map(({ pointer, message }) => `${pointer || '/'}：${message}`).join(' ')}
            />
          )}
          <SiteFrame
            path={addressOf('GET /widgets/:widget/page', { widget: name, props: shown })}
            title={`${title}的预览`}
            {...(width > 0 && { width })}
          />
        </Panel>
        <Panel title="在页面中使用" extra={<CopyButton text={blockOf(name, props)} />}>
          <pre className="code">{blockOf(name, props)}</pre>
        </Panel>
      </div>
    </Screen>
  );
}

/** The block as a page schema says it; id and place are the author's. */
const blockOf = (widget: string, props: unknown): string =>
  JSON.stringify({ id: 'block', place: 'main', widget, props }, null, 2);

function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState('');
  return (
    <Button onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(text))}>
      <span aria-live="polite">{copied === text ? '已复制' : '复制'}</span>
    </Button>
  );
}

/** A value once it has stood still for a moment: not every keystroke is asked about. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
