import { EditorContent, useEditor } from '@tiptap/react';
import { toArticleHtml } from './article-html.ts';
import { extensions } from './editor-extensions.ts';
import { pastedHtml } from './pasted-html.ts';
import { Toolbar } from './Toolbar.tsx';
import './rich-text.css';

/** @param begun what is in it when it opens */
export function RichText({ begun, onChange }: { begun: string; onChange: (html: string) => void }) {
  const editor = useEditor({
    extensions,
    content: begun,
    // its own style element is against the page's policy; rich-text.css holds what is needed of it
    injectCSS: false,
    editorProps: { attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': '正文' }, transformPastedHTML: pastedHtml },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : toArticleHtml(changed.getHTML())),
  });
  return (
    <div className="rich-text">
      <Toolbar editor={editor} />
      <EditorContent editor={editor} />
    </div>
  );
}
