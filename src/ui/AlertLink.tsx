import { createContext, use } from 'react';

/** Whether people can be told by mail (AL1). */
export const Alerts = createContext(false);

/** To the page that asks for an address. @param of 'channel:ID', 'register:NAME' or 'row:NAME:KEY' */
export function AlertLink({ of }: { of: string }) {
  if (!use(Alerts)) return null;
  return (
    <a href={`/alerts?of=${encodeURIComponent(of)}`} rel="nofollow">
      邮件提醒
    </a>
  );
}
