/**
 * Code that runs while a page is being read, before the app: has this browser agreed to the legal texts (AG)? The app
 * is fetched when the visitor can read what is asked, and comes alive when the page has been read to its end. The build
 * makes this a plain script without imports.
 */
import type { Legal } from '#page/page-schema.ts';
import { startConsent } from './site/consent/start-consent.ts';

const { legal, base, app } = document.getElementById('start')!.dataset;
const files = app!.split(' ');

const read = new Promise<unknown>((resolve) => {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', resolve);
  else resolve(null);
});

startConsent(JSON.parse(legal!) as Legal, base!, () => {
  for (const href of files)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  void read.then(() =>
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: files[0] })),
  );
});
