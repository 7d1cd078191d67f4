import { Alert, Button, Form, Input, Radio, Space } from 'antd';
import {
  COLOUR_FIELDS,
  colourFaults,
  contrast,
  goldForMarks,
  OWN_COLOURS,
  readable,
  type ACCENT_USES,
  type Colours,
} from '#rules/look/palette.ts';
import type { FieldProblem } from '#wire/console-answers.ts';
import { Panel } from '../parts/Panel.tsx';

const TONE_WORDS: Readonly<Record<Colours['grey'], string>> = { cool: '偏冷', neutral: '中性', warm: '偏暖' };

type Use = (typeof ACCENT_USES)[number];

const USE_WORDS: Readonly<Record<Use, string>> = { pressed: '按钮、链接和提示带', marks: '线条、标记和大号数字' };

/** The use of each colour, by what the accent is for. */
const LABELS: Readonly<Record<Use, Partial<Record<(typeof COLOUR_FIELDS)[number], string>>>> = {
  pressed: { main: '主色：标题、页首和深色底', accent: '强调色：按钮、标记和指向' },
  marks: { main: '主色：按钮、链接和提示带', ink: '深色：标题和深色底', accent: '强调色：线条、标记和大号数字' },
};

interface ColourProps {
  colours: Colours | undefined;
  problems: readonly FieldProblem[];
  onChange: (colours: Colours | undefined) => void;
}

/** BR2, BR5: two or three colours and a tone of grey; what cannot be read is told with the nearest that can. */
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
  const marks = faults.length > 0 ? goldForMarks(colours) : null;
  const use = colours.accentFor ?? 'pressed';
  const { ink: _ink, ...withoutInk } = colours;
  const labels = LABELS[use];
  const write = (field: (typeof COLOUR_FIELDS)[number], value: string): void =>
    onChange(field === 'ink' && value === '' ? withoutInk : { ...colours, [field]: value });
  return (
    <Panel title="颜色" extra={<Button onClick={() => onChange(undefined)}>恢复自带的颜色</Button>}>
      <Form layout="vertical" component="div">
        <Form.Item label="强调色用于">
          <Radio.Group
            aria-label="强调色用于"
            value={use}
            // a colour that the form does not show would stay unseen
            onChange={(event) => onChange({ ...withoutInk, accentFor: event.target.value as Use })}
            options={Object.entries(USE_WORDS).map(([value, label]) => ({ value, label }))}
          />
        </Form.Item>
        {COLOUR_FIELDS.map(
          (field) =>
            labels[field] !== undefined && (
              <ColourField
                key={field}
                label={labels[field]}
                name={field}
                value={colours[field] ?? ''}
                absent={field === 'ink' ? colours.main : undefined}
                problem={problems.find(({ pointer }) => pointer === `/colours/${field}`)?.message ?? ''}
                onChange={(value) => write(field, value)}
              />
            ),
        )}
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
          description={
            <Space wrap>
              {marks && (
                <Button type="primary" onClick={() => onChange(marks)}>
                  金色只用于线条和标记
                </Button>
              )}
              <Button onClick={() => onChange(readable(colours))}>改用最接近的颜色</Button>
            </Space>
          }
        />
      )}
      <p className="quiet">其余的颜色由这几种算出，文字和底色的对比度都不低于 4.5；长辈版不低于 7。</p>
    </Panel>
  );
}

const HEX = /^#[0-9a-f]{6}$/i;

const colourFaultsOf = (colours: Colours) =>
  COLOUR_FIELDS.every((field) => HEX.test(colours[field] ?? colours.main)) ? colourFaults(colours) : [];

interface ColourFieldProps {
  label: string;
  name: string;
  value: string;
  /** colour of a field that may be empty, while it is */
  absent?: string;
  problem: string;
  onChange: (value: string) => void;
}

function ColourField({ label, name, value, absent, problem, onChange }: ColourFieldProps) {
  const isColour = HEX.test(value);
  const shown = value === '' && absent !== undefined && HEX.test(absent) ? absent : isColour ? value : '#000000';
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
          value={shown.toLowerCase()}
          onChange={(event) => onChange(event.target.value)}
        />
        <Input
          id={`brand-${name}`}
          value={value}
          placeholder={absent === undefined ? undefined : '与主色相同'}
          maxLength={7}
          onChange={(event) => onChange(event.target.value.trim())}
        />
      </span>
    </Form.Item>
  );
}
