import type { Suggestion } from '#rules/search/suggestion.ts';
import { field, items, link, text, whole } from '#sources/read.ts';
import { paths } from '#wire/paths.ts';
import type { Calls } from './site-data.ts';

const KINDS = ['channel', 'question', 'code', 'word'] as const;

/** SE6: what to suggest for words that are being typed; loaded with the first letter. @throws where there is no answer */
export async function suggestionsFor(calls: Calls, words: string): Promise<Suggestion[]> {
  const answer = whole(await calls.silent.get(paths.suggest, { words: words.slice(0, 30) }));
  return items(field(answer, 'list')).map((one) => {
    const kind = KINDS.find((known) => known === field(one, 'kind').value) ?? 'word';
    return { kind, text: text(field(one, 'text')), path: kind === 'word' ? '' : link(field(one, 'path')) };
  });
}
