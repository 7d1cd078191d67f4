import { Editor } from '@tiptap/core';
import { Alert, Input } from 'antd';
import { useState } from 'react';
import { lostBy, toArticleHtml } from './article-html.ts';
import { extensions } from './editor-extensions.ts';
import { RichText } from './RichText.tsx';

interface Props {
  /** given by the form's field */
  value?: string;
  onChange?: (html: string) => void;
}

/** The text of an article: in the editor, or as HTML where the editor would lose something of it. */
export function ArticleText({ value = '', onChange = () => {} }: Props) {
  // losses of the content before the first keystroke; the editor can read its own text
  const [lost] = useState(() => lostIn(value));
  if (lost === null) return <RichText begun={value} onChange={onChange} />;
  return (
    <>
      <Alert
        type="warning"
        showIcon
        className="above-form"
        title="这篇文章的正文以 HTML 代码修改"
        description={`正文中有编辑器不能表示的${lost.length === 0 ? '结构' : `元素（${lost.join('、')}）`}，在编辑器中打开会丢失。请直接修改代码，未改动的部分保持原样。`}
      />
      <Input.TextArea
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-label="正文的 HTML 代码"
        rows={24}
        spellCheck={false}
        className="html-source"
      />
    </>
  );
}

function lostIn(html: string): string[] | null {
  if (html.trim() === '') return null;
  const reading = new Editor({ element: null, extensions, content: html, injectCSS: false });
  const written = toArticleHtml(reading.getHTML());
  reading.destroy();
  return lostBy(html, written);
}
