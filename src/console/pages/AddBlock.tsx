import { Button, Form, Select } from 'antd';
import { useState } from 'react';
import type { PageFacts } from '#wire/console-answers.ts';
import { freshId, type BlockDocument } from './page-document.ts';
import type { Json } from '#rules/json/json.ts';
import { placeName, shapeName } from './page-words.ts';

interface Props {
  document: Json;
  facts: PageFacts;
  places: readonly string[];
  onAdd: (block: BlockDocument) => void;
}

/** A block for a widget, with the first source that gives what the widget draws. */
export function AddBlock({ document, facts, places, onAdd }: Props) {
  const [widget, setWidget] = useState<string>();
  const [place, setPlace] = useState<string>();
  const chosen = facts.widgets.find(({ name }) => name === widget);
  const add = (): void => {
    if (!chosen) return;
    const source = chosen.accepts === 'none' ? undefined : facts.sources.find(({ gives }) => gives === chosen.accepts);
    onAdd({
      id: freshId(document, chosen.name),
      place:
        place !== undefined && places.includes(place)
          ? place
          : places.includes('main')
            ? 'main'
            : (places[0] ?? 'main'),
      widget: chosen.name,
      ...(chosen.propsVersion > 0 && { propsVersion: chosen.propsVersion }),
      ...(source && { source: { name: source.name } }),
    });
    setWidget(undefined);
  };
  return (
    <Form layout="vertical" component="div" className="add-block">
      <Form.Item label="添加块：部件" htmlFor="add-widget">
        <Select
          id="add-widget"
          value={widget}
          placeholder="按名称查找"
          showSearch={{ optionFilterProp: 'label' }}
          options={facts.widgets.map(({ name, title, accepts }) => ({
            value: name,
            label: `${title}（${shapeName(accepts)}）`,
          }))}
          onChange={setWidget}
        />
      </Form.Item>
      <Form.Item label="位置" htmlFor="add-place">
        <Select
          id="add-place"
          value={place ?? (places.includes('main') ? 'main' : places[0])}
          options={places.map((value) => ({ value, label: placeName(value) }))}
          onChange={setPlace}
        />
      </Form.Item>
      <Button disabled={!chosen} onClick={add}>
        添加
      </Button>
    </Form>
  );
}
