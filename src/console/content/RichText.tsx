import { Alert } from 'antd';
import { EditorContent, useEditor } from '@tiptap/react';
import { useState } from 'react';
import { toArticleHtml } from './article-html.ts';
import { extensions } from './editor-extensions.ts';
import { ImageDialog } from './ImageDialog.tsx';
import { pastedHtml, pasteLosses, pictureIn } from './pasted-html.ts';
import { Toolbar } from './Toolbar.tsx';
import './rich-text.css';

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
      <EditorContent editor={editor} />
      {picture !== undefined && <ImageDialog editor={editor} file={picture} onClose={() => setPicture(undefined)} />}
    </div>
  );
}
