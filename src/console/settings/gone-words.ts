/** What texts repeat of the site's setting. */
const REPEATED: Readonly<Record<string, string>> = {
  hotline: '客服热线',
  complaintPhone: '投诉电话',
  email: '电子邮箱',
  fax: '传真',
};

interface Told {
  title: string;
  words: string;
}

/** What the site will no longer say of itself, each once: texts may go on saying it. */
export function goneWords(before: unknown, after: unknown): Told[] {
  const stay = new Set(toldIn(after).map(({ words }) => words));
  const gone = toldIn(before).filter(({ words }) => !stay.has(words));
  return gone.filter(({ words }, at) => gone.findIndex((one) => one.words === words) === at);
}

function toldIn(value: unknown): Told[] {
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
