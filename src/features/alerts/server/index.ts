import { defineServerFeature } from '../../server-feature.ts';
import { alertsPlugin } from './alerts-plugin.ts';
import { startTelling } from './tell.ts';

/** Mails about what was published, for readers who asked for them (AL1 to AL4). */
export const alerts = defineServerFeature({
  shell: ({ mail }) => (mail ? { alerts: true } : {}),
  open: ({ env, db, siteNow, publications, warn }) =>
    env.mail &&
    startTelling({
      db,
      siteUrl: env.siteUrl,
      siteNow,
      publications,
      failed: (error) => warn({ err: error }, 'alerts could not be written; it is tried again'),
    }),
  routes: async (app, context) => {
    if (context.sendsMail) await alertsPlugin(app, context);
  },
});
