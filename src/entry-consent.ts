/** What a page runs first, and without the app: whether this browser has agreed to the legal texts (AG). */
import type { Legal } from '#page/page-schema.ts';
import { startConsent } from './site/consent/start-consent.ts';

const { legal, base } = document.getElementById('consent')!.dataset;
startConsent(JSON.parse(legal!) as Legal, base!);
