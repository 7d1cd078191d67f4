import { Alert, Button, Form, Input, Radio } from 'antd';
import { colourFaults, contrast, OWN_COLOURS, readable, type Colours } from '#rules/palette.ts';
import type { FieldProblem } from '#wire/console-answers.ts';
import { Panel } from '../parts/Panel.tsx';

const TONE_WORDS: Readonly<Record<Colours['grey'], string>> = { cool: '偏冷', neutral: '中性', warm: '偏暖' };

interface ColourProps {
  colours: Colours | undefined;
  problems: readonly FieldProblem[];
  onChange: (colours: Colours | undefined) => void;
}

/** BR2: two colours and a tone of grey; what cannot be read is told with the nearest that can. */
export function ColourFields({ colours, problems, onChange }: ColourProps) {
  if (!colours) {
    return (
      <Panel title="颜色">
        <p>现在是程序自带的颜色：深蓝和朱红。</p>
        <Button onClick={() => onChange(OWN_COLOURS)}>使用自己的颜色</Button>
      </Panel>
    );
  }
  const faults = problems.some(({ pointer }) => pointer.startsWith('/colours/')) ? colourFaultsOf(colours) : [];
  return (
    <Panel title="颜色" extra={<Button onClick={() => onChange(undefined)}>恢复自带的颜色</Button>}>
      <Form layout="vertical" component="div">
        {(['main', 'accent'] as const).map((field) => (
          <ColourField
            key={field}
            label={field === 'main' ? '主色：标题、页首和深色底' : '强调色：按钮、标记和指向'}
            name={field}
            value={colours[field]}
            problem={problems.find(({ pointer }) => pointer === `/colours/${field}`)?.message ?? ''}
            onChange={(value) => onChange({ ...colours, [field]: value })}
          />
        ))}
        <Form.Item label="灰的冷暖：细线、浅底和次要的文字">
          <Radio.Group
            aria-label="灰的冷暖"
            value={colours.grey}
            onChange={(event) => onChange({ ...colours, grey: event.target.value as Colours['grey'] })}
            options={Object.entries(TONE_WORDS).map(([value, label]) => ({ value, label }))}
          />
        </Form.Item>
      </Form>
      {faults.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title="有的颜色看不清，不能公开"
          action={<Button onClick={() => onChange(readable(colours))}>改用最接近的颜色</Button>}
        />
      )}
      <p className="quiet">其余的颜色由这两种算出，文字和底色的对比度都不低于 4.5；长辈版不低于 7。</p>
    </Panel>
  );
}

const HEX = /^#[0-9a-f]{6}$/i;

const colourFaultsOf = (colours: Colours) =>
  HEX.test(colours.main) && HEX.test(colours.accent) ? colourFaults(colours) : [];

interface ColourFieldProps {
  label: string;
  name: string;
  value: string;
  problem: string;
  onChange: (value: string) => void;
}

function ColourField({ label, name, value, problem, onChange }: ColourFieldProps) {
  const isColour = HEX.test(value);
  return (
    <Form.Item
      label={label}
      htmlFor={`brand-${name}`}
      validateStatus={problem === '' ? '' : 'error'}
      help={problem || undefined}
      extra={isColour && problem === '' ? `与白色的对比度 ${contrast(value, '#ffffff').toFixed(1)}` : undefined}
    >
      <span className="brand-colour">
        <input
          type="color"
          aria-label={`${label.split('：')[0]}，取色`}
          value={isColour ? value.toLowerCase() : '#000000'}
          onChange={(event) => onChange(event.target.value)}
        />
        <Input
          id={`brand-${name}`}
          value={value}
          maxLength={7}
          onChange={(event) => onChange(event.target.value.trim())}
        />
      </span>
    </Form.Item>
  );
}
