import { Form, Input, Select } from 'antd';
import type { FieldProblem, PageFacts } from '#wire/console-answers.ts';
import type { EditionProblem } from '#wire/edition-answers.ts';
import { SchemaForm } from '../documents/SchemaForm.tsx';
import { put, type BlockDocument } from './page-document.ts';
import { isObject, type Json } from '#rules/json/json.ts';
import { BLOCK_FIELDS, placeName, shapeName } from './page-words.ts';
import { ParamFields } from './ParamFields.tsx';

interface Props {
  block: BlockDocument;
  place: number;
  places: readonly string[];
  facts: PageFacts;
  /** problems of this block */
  problems: readonly EditionProblem[];
  onChange: (block: BlockDocument) => void;
}

/** One block: where it stands, what it draws, from where its data come, and how. */
export function BlockForm({ block, place, places, facts, problems, onChange }: Props) {
  const base = `/blocks/${place}`;
  const id = `block-${place}`;
  const at = (name: string): string =>
    problems
      .filter(
        ({ pointer }) => pointer === `${base}/${name}` || (name === 'source' && pointer === `${base}/source/name`),
      )
      .map(({ message }) => message)
      .join(' ');
  const props = (problems as readonly FieldProblem[])
    .filter(({ pointer }) => pointer.startsWith(`${base}/props`))
    .map((problem) => ({ ...problem, pointer: problem.pointer.slice(`${base}/props`.length) }));
  const whole = problems
    .filter(({ pointer }) => pointer === base)
    .map(({ message }) => message)
    .join(' ');
  const widget = facts.widgets.find(({ name }) => name === block.widget);
  const source = facts.sources.find(({ name }) => name === block.source?.name);
  const shape = source?.gives ?? (block.source ? widget?.accepts : 'none');
  const item = (name: string) => ({
    htmlFor: `${id}-${name}`,
    validateStatus: at(name) ? ('error' as const) : ('' as const),
    help: at(name) || undefined,
  });
  const text = (name: 'id' | 'heading' | 'tab' | 'eachListBelow' | 'address') => (
    <Input
      id={`${id}-${name}`}
      value={String(block[name] ?? '')}
      onChange={(event) => onChange(put(block, name, event.target.value))}
    />
  );
  const chooseSource = (name: string): void => {
    const next = facts.sources.find((one) => one.name === name);
    const gives = next?.gives ?? 'none';
    const fitting = facts.widgets.filter(({ accepts }) => accepts === gives);
    const isListed = fitting.some((one) => one.name === block.widget);
    const { source: _source, ...rest } = isListed ? block : withWidget(fitting[0]?.name ?? '');
    onChange(next ? { ...rest, source: { name } } : rest);
  };
  /** another widget, whose settings are others, of another version (PS6) */
  const withWidget = (name: string): BlockDocument => {
    const { props: _props, propsVersion: _version, ...rest } = block;
    const version = facts.widgets.find((one) => one.name === name)?.propsVersion ?? 0;
    return { ...rest, widget: name, ...(version > 0 && { propsVersion: version }) };
  };
  const chooseWidget = (name: string): void => onChange(withWidget(name));
  return (
    <Form layout="vertical" component="div" className="block-form">
      {whole !== '' && <p className="ant-form-item-explain-error">{whole}</p>}
      <div className="object-grid">
        <Form.Item label={BLOCK_FIELDS.heading} {...item('heading')}>
          {text('heading')}
        </Form.Item>
        <Form.Item label={BLOCK_FIELDS.place} {...item('place')}>
          <Select
            id={`${id}-place`}
            value={String(block.place ?? '')}
            options={places.map((value) => ({ value, label: placeName(value) }))}
            onChange={(value) => onChange({ ...block, place: value })}
          />
        </Form.Item>
        <Form.Item label={BLOCK_FIELDS.source} {...item('source')}>
          <Select
            id={`${id}-source`}
            value={source ? source.name : block.source ? String(block.source.name) : ''}
            showSearch={{ optionFilterProp: 'label' }}
            options={[
              { value: '', label: '不需要数据' },
              ...facts.sources.map(({ name, title, gives }) => ({
                value: name,
                label: `${title}（${shapeName(gives)}）`,
              })),
            ]}
            onChange={chooseSource}
          />
        </Form.Item>
        <Form.Item
          label={BLOCK_FIELDS.widget}
          {...item('widget')}
          extra={shape === undefined ? undefined : `只列出能显示“${shapeName(shape)}”的部件`}
        >
          <Select
            id={`${id}-widget`}
            value={String(block.widget ?? '')}
            showSearch={{ optionFilterProp: 'label' }}
            options={facts.widgets
              .filter(({ accepts }) => shape === undefined || accepts === shape)
              .map(({ name, title }) => ({ value: name, label: title }))}
            onChange={chooseWidget}
          />
        </Form.Item>
        <Form.Item label={BLOCK_FIELDS.tab} {...item('tab')} extra="同一位置的页签一次显示一个">
          {text('tab')}
        </Form.Item>
        <Form.Item
          label={BLOCK_FIELDS.eachListBelow}
          {...item('eachListBelow')}
          extra="栏目地址，如 news：其下每个文章列表各成一个页签"
        >
          {text('eachListBelow')}
        </Form.Item>
        <Form.Item label={BLOCK_FIELDS.id} {...item('id')} extra="页内唯一，小写字母开头">
          {text('id')}
        </Form.Item>
        <Form.Item label={BLOCK_FIELDS.address} {...item('address')} extra="同时显示两个分页的块时需要">
          {text('address')}
        </Form.Item>
      </div>
      {source && (
        <ParamFields
          id={id}
          source={source}
          facts={facts}
          params={isObject(block.source?.params) ? block.source.params : {}}
          problems={problems.filter(({ pointer = '' }) => pointer.startsWith(`${base}/source/params`))}
          base={`${base}/source/params`}
          onChange={(params: Json) => onChange({ ...block, source: put({ ...block.source }, 'params', params) })}
        />
      )}
      {widget && (
        <SchemaForm
          name={`${id}-props`}
          schema={{ ...widget.schema, title: BLOCK_FIELDS.props }}
          value={block.props ?? {}}
          problems={props}
          onChange={(value) => onChange(put(block, 'props', value))}
        />
      )}
    </Form>
  );
}
