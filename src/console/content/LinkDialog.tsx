import type { Editor } from '@tiptap/core';
import { Input } from 'antd';
import { useState } from 'react';
import { CallFailed } from '../calls/call.ts';
import { Confirm } from '../parts/Confirm.tsx';

/** Addresses that the server takes: of this site, of others by http, mail and telephone. */
const ADDRESS = /^(https?:\/\/[^\s]+|mailto:[^\s]+|tel:[^\s]+|\/(?!\/)[^\s]*|#[^\s]*)$/i;

/** Target of the chosen text; without an address the link ends. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [href, setHref] = useState(() => String(editor.getAttributes('link').href ?? ''));
  const set = async (): Promise<void> => {
    const address = href.trim();
    if (address !== '' && !ADDRESS.test(address))
      throw new CallFailed('link', '地址应以 https://、http://、mailto:、tel: 或 / 开头');
    const chain = editor.chain().focus().extendMarkRange('link');
    if (address === '') chain.unsetLink().run();
    else if (editor.state.selection.empty && !editor.isActive('link'))
      chain.insertContent({ type: 'text', text: address, marks: [{ type: 'link', attrs: { href: address } }] }).run();
    else chain.setLink({ href: address }).run();
  };
  return (
    <Confirm title="链接" action="确定" onConfirm={set} onClose={onClose}>
      <label htmlFor="link-address">地址；留空则取消链接</label>
      <Input
        id="link-address"
        autoFocus
        value={href}
        onChange={(event) => setHref(event.target.value)}
        placeholder="https:// 或 /"
      />
    </Confirm>
  );
}
