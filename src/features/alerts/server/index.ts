import { defineServerFeature } from '../../server-feature.ts';
import { alertsPlugin } from './alerts-plugin.ts';
import { tellReaders } from './tell.ts';

const MINUTE = 60_000;

/** Mails about publications, for readers who requested them (AL1 to AL4). */
export const alerts = defineServerFeature({
  shell: ({ mail }) => (mail ? { alerts: true } : {}),
  mails: ['alert-confirm', 'alert'],
  parts: ({ env, db, siteNow, publications, failed }) => {
    const words = 'alerts could not be written; it is tried again';
    const tell = () =>
      tellReaders({
        db,
        siteUrl: env.siteUrl,
        siteNow,
        publications,
        now: Date.now(),
        failed: (error) => failed(error, words),
      });
    return env.mail
      ? [{ name: 'alerts', node: 'any', event: 'publication', first: MINUTE, every: MINUTE, run: tell, failed: words }]
      : [];
  },
  routes: async (app, context) => {
    if (context.sendsMail) await alertsPlugin(app, context);
  },
});
