import { createHash } from 'node:crypto';

/**
 * AG7: requests the text of a first visit as soon as the page begins. That is a round trip before the script that shows
 * it is there and finds it as `firstText` (consent-dialog.ts). It stands in the element that names the texts. The key
 * is FLAG of consent.ts and the time PATIENCE of the dialog. Where the browser keeps nothing, or agreed to an older
 * text, the dialog asks by itself.
 */
export const FIRST_TEXT =
  'try{localStorage.agreement||(self.firstText=fetch(JSON.parse(document.currentScript.dataset.legal).privacy.text,{signal:AbortSignal.timeout(1e4)}))}catch{}';

/** base64 of SHA-256, for the Content-Security-Policy */
export const FIRST_TEXT_HASH = createHash('sha256').update(FIRST_TEXT).digest('base64');
