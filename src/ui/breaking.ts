import { inScript } from './script/active-script.ts';

/** Form of a text in HTML: as it is, until phrase-breaks.ts is there, which the first move loads. */
export const breaking = {
  html: (text: string): string => inScript(text).replace(/[&<]/g, (sign) => `&#${sign.charCodeAt(0)};`),
};
