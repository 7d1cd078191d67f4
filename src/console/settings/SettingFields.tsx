import { Form, Input, Radio } from 'antd';
import type { FieldProblem, Setting } from '#wire/console-answers.ts';
import { SchemaForm } from '../documents/SchemaForm.tsx';
import { Panel } from '../parts/Panel.tsx';
import { AbsentRegisterFields } from './AbsentRegisterFields.tsx';
import { BrandFields } from './BrandFields.tsx';
import { BannerFields } from './BannerFields.tsx';
import { CheckFields } from './CheckFields.tsx';
import { FORM_NAME } from './left-fields.ts';
import type { Typed } from './plan-steps.ts';
import type { KindOfSetting } from './setting-kinds.ts';
import { OldAddressFields } from './OldAddressFields.tsx';
import { SearchWordFields } from './SearchWordFields.tsx';
import { TermFields } from './TermFields.tsx';
import { VisibleFields } from './VisibleFields.tsx';

export interface FieldsProps {
  setting: Setting;
  typed: Typed;
  problems: readonly FieldProblem[];
  onChange: (next: Partial<Typed>) => void;
  /** called with the id of each field that is left, by a form made of the schema */
  onLeave?: (id: string) => void;
}

/** The form of a setting. */
export const bodyOf = (kind: KindOfSetting | undefined, { name }: Pick<Setting, 'name'>) =>
  kind?.body ?? (name.startsWith('webparam.') ? 'text' : 'form');

/** Fields of a setting: a form made of its schema, or one of its own. */
export function SettingFields({ kind, ...props }: FieldsProps & { kind: KindOfSetting | undefined }) {
  const { setting, typed, problems, onChange, onLeave } = props;
  switch (bodyOf(kind, setting)) {
    case 'brand':
      return <BrandFields {...props} />;
    case 'visible':
      return <VisibleFields {...props} />;
    case 'banners':
      return <BannerFields {...props} />;
    case 'terms':
      return <TermFields {...props} />;
    case 'search-words':
      return <SearchWordFields {...props} />;
    case 'old-addresses':
      return <OldAddressFields {...props} />;
    case 'absent-registers':
      return <AbsentRegisterFields {...props} />;
    case 'checks':
      return <CheckFields {...props} />;
    case 'grey':
      return <GreyFields {...props} />;
    case 'text':
      return <TextField {...props} />;
    default:
      return (
        <Panel title="内容">
          <SchemaForm
            name={FORM_NAME}
            schema={withoutTitle(setting.schema)}
            value={typed.value}
            problems={problems}
            onChange={(value) => onChange({ value })}
            onLeave={onLeave}
          />
        </Panel>
      );
  }
}

/** The screen's title says it. */
const withoutTitle = (schema: object): object => ({ ...schema, title: '' });

function GreyFields({ typed, onChange }: FieldsProps) {
  return (
    <Panel title="首页">
      <Radio.Group
        aria-label="首页的颜色"
        value={typed.value === 'true' ? 'true' : 'false'}
        onChange={(event) => onChange({ value: event.target.value as string })}
        options={[
          { value: 'false', label: '彩色' },
          { value: 'true', label: '灰色模式（黑白）' },
        ]}
      />
      <p className="quiet above-buttons">
        灰色模式只影响首页，不影响打印和其他页面。结束时间到时恢复为现在公开的样子。
      </p>
    </Panel>
  );
}

function TextField({ setting, typed, problems, onChange }: FieldsProps) {
  return (
    <Panel title="内容">
      <Form layout="vertical" component="div" className="wide-form">
        <Form.Item
          label={setting.name.startsWith('webparam.') ? '参数的值' : '内容'}
          htmlFor="setting-text"
          validateStatus={problems.length > 0 ? 'error' : ''}
          help={problems.map(({ message }) => message).join(' ') || undefined}
        >
          <Input.TextArea
            id="setting-text"
            rows={3}
            value={String(typed.value ?? '')}
            onChange={(event) => onChange({ value: event.target.value })}
          />
        </Form.Item>
      </Form>
    </Panel>
  );
}
