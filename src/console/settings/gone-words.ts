/** Words of the site's setting that texts repeat. */
const REPEATED: Readonly<Record<string, string>> = {
  hotline: '客服热线',
  complaintPhone: '投诉电话',
  email: '电子邮箱',
  fax: '传真',
};

interface Phrase {
  title: string;
  words: string;
}

/** Words that leave the site's setting, each once: texts may still have them. */
export function goneWords(before: unknown, after: unknown): Phrase[] {
  const stay = new Set(phrasesIn(after).map(({ words }) => words));
  const gone = phrasesIn(before).filter(({ words }) => !stay.has(words));
  return gone.filter(({ words }, at) => gone.findIndex((one) => one.words === words) === at);
}

function phrasesIn(value: unknown): Phrase[] {
  const { addresses, ...fields } = Object(value) as Record<string, unknown>;
  const places = Array.isArray(addresses)
    ? addresses.map((one) => ({ title: '地址', words: textOf((Object(one) as { text?: unknown }).text) }))
    : [];
  return [
    ...Object.entries(REPEATED).map(([name, title]) => ({ title, words: textOf(fields[name]) })),
    ...places,
  ].filter(({ words }) => words !== '');
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
