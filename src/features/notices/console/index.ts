import type { ConsoleFeature } from '../../console-feature.ts';

export const noticesConsole: ConsoleFeature = {
  screens: [
    { path: '/notices', load: () => import('./Notices.tsx').then((file) => file.Notices) },
    { path: '/webhook', act: 'record.read', load: () => import('./Webhook.tsx').then((file) => file.Webhook) },
  ],
  counts: [{ to: '/notices', load: () => import('./UnreadCount.tsx').then((file) => file.UnreadCount) }],
};
