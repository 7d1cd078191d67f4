import { Alert, Button } from 'antd';
import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react';
import { useRef, useState } from 'react';
import { Selection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { toArticleHtml } from './article-html.ts';
import { pasteWithFirst } from './editor-acts.ts';
import { extensions } from './editor-extensions.ts';
import { gapRanges, selectNextGap } from './gap-marks.ts';
import { ImageDialog } from './ImageDialog.tsx';
import { isOwn, pasteProblem, pasteWords, pictureIn, readFile, readPasted } from './pasted-html.ts';
import { readLongPaste, SHORT_PASTE } from './read-paste.ts';
import { Toolbar } from './Toolbar.tsx';
import './rich-text.css';

const isLong = (html: string): boolean => html.length > SHORT_PASTE && !isOwn(html);

/** px kept free around what is scrolled to */
const SCROLL_ROOM = { top: 96, right: 0, bottom: 160, left: 0 };

/** Text with headings, lists, tables, links and pictures. @param begun what is in it when it opens, HTML */
export function RichText({ begun, onChange }: { begun: string; onChange: (html: string) => void }) {
  // null: of the toolbar, to be chosen; undefined: none is asked for
  const [picture, setPicture] = useState<File | null | undefined>();
  // report on the newest paste
  const [report, setReport] = useState<readonly string[]>([]);
  const [isReading, setReading] = useState(false);
  const isRead = useRef(false);
  const take = (data: DataTransfer | null): boolean => {
    const file = pictureIn(data);
    if (file) setPicture(file);
    return file !== undefined;
  };
  const isTooMuch = (html: string): boolean => {
    const problem = pasteProblem(html);
    if (problem !== '') setReport([problem]);
    return problem !== '';
  };
  /** Reads what is long beside what goes on, and then pastes what was read. */
  const pasteLong = (view: EditorView, html: string): void => {
    if (isTooMuch(html)) return;
    setReport([]);
    setReading(true);
    void readLongPaste(html)
      .then(
        (read) => {
          isRead.current = true;
          view.pasteHTML(read.html);
          setReport(pasteWords(read.findings));
        },
        () => setReport(['粘贴的内容没有读完，没有粘贴；请重试，或分几次粘贴']),
      )
      .finally(() => {
        isRead.current = false;
        setReading(false);
      });
  };
  const takeLong = (view: EditorView, event: ClipboardEvent): boolean => {
    const html = event.clipboardData?.getData('text/html') ?? '';
    if (!isLong(html)) return false;
    event.preventDefault();
    pasteLong(view, html);
    return true;
  };
  /** AC8: what is long, and files, of which a browser would leave the page; the editor itself takes the rest. */
  const takeDropped = (view: EditorView, event: DragEvent): boolean => {
    const html = event.dataTransfer?.getData('text/html') ?? '';
    const [file] = event.dataTransfer?.files ?? [];
    if (view.dragging !== null || pictureIn(event.dataTransfer) || (!isLong(html) && (html !== '' || !file)))
      return false;
    event.preventDefault();
    const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
    if (at) view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(at.pos))));
    view.focus();
    if (isLong(html)) pasteLong(view, html);
    else
      void readFile(file!).then(
        (read) => (isLong(read) ? pasteLong(view, read) : view.pasteHTML(read)),
        (problem: Error) => setReport([problem.message]),
      );
    return true;
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
        if (isRead.current) return html;
        if (isTooMuch(html)) return '';
        const read = readPasted(html);
        setReport(pasteWords(read.findings));
        return read.html;
      },
      // before the editor itself parses it
      handleDOMEvents: { paste: takeLong, drop: takeDropped },
      handlePaste: (view, event, slice) => {
        if (take(event.clipboardData)) return true;
        const pasted = pasteWithFirst(view.state, slice);
        if (pasted) view.dispatch(pasted);
        return pasted !== null;
      },
      handleDrop: (_view, event, _slice, isMoved) => !isMoved && take(event.dataTransfer),
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : toArticleHtml(changed.getHTML())),
  });
  return (
    <div className="rich-text">
      <Toolbar editor={editor} onImage={() => setPicture(null)} />
      {isReading && <Alert type="info" showIcon role="status" className="paste-note" title="正在读取粘贴的内容…" />}
      {report.length > 0 && (
        <Alert
          type="info"
          showIcon
          role="status"
          className="paste-note"
          title={report.join('。')}
          closable={{ 'aria-label': '知道了', onClose: () => setReport([]) }}
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
