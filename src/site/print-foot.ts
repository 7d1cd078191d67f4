/** RG35: what a printed page says of itself at its foot; [simplified, traditional]. */
const WORDS = {
  address: ['网址', '網址'],
  printed: ['打印日期', '列印日期'],
} as const;

/** Only while something is printed: who reads on a screen has the address above. */
export function printFoot(): void {
  let foot: HTMLElement | undefined;
  addEventListener('beforeprint', () => {
    const script = document.documentElement.lang === 'zh-Hant' ? 1 : 0;
    const version = document.querySelector('main [data-version]')?.textContent ?? '';
    // the day where the firm is
    const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    const facts = [
      `${WORDS.address[script]}：${location.href}`,
      `${WORDS.printed[script]}：${day}`,
      ...(version === '' ? [] : [version]),
    ];
    foot = Object.assign(document.createElement('p'), { className: 'printed', textContent: facts.join('　') });
    document.body.append(foot);
  });
  addEventListener('afterprint', () => foot?.remove());
}
