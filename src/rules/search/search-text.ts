import { compatible } from '../text/unicode-forms.ts';
/**
 * The dots between the parts of a name, which each keyboard types as another character and many people leave out: a
 * full stop is one between Chinese characters only.
 */
export const NAME_DOTS = /[·•・‧∙⋅]|(?<=\p{Script=Han})\.(?=\p{Script=Han})/gu;

/**
 * Text as a search compares it: compatibility forms unified (full-width Ａ is A), lower case, no white space, no dots in
 * names (RG3). Applied to the stored text at publication and to the visitor's words alike.
 */
export function normaliseSearch(text: string): string {
  return compatible(text).toLowerCase().replace(/\s+/gu, '').replace(NAME_DOTS, '');
}
