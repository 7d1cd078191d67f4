import type { Editor } from '@tiptap/core';
import { alignmentOf, alignTo, hasHeader, type Alignment } from './editor-acts.ts';

/** A button above the text. */
export interface Tool {
  name: string;
  /** keys that do the same */
  keys?: string;
  /** absent: it asks first, in a dialog of its own */
  run?: (editor: Editor) => unknown;
  /** pressed while the cursor is inside one */
  isOn?: (editor: Editor) => boolean;
  canRun?: (editor: Editor) => boolean;
}

const heading = (level: 2 | 3, name: string): Tool => ({
  name,
  keys: `Control+Alt+${level}`,
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
  isOn: (editor) => editor.isActive('heading', { level }),
});
const align = (to: Alignment, name: string): Tool => ({
  name,
  run: (editor) => {
    editor.view.dispatch(alignTo(editor.state, to));
    editor.commands.focus();
  },
  isOn: (editor) => alignmentOf(editor.state) === to,
});
const inTable = (editor: Editor): boolean => editor.isActive('table');

/** In groups; what changes a table can be pressed inside one. */
export const TOOLS: readonly { name: string; tools: readonly Tool[] }[] = [
  {
    name: '段落',
    tools: [
      heading(2, '二级标题'),
      heading(3, '三级标题'),
      {
        name: '引用',
        keys: 'Control+Shift+B',
        run: (editor) => editor.chain().focus().toggleBlockquote().run(),
        isOn: (editor) => editor.isActive('blockquote'),
      },
    ],
  },
  {
    name: '文字',
    tools: [
      {
        name: '加粗',
        keys: 'Control+B',
        run: (editor) => editor.chain().focus().toggleBold().run(),
        isOn: (editor) => editor.isActive('bold'),
      },
      { name: '链接', isOn: (editor) => editor.isActive('link') },
    ],
  },
  { name: '对齐', tools: [align('left', '居左'), align('center', '居中'), align('right', '居右')] },
  {
    name: '列表',
    tools: [
      {
        name: '项目列表',
        keys: 'Control+Shift+8',
        run: (editor) => editor.chain().focus().toggleBulletList().run(),
        isOn: (editor) => editor.isActive('bulletList'),
      },
      {
        name: '编号列表',
        keys: 'Control+Shift+7',
        run: (editor) => editor.chain().focus().toggleOrderedList().run(),
        isOn: (editor) => editor.isActive('orderedList'),
      },
    ],
  },
  {
    name: '表格',
    tools: [
      {
        name: '插入表格',
        run: (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
        canRun: (editor) => !inTable(editor),
      },
      { name: '加行', run: (editor) => editor.chain().focus().addRowAfter().run(), canRun: inTable },
      { name: '删行', run: (editor) => editor.chain().focus().deleteRow().run(), canRun: inTable },
      { name: '加列', run: (editor) => editor.chain().focus().addColumnAfter().run(), canRun: inTable },
      { name: '删列', run: (editor) => editor.chain().focus().deleteColumn().run(), canRun: inTable },
      {
        name: '合并单元格',
        run: (editor) => editor.chain().focus().mergeCells().run(),
        canRun: (editor) => inTable(editor) && editor.can().mergeCells(),
      },
      {
        name: '拆分单元格',
        run: (editor) => editor.chain().focus().splitCell().run(),
        canRun: (editor) => inTable(editor) && editor.can().splitCell(),
      },
      {
        name: '首行作表头',
        run: (editor) => editor.chain().focus().toggleHeaderRow().run(),
        isOn: (editor) => hasHeader(editor.state, 'row'),
        canRun: inTable,
      },
      {
        name: '首列作表头',
        run: (editor) => editor.chain().focus().toggleHeaderColumn().run(),
        isOn: (editor) => hasHeader(editor.state, 'column'),
        canRun: inTable,
      },
      { name: '删除表格', run: (editor) => editor.chain().focus().deleteTable().run(), canRun: inTable },
    ],
  },
  { name: '图片', tools: [{ name: '图片', isOn: (editor) => editor.isActive('image') }] },
  {
    name: '步骤',
    tools: [
      {
        name: '撤销',
        keys: 'Control+Z',
        run: (editor) => editor.chain().focus().undo().run(),
        canRun: (editor) => editor.can().undo(),
      },
      {
        name: '重做',
        keys: 'Control+Shift+Z',
        run: (editor) => editor.chain().focus().redo().run(),
        canRun: (editor) => editor.can().redo(),
      },
    ],
  },
];
