import type { WidgetProps } from '@rjsf/utils';
import { Button, Form, Space } from 'antd';
import { useState } from 'react';
import type { FieldProblem } from '#wire/console-answers.ts';
import { SchemaForm } from '../documents/SchemaForm.tsx';
import { moved, SortableList } from '../documents/SortableList.tsx';
import { PictureField } from '../files/PictureField.tsx';
import { TimeBox } from '../parts/DateBox.tsx';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { Panel } from '../parts/Panel.tsx';
import { NO_PERIOD, type Period } from './plan-steps.ts';
import type { FieldsProps } from './SettingFields.tsx';

interface Banner {
  title?: string;
  seed?: number;
}

const MOST = 8;

const BannerPicture = ({ value, onChange }: WidgetProps) => (
  <PictureField
    value={(value as string | undefined) ?? ''}
    alt="现在的横幅图片"
    advice="宜为 1920×660、500 KB 以内；文字在左侧，画面重心宜在右侧。"
    onChange={(filepath) => onChange(filepath === '' ? undefined : filepath)}
  />
);

const UI = {
  picture: { 'ui:widget': BannerPicture },
  title: { 'ui:widget': 'textarea', 'ui:options': { rows: 2 } },
  text: { 'ui:widget': 'textarea', 'ui:options': { rows: 2 } },
  drawing: { 'ui:enumNames': ['等高线', '同心圆', '阶梯', '柱线'] },
  'ui:order': ['title', 'text', 'links', 'picture', 'drawing', 'seed', '*'],
};

/** The banners of the home page, in their order, each with its own time. */
export function BannerFields({ setting, typed, problems, onChange }: FieldsProps) {
  const banners = Array.isArray(typed.value) ? (typed.value as Banner[]) : [];
  const { periods } = typed;
  const [open, setOpen] = useState<number | null>(null);
  const write = (list: Banner[], times: readonly Period[] | undefined): void =>
    onChange({ value: list, ...(times && { periods: times }) });
  const replace = (place: number, banner: Banner): void =>
    write(
      banners.map((one, at) => (at === place ? banner : one)),
      periods,
    );
  const itemSchema = schemaOfOne(setting.schema as ListSchema);
  const move = (from: number, to: number): void => {
    write(moved(banners, from, to), periods && moved(periods, from, to));
    setOpen(open === from ? to : null);
  };
  const add = (banner: Banner): void => {
    write([...banners, banner], periods && [...periods, NO_PERIOD]);
    setOpen(banners.length);
  };
  return (
    <Panel
      title="横幅"
      extra={
        <Button
          disabled={banners.length >= MOST}
          onClick={() => add({ title: '', seed: ((banners.length * 37) % 9999) + 1 })}
        >
          添加横幅
        </Button>
      }
    >
      {banners.length === 0 && <EmptyNote title="没有横幅">首页上方会显示一幅没有文字的底图。</EmptyNote>}
      <SortableList items={banners} unit="横幅" nameOf={nameOf} onMove={move}>
        {(banner, place) => (
          <>
            <div className="sortable-head">
              <button
                type="button"
                className="sortable-name"
                aria-expanded={open === place}
                onClick={() => setOpen(open === place ? null : place)}
              >
                {nameOf(banner, place)}
                <span className="quiet">{periodWords(periods?.[place])}</span>
                {own(problems, place).length > 0 && (
                  <span className="ant-form-item-explain-error">{` ${own(problems, place).length} 处须改正`}</span>
                )}
              </button>
              <Space>
                <Button
                  size="small"
                  disabled={banners.length >= MOST}
                  aria-label={`复制“${nameOf(banner, place)}”`}
                  onClick={() => add({ ...banner })}
                >
                  复制
                </Button>
                <Button
                  size="small"
                  aria-label={`删除“${nameOf(banner, place)}”`}
                  onClick={() => {
                    write(
                      banners.filter((_, at) => at !== place),
                      periods?.filter((_, at) => at !== place),
                    );
                    setOpen(null);
                  }}
                >
                  删除
                </Button>
              </Space>
            </div>
            {open === place && (
              <>
                <SchemaForm
                  name={`banner-${place}`}
                  schema={itemSchema}
                  value={banner}
                  problems={own(problems, place)}
                  uiSchema={UI}
                  onChange={(next) => replace(place, next as Banner)}
                />
                {periods && (
                  <Times
                    period={periods[place] ?? NO_PERIOD}
                    place={place}
                    onChange={(period) =>
                      write(
                        banners,
                        periods.map((one, at) => (at === place ? period : one)),
                      )
                    }
                  />
                )}
              </>
            )}
          </>
        )}
      </SortableList>
    </Panel>
  );
}

interface ListSchema {
  items: { properties: Record<string, object> };
}

/** The screen's title says what it is, and the list of drawings what each is called. */
function schemaOfOne({ items }: ListSchema): object {
  const { description: _names, ...drawing } = items.properties.drawing as { description?: string };
  return { ...items, title: '', properties: { ...items.properties, drawing } };
}

const nameOf = ({ title = '' }: Banner, place: number): string =>
  title.replaceAll('\n', ' ').trim() || `横幅 ${place + 1}`;

/** Problems of one banner, with its own pointers. */
const own = (problems: readonly FieldProblem[], place: number): FieldProblem[] =>
  problems
    .filter(({ pointer }) => pointer === `/${place}` || pointer.startsWith(`/${place}/`))
    .map((problem) => ({
      ...problem,
      pointer: problem.pointer.slice(`/${place}`.length),
      message: problem.message.replace(`第 ${place + 1} 项 `, ''),
    }));

function periodWords({ from, to }: Period = NO_PERIOD): string {
  const clock = (text: string) => text.replace('T', ' ');
  return [from !== '' && `${clock(from)} 起`, to !== '' && `至 ${clock(to)}`].filter(Boolean).join(' ');
}

function Times({ period, place, onChange }: { period: Period; place: number; onChange: (period: Period) => void }) {
  return (
    <Form layout="vertical" component="div" className="field-pair">
      <Form.Item label="开始显示（北京时间）" htmlFor={`banner-from-${place}`} extra="留空：发布后立即显示">
        <TimeBox id={`banner-from-${place}`} value={period.from} onChange={(from) => onChange({ ...period, from })} />
      </Form.Item>
      <Form.Item label="结束显示（北京时间）" htmlFor={`banner-to-${place}`} extra="留空：一直显示">
        <TimeBox id={`banner-to-${place}`} value={period.to} onChange={(to) => onChange({ ...period, to })} />
      </Form.Item>
    </Form>
  );
}
