import { Button, Form, Input, Select, Space } from 'antd';
import { useState } from 'react';
import type { PageFacts } from '#wire/console-answers.ts';
import type { EditionProblem } from '#wire/edition-answers.ts';
import { moved, SortableList } from '../documents/SortableList.tsx';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { AddBlock } from './AddBlock.tsx';
import { BlockForm } from './BlockForm.tsx';
import { ClaimFields } from './ClaimFields.tsx';
import { blockName, blocksOf, freshId, put, type BlockDocument } from './page-document.ts';
import type { Json } from '#rules/json/json.ts';
import { HEADERS, HEADINGS_IN_WORDS, layoutName, PAGE_FIELDS, placeName } from './page-words.ts';

interface Props {
  document: Json;
  facts: PageFacts;
  problems: readonly EditionProblem[];
  disabled: boolean;
  onChange: (document: Json) => void;
}

/** A page by form: what it is for, how it is laid out, and its blocks. What the form does not show stays as it is. */
export function PageForm({ document, facts, problems, disabled, onChange }: Props) {
  const [open, setOpen] = useState<number | null>(null);
  const blocks = blocksOf(document);
  const layout = String(document.layout ?? '');
  const places = facts.layouts[layout] ?? [];
  const write = (list: readonly BlockDocument[]): void => onChange({ ...document, blocks: list });
  const own = (pointer: string) =>
    problems.filter((problem) => problem.pointer === pointer || (problem.pointer ?? '').startsWith(`${pointer}/`));
  const words = (pointer: string) =>
    own(pointer)
      .map(({ message }) => message)
      .join(' ');
  return (
    <fieldset className="plain-fieldset" disabled={disabled} aria-label="页面">
      <Form layout="vertical" component="div">
        <ClaimFields document={document} facts={facts} problems={own('/for')} onChange={onChange} />
        <div className="object-grid">
          <Form.Item
            label={PAGE_FIELDS.layout}
            htmlFor="page-layout"
            validateStatus={words('/layout') ? 'error' : ''}
            help={words('/layout') || undefined}
          >
            <Select
              id="page-layout"
              value={layout}
              options={Object.keys(facts.layouts).map((value) => ({ value, label: layoutName(value) }))}
              onChange={(value) => onChange({ ...document, layout: value })}
            />
          </Form.Item>
          <Form.Item label={PAGE_FIELDS.header} htmlFor="page-header">
            <Select
              id="page-header"
              value={String(document.header ?? 'full')}
              options={Object.entries(HEADERS).map(([header, label]) => ({ value: header, label }))}
              onChange={(value) => onChange(put(document, 'header', value === 'full' ? undefined : value))}
            />
          </Form.Item>
          {layout === 'home' && (
            <Form.Item label={PAGE_FIELDS.headings} htmlFor="page-headings">
              <Select
                id="page-headings"
                value={String(document.headings ?? 'above')}
                options={Object.entries(HEADINGS_IN_WORDS).map(([value, label]) => ({ value, label }))}
                onChange={(value) => onChange(put(document, 'headings', value === 'above' ? undefined : value))}
              />
            </Form.Item>
          )}
          <Form.Item
            label={PAGE_FIELDS.title}
            htmlFor="page-title"
            extra="留空为栏目名"
            validateStatus={words('/title') ? 'error' : ''}
            help={words('/title') || undefined}
          >
            <Input
              id="page-title"
              value={String(document.title ?? '')}
              onChange={(event) => onChange(put(document, 'title', event.target.value))}
            />
          </Form.Item>
          <Form.Item
            label={PAGE_FIELDS.description}
            htmlFor="page-description"
            validateStatus={words('/description') ? 'error' : ''}
            help={words('/description') || undefined}
          >
            <Input
              id="page-description"
              value={String(document.description ?? '')}
              onChange={(event) => onChange(put(document, 'description', event.target.value))}
            />
          </Form.Item>
        </div>
      </Form>
      <h2 className="blocks-title">{`块（${blocks.length}）`}</h2>
      {blocks.length === 0 && <EmptyNote title="还没有块">在下面选择部件，添加第一块。</EmptyNote>}
      <SortableList
        items={blocks}
        unit="块"
        nameOf={(block, place) => blockName(facts, block, place)}
        onMove={(from, to) => {
          write(moved(blocks, from, to));
          setOpen(open === from ? to : null);
        }}
      >
        {(block, place) => {
          const name = blockName(facts, block, place);
          const wrong = own(`/blocks/${place}`);
          return (
            <>
              <div className="sortable-head">
                <button
                  type="button"
                  className="sortable-name"
                  aria-expanded={open === place}
                  onClick={() => setOpen(open === place ? null : place)}
                >
                  {name}
                  <span className="quiet">
                    {[placeName(String(block.place ?? '')), block.tab === undefined ? '' : `页签“${String(block.tab)}”`]
                      .filter(Boolean)
                      .join('，')}
                  </span>
                  {wrong.length > 0 && (
                    <span className="ant-form-item-explain-error">{` ${wrong.length} 处须改正`}</span>
                  )}
                </button>
                <Space>
                  <Button
                    size="small"
                    aria-label={`复制“${name}”`}
                    onClick={() => {
                      write([
                        ...blocks.slice(0, place + 1),
                        { ...block, id: freshId(document, String(block.id ?? 'block').replace(/-\d+$/, '')) },
                        ...blocks.slice(place + 1),
                      ]);
                      setOpen(place + 1);
                    }}
                  >
                    复制
                  </Button>
                  <Button
                    size="small"
                    aria-label={`删除“${name}”`}
                    onClick={() => {
                      write(blocks.filter((_, at) => at !== place));
                      setOpen(null);
                    }}
                  >
                    删除
                  </Button>
                </Space>
              </div>
              {open === place && (
                <BlockForm
                  block={block}
                  place={place}
                  places={places}
                  facts={facts}
                  problems={wrong}
                  onChange={(next) => write(blocks.map((one, at) => (at === place ? next : one)))}
                />
              )}
            </>
          );
        }}
      </SortableList>
      <AddBlock
        document={document}
        facts={facts}
        places={places}
        onAdd={(block) => {
          write([...blocks, block]);
          setOpen(blocks.length);
        }}
      />
    </fieldset>
  );
}
