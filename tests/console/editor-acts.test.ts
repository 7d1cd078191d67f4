import { getSchema } from '@tiptap/core';
import { Slice, type Node } from '@tiptap/pm/model';
import { EditorState, TextSelection } from '@tiptap/pm/state';
import { CellSelection, mergeCells, splitCell, toggleHeader } from '@tiptap/pm/tables';
import { expect, test } from 'vitest';
import { alignmentOf, alignTo, hasHeader, pasteWithFirst } from '#console/content/editor-acts.ts';
import { extensions } from '#console/content/editor-extensions.ts';

const schema = getSchema(extensions);
const text = (words: string) => ({ type: 'text', text: words });
const paragraph = (words: string, name: string | null = null) => ({
  type: 'paragraph',
  attrs: { class: name },
  ...(words !== '' && { content: [text(words)] }),
});
const cell = (words: string, type = 'tableCell') => ({ type, content: [paragraph(words)] });
const row = (...cells: object[]) => ({ type: 'tableRow', content: cells });
const stateOf = (...content: object[]) =>
  EditorState.create({ doc: schema.nodeFromJSON({ type: 'doc', content }), schema });

/** place inside the words, which stand once */
function at({ doc }: EditorState, words: string): number {
  let found = -1;
  doc.descendants((node, place) => {
    if (node.isText && node.text!.includes(words)) found = place + node.text!.indexOf(words) + 1;
  });
  return found;
}
const select = (state: EditorState, from: number, to = from) =>
  state.apply(state.tr.setSelection(TextSelection.create(state.doc, from, to)));

/** every block with its classes: 'paragraph[align-center] 甲' */
function blocks(doc: Node): string[] {
  const lines: string[] = [];
  doc.descendants((node) => {
    const role = node.type.spec.tableRole as string | undefined;
    if (node.isTextblock || role === 'cell' || role === 'header_cell')
      lines.push(`${node.type.name}${node.attrs.class ? `[${node.attrs.class}]` : ''} ${node.textContent}`.trim());
  });
  return lines;
}

test('[AC15] alignment is a class of each paragraph and heading of the selection, beside its indent, and goes again', () => {
  const begun = stateOf(paragraph('甲', 'indent-2'), paragraph('乙'), paragraph('丙'));
  const both = select(begun, at(begun, '甲'), at(begun, '乙'));
  const centred = both.apply(alignTo(both, 'center'));
  expect(blocks(centred.doc)).toEqual([
    'paragraph[indent-2 align-center] 甲',
    'paragraph[align-center] 乙',
    'paragraph 丙',
  ]);
  expect(alignmentOf(centred)).toBe('center');
  const right = centred.apply(alignTo(centred, 'right'));
  expect(blocks(right.doc)[0]).toBe('paragraph[indent-2 align-right] 甲');
  const left = right.apply(alignTo(right, 'left'));
  expect(blocks(left.doc)).toEqual(['paragraph[indent-2] 甲', 'paragraph 乙', 'paragraph 丙']);
  expect(alignmentOf(left)).toBe('left');
});

const table = () =>
  stateOf(
    {
      type: 'table',
      content: [row(cell('一', 'tableHeader'), cell('二', 'tableHeader')), row(cell('三'), cell('四'))],
    },
    paragraph('表后'),
  );

test('[AC15] in a table the cells are aligned, and text behind it as text', () => {
  const begun = table();
  const one = select(begun, at(begun, '四'));
  expect(blocks(one.apply(alignTo(one, 'right')).doc)).toContain('tableCell[align-right] 四');
  const over = select(begun, at(begun, '四'), at(begun, '表后'));
  const lines = blocks(over.apply(alignTo(over, 'center')).doc);
  expect(lines.slice(-3)).toEqual(['tableCell[align-center] 四', 'paragraph 四', 'paragraph[align-center] 表后']);
});

/** cells of the first table, as selected by their numbers */
function selectCells(state: EditorState, from: number, to: number): EditorState {
  const places: number[] = [];
  state.doc.descendants((node, place) => {
    if (['cell', 'header_cell'].includes(node.type.spec.tableRole as string)) places.push(place);
  });
  return state.apply(state.tr.setSelection(CellSelection.create(state.doc, places[from]!, places[to]!)));
}

test('[AC15] cells are merged and split again, and rows and columns become headers', () => {
  const begun = selectCells(table(), 2, 3);
  let merged = begun;
  expect(mergeCells(begun, (tr) => (merged = begun.apply(tr)))).toBe(true);
  const spans = (doc: Node): number[] => {
    const found: number[] = [];
    doc.descendants((node) => {
      if (node.attrs.colspan) found.push(node.attrs.colspan as number);
    });
    return found;
  };
  expect(spans(merged.doc)).toEqual([1, 1, 2]);
  const aligned = merged.apply(alignTo(merged, 'center'));
  expect(blocks(aligned.doc).filter((line) => line.includes('align-center'))).toEqual(['tableCell[align-center] 三四']);
  let split = merged;
  expect(splitCell(merged, (tr) => (split = merged.apply(tr)))).toBe(true);
  expect(spans(split.doc)).toEqual([1, 1, 1, 1]);

  const inside = select(table(), at(table(), '三'));
  expect([hasHeader(inside, 'row'), hasHeader(inside, 'column')]).toEqual([true, false]);
  let column = inside;
  toggleHeader('column')(inside, (tr) => (column = inside.apply(tr)));
  expect(hasHeader(column, 'column')).toBe(true);
  let plain = inside;
  toggleHeader('row')(inside, (tr) => (plain = inside.apply(tr)));
  expect(hasHeader(plain, 'row')).toBe(false);
  expect(hasHeader(select(table(), at(table(), '表后')), 'row')).toBe(false);
});

test('[AC15] a paste keeps the alignment of its first paragraph where nothing stands in front of it', () => {
  const slice = new Slice(
    schema.nodeFromJSON({ type: 'doc', content: [paragraph('公告', 'align-center'), paragraph('正文')] }).content,
    1,
    1,
  );
  const pasted = (state: EditorState): string[] => {
    const tr = pasteWithFirst(state, slice) ?? state.tr.replaceSelection(slice);
    return blocks(tr.doc);
  };
  expect(pasted(select(stateOf(paragraph('')), 1))).toEqual(['paragraph[align-center] 公告', 'paragraph 正文']);
  // over a whole text
  const whole = stateOf(paragraph('旧'), paragraph('旧文'));
  expect(pasted(select(whole, 1, whole.doc.content.size - 1))[0]).toBe('paragraph[align-center] 公告');
  // into a line that is written already it is a part of that line
  const written = stateOf(paragraph('关于'));
  expect(pasted(select(written, 3))).toEqual(['paragraph 关于公告', 'paragraph 正文']);
});
