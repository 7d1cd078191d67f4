import { Alert, Button } from 'antd';
import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react';
import { useState } from 'react';
import { toArticleHtml } from './article-html.ts';
import { extensions } from './editor-extensions.ts';
import { gapRanges, selectNextGap } from './gap-marks.ts';
import { ImageDialog } from './ImageDialog.tsx';
import { pastedHtml, pasteLosses, pictureIn } from './pasted-html.ts';
import { Toolbar } from './Toolbar.tsx';
import './rich-text.css';

/** px kept free around what is scrolled to */
const SCROLL_ROOM = { top: 96, right: 0, bottom: 160, left: 0 };

/** Text with headings, lists, tables, links and pictures. @param begun what is in it when it opens, HTML */
export function RichText({ begun, onChange }: { begun: string; onChange: (html: string) => void }) {
  // null: of the toolbar, to be chosen; undefined: none is asked for
  const [picture, setPicture] = useState<File | null | undefined>();
  // of the newest paste
  const [lost, setLost] = useState('');
  const take = (data: DataTransfer | null): boolean => {
    const file = pictureIn(data);
    if (file) setPicture(file);
    return file !== undefined;
  };
  const editor = useEditor({
    extensions,
    content: begun,
    // its own style element is against the page's policy; rich-text.css holds what is needed of it
    injectCSS: false,
    editorProps: {
      // the bar at the end of the window lies over the text
      scrollThreshold: SCROLL_ROOM,
      scrollMargin: SCROLL_ROOM,
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': '正文' },
      transformPastedHTML: (html) => {
        setLost(pasteLosses(html));
        return pastedHtml(html);
      },
      handlePaste: (_view, event) => take(event.clipboardData),
      handleDrop: (_view, event, _slice, isMoved) => !isMoved && take(event.dataTransfer),
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : toArticleHtml(changed.getHTML())),
  });
  return (
    <div className="rich-text">
      <Toolbar editor={editor} onImage={() => setPicture(null)} />
      {lost !== '' && (
        <Alert
          type="info"
          showIcon
          role="status"
          className="paste-note"
          title={`粘贴的内容中没有带过来的：${lost}`}
          closable={{ 'aria-label': '知道了', onClose: () => setLost('') }}
        />
      )}
      <Gaps editor={editor} />
      <EditorContent editor={editor} />
      {picture !== undefined && <ImageDialog editor={editor} file={picture} onClose={() => setPicture(undefined)} />}
    </div>
  );
}

/** SU7: how many gaps of a prepared text are left, and the way to the next. */
function Gaps({ editor }: { editor: Editor }) {
  const count = useEditorState({ editor, selector: ({ editor: { state } }) => gapRanges(state.doc).length });
  if (count === 0) return null;
  return (
    <p className="gaps">
      <span role="status">还有 {count} 处待填，填完才能发布</span>
      <Button size="small" onClick={() => selectNextGap(editor)}>
        下一处
      </Button>
    </p>
  );
}
