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
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, '').replace(NAME_DOTS, '');
}

/** A typed text without what came along when it was copied: zero-width characters and marks of direction. */
export const withoutFormat = (text: string): string => text.replace(/\p{Cf}/gu, '');
