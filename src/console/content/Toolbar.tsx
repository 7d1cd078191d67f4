import {
  AlignCenterOutlined,
  AlignLeftOutlined,
  AlignRightOutlined,
  BoldOutlined,
  BorderLeftOutlined,
  BorderTopOutlined,
  DeleteColumnOutlined,
  DeleteOutlined,
  DeleteRowOutlined,
  InsertRowBelowOutlined,
  InsertRowRightOutlined,
  LinkOutlined,
  MergeCellsOutlined,
  OrderedListOutlined,
  PictureOutlined,
  RedoOutlined,
  SplitCellsOutlined,
  TableOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { Button } from 'antd';
import { useRef, useState, type ComponentType, type KeyboardEvent } from 'react';
import { LinkDialog } from './LinkDialog.tsx';
import { TOOLS, type Tool } from './tools.ts';

interface State {
  on: boolean[];
  can: boolean[];
}

const EVERY = TOOLS.flatMap(({ tools }) => tools);
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** The picture of each tool; one without is letters. */
const ICONS: Readonly<Record<string, ComponentType>> = {
  加粗: BoldOutlined,
  链接: LinkOutlined,
  居左: AlignLeftOutlined,
  居中: AlignCenterOutlined,
  居右: AlignRightOutlined,
  项目列表: UnorderedListOutlined,
  编号列表: OrderedListOutlined,
  插入表格: TableOutlined,
  加行: InsertRowBelowOutlined,
  删行: DeleteRowOutlined,
  加列: InsertRowRightOutlined,
  删列: DeleteColumnOutlined,
  合并单元格: MergeCellsOutlined,
  拆分单元格: SplitCellsOutlined,
  首行作表头: BorderTopOutlined,
  首列作表头: BorderLeftOutlined,
  删除表格: DeleteOutlined,
  图片: PictureOutlined,
  撤销: UndoOutlined,
  重做: RedoOutlined,
};
const LETTERS: Readonly<Record<string, string>> = { 二级标题: 'H2', 三级标题: 'H3', 引用: '“ ”' };

/** One stop of the Tab key; the arrows go from button to button (the toolbar pattern of WAI-ARIA). */
export function Toolbar({ editor, onImage }: { editor: Editor; onImage: () => void }) {
  const bar = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState(0);
  const [asksLink, setAsksLink] = useState(false);
  const state = useEditorState({
    editor,
    selector: ({ editor: now }): State => ({
      on: EVERY.map((tool) => tool.isOn?.(now) ?? false),
      can: EVERY.map((tool) => tool.canRun?.(now) ?? true),
    }),
  });
  const ask = ({ name }: Tool): void => (name === '链接' ? setAsksLink(true) : onImage());
  const move = (event: KeyboardEvent) => {
    const buttons = [...(bar.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    const step = STEPS[event.key];
    const next =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? buttons.length - 1
          : step === undefined
            ? -1
            : (at + step + buttons.length) % buttons.length;
    if (at < 0 || next < 0) return;
    event.preventDefault();
    setStop(next);
    buttons[next]?.focus();
  };
  return (
    <div ref={bar} role="toolbar" aria-label="正文格式" className="rich-tools" onKeyDown={move}>
      {TOOLS.map(({ name, tools }) => (
        <div key={name} role="group" aria-label={name}>
          {tools.map((tool) => {
            const at = EVERY.indexOf(tool);
            return (
              <Press
                key={tool.name}
                tool={tool}
                isOn={tool.isOn && state.on[at]}
                isOff={!state.can[at]}
                isStop={stop === at}
                onPress={() => (tool.run ? tool.run(editor) : ask(tool))}
              />
            );
          })}
        </div>
      ))}
      {asksLink && <LinkDialog editor={editor} onClose={() => setAsksLink(false)} />}
    </div>
  );
}

interface PressProps {
  tool: Pick<Tool, 'name' | 'keys'>;
  isOn: boolean | undefined;
  isOff: boolean;
  isStop: boolean;
  onPress: () => void;
}

const keysText = (keys: string): string => keys.replace('Control', 'Ctrl');

/** A button that cannot act now can still be reached and read; its name stands below it under pointer and focus. */
function Press({ tool: { name, keys }, isOn, isOff, isStop, onPress }: PressProps) {
  const Icon = ICONS[name];
  return (
    <Button
      size="small"
      type="text"
      tabIndex={isStop ? 0 : -1}
      aria-label={name}
      aria-disabled={isOff}
      data-tip={keys === undefined ? name : `${name}（${keysText(keys)}）`}
      {...(isOn !== undefined && { 'aria-pressed': isOn })}
      {...(keys !== undefined && { 'aria-keyshortcuts': keys })}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => !isOff && onPress()}
    >
      {Icon ? <Icon /> : <span className="tool-letters" data-letters={LETTERS[name]} />}
    </Button>
  );
}
