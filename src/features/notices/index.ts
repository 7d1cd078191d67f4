import type { Feature } from '../define-feature.ts';

/** Notices to staff of work that waits and of what became of theirs: in the console, by mail and by webhook (NT1 to NT6). */
export const notices: Feature = {
  menu: [
    { beside: '/', to: '/notices', name: '通知' },
    { beside: '/audit', to: '/webhook', name: '外发通知', act: 'record.read' },
  ],
  help: { page: 'notices', title: '通知', after: 'editions', screens: ['/notices', '/webhook'] },
  inHeader: '/notices',
  changed: ['/notices'],
};
