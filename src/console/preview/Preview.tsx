import { useState } from 'react';
import { PreviewFrame, type AskedLook, type Look } from './PreviewFrame.tsx';

const PLAIN: Look = { traditional: false, elder: false };

/**
 * The site after a draft that the server holds: a kept preview or an edition.
 * @param door as of PreviewFrame @param path where it begins; absent: where the draft is read
 */
export function Preview({
  door,
  path: begin,
  title,
}: {
  door: (asked: AskedLook) => string;
  path?: string;
  title: string;
}) {
  const [look, setLook] = useState(PLAIN);
  const [path, setPath] = useState(begin);
  return (
    <PreviewFrame
      door={door}
      {...(path !== undefined && { path })}
      title={title}
      look={look}
      onLook={setLook}
      onPath={setPath}
    />
  );
}
