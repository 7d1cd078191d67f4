import type { Editor } from '@tiptap/core';

/** A button above the text. */
export interface Tool {
  name: string;
  /** keys that do the same */
  keys?: string;
  run: (editor: Editor) => unknown;
  /** pressed while the cursor is inside one */
  isOn?: (editor: Editor) => boolean;
  canRun?: (editor: Editor) => boolean;
}

const heading = (level: 2 | 3, name: string): Tool => ({
  name,
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
  isOn: (editor) => editor.isActive('heading', { level }),
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
    ],
  },
  {
    name: '列表',
    tools: [
      {
        name: '项目列表',
        run: (editor) => editor.chain().focus().toggleBulletList().run(),
        isOn: (editor) => editor.isActive('bulletList'),
      },
      {
        name: '编号列表',
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
      { name: '删除表格', run: (editor) => editor.chain().focus().deleteTable().run(), canRun: inTable },
    ],
  },
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
