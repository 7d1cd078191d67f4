import { useState } from 'react';
import { PreviewFrame, type Look } from './PreviewFrame.tsx';

const PLAIN: Look = { traditional: false, elder: false };

/**
 * The site after a draft that the server holds: a kept preview or an edition.
 * @param door below CONSOLE_API @param path where it begins; absent: where the draft is read
 */
export function Preview({
  door,
  query,
  path: begin,
  title,
}: {
  door: string;
  query?: Readonly<Record<string, string>>;
  path?: string;
  title: string;
}) {
  const [look, setLook] = useState(PLAIN);
  const [path, setPath] = useState(begin);
  return (
    <PreviewFrame
      door={door}
      {...(query && { query })}
      {...(path !== undefined && { path })}
      title={title}
      look={look}
      onLook={setLook}
      onPath={setPath}
    />
  );
}
