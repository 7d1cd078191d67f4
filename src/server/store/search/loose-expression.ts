import { normaliseSearch } from '#rules/search/search-text.ts';

/**
 * Words whatever their case, width and spaces, as a regular expression of PostgreSQL: three times as fast as unifying
 * the text of every row.
 */
export function looseExpression(words: string): string {
  return [...normaliseSearch(words)].map(signClass).join('[\\s·•・‧∙⋅]*');
}

function signClass(sign: string): string {
  const forms = [sign, sign.toUpperCase()].filter((form) => [...form].length === 1);
  const wide = forms.flatMap((form) => {
    const code = form.codePointAt(0)!;
    return code > 0x20 && code < 0x7f ? [String.fromCodePoint(code + 0xfee0)] : [];
  });
  return `[${[...new Set([...forms, ...wide])].map((form) => (/[\\\]^[-]/.test(form) ? `\\${form}` : form)).join('')}]`;
}
