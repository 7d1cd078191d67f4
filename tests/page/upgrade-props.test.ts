import { expect, test } from 'vitest';
import { checkPage } from '#page/check-page.ts';
import { defineWidget } from '#page/define-widget.ts';
import { registryOf } from '#page/registry.ts';
import { object, text } from '#page/schema-words.ts';
import { upgradeProps } from '#page/upgrade-props.ts';
import { facts } from './world.ts';

const note = defineWidget({
  name: 'note-view',
  title: '说明',
  accepts: 'none',
  props: object({ heading: text({ default: '说明' }), text: text() }),
  steps: [
    {
      name: 'words become text',
      up: ({ words, ...props }) => (words === undefined ? props : { text: words, ...props }),
    },
    {
      name: 'title becomes heading',
      up: ({ title, ...props }) => (title === undefined ? props : { heading: title, ...props }),
    },
  ],
});
const widgets = registryOf('widget', [note, ...Object.values(facts.widgets)]);
const pageOf = (...blocks: object[]) => ({
  schemaVersion: 1,
  page: 'notes',
  for: [{ default: true }],
  layout: 'channel',
  blocks: blocks.map((block, at) => ({ id: `b${at}`, place: 'main', widget: 'note-view', ...block })),
});
const checked = (...blocks: object[]) => checkPage(pageOf(...blocks), { ...facts, widgets });

test('[PS6] props of any version walk through the steps that they lack, and are checked then', () => {
  const { page, problems } = checked(
    { props: { title: '甲', words: '一' } },
    { propsVersion: 1, props: { title: '乙', text: '二' } },
    { propsVersion: 2, props: { heading: '丙', text: '三' } },
    // props of today, from before the version was stated
    { props: { heading: '丁', text: '四' } },
  );
  expect(problems).toEqual([]);
  expect(page!.blocks.map(({ props, propsVersion }) => [propsVersion, props])).toEqual(
    ['甲', '乙', '丙', '丁'].map((heading, at) => [2, { heading, text: '一二三四'[at] }]),
  );
});

test('[PS6] a step that a block has taken is not taken again, and what is left over is told', () => {
  const { problems } = checked({ propsVersion: 2, props: { words: '一', text: '二' } });
  expect(problems).toMatchObject([{ code: 'unknown-field', pointer: '/blocks/0/props/words' }]);
});

test('[PS6] props of a newer version are refused in words that name both', () => {
  const { page, problems } = checked({ propsVersion: 3, props: { text: '一' } });
  expect(page).toBeNull();
  expect(problems).toMatchObject([{ code: 'newer-version', pointer: '/blocks/0/propsVersion' }]);
  expect(problems[0]!.message).toMatch(/version 3.+note-view.+up to 2/);
});

test('[PS6] whatever a document holds is borne; a widget without steps says no version', () => {
  const plain = pageOf({ widget: 'table-view', props: {} });
  expect(upgradeProps(plain, widgets)).toEqual({ document: plain, problems: [] });
  for (const blocks of ['words', [null, 1, { widget: 7 }, { widget: 'note-view', propsVersion: 'x', props: 1 }]])
    expect(upgradeProps({ blocks }, widgets)).toEqual({ document: { blocks }, problems: [] });
});
