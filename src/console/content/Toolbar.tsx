import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { Button } from 'antd';
import { useRef, useState, type KeyboardEvent } from 'react';
import { LinkDialog } from './LinkDialog.tsx';
import { TOOLS } from './tools.ts';

interface State {
  on: boolean[];
  can: boolean[];
  isLink: boolean;
  isImage: boolean;
}

const EVERY = TOOLS.flatMap(({ tools }) => tools);
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

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
      isLink: now.isActive('link'),
      isImage: now.isActive('image'),
    }),
  });
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
  let index = 0;
  return (
    <div ref={bar} role="toolbar" aria-label="正文格式" className="rich-tools" onKeyDown={move}>
      {TOOLS.map(({ name, tools }) => (
        <div key={name} role="group" aria-label={name}>
          {tools.map((tool) => {
            const at = index++;
            const place = at + (at > LINK_AT ? 1 : 0) + (at > IMAGE_AT ? 1 : 0);
            return (
              <Press
                key={tool.name}
                name={tool.name}
                keys={tool.keys}
                isOn={tool.isOn && state.on[at]}
                isOff={!state.can[at]}
                isStop={stop === place}
                onPress={() => tool.run(editor)}
              />
            );
          })}
          {name === '文字' && (
            <Press
              name="链接"
              isOn={state.isLink}
              isOff={false}
              isStop={stop === LINK_AT + 1}
              onPress={() => setAsksLink(true)}
            />
          )}
          {name === '表格' && (
            <Press name="图片" isOn={state.isImage} isOff={false} isStop={stop === IMAGE_AT + 2} onPress={onImage} />
          )}
        </div>
      ))}
      {asksLink && <LinkDialog editor={editor} onClose={() => setAsksLink(false)} />}
    </div>
  );
}

/** the tool before the link, which asks first */
const LINK_AT = EVERY.findIndex(({ name }) => name === '加粗');
/** the tool before the picture, which asks, too */
const IMAGE_AT = EVERY.findIndex(({ name }) => name === '删除表格');

interface PressProps {
  name: string;
  keys?: string | undefined;
  isOn?: boolean | undefined;
  isOff: boolean;
  isStop: boolean;
  onPress: () => void;
}

/** What cannot be done now can still be reached and read. */
const Press = ({ name, keys, isOn, isOff, isStop, onPress }: PressProps) => (
  <Button
    size="small"
    type="text"
    tabIndex={isStop ? 0 : -1}
    aria-disabled={isOff}
    {...(isOn !== undefined && { 'aria-pressed': isOn })}
    {...(keys !== undefined && { 'aria-keyshortcuts': keys })}
    onMouseDown={(event) => event.preventDefault()}
    onClick={() => !isOff && onPress()}
  >
    {name}
  </Button>
);
