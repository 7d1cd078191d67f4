import { describe, expect, test } from 'vitest';
import { htmlWithoutLoginKeys, withoutLoginKey } from '#rules/people/login-key.ts';

describe('[LS9] an address that was stored with a login key', () => {
  test.each([
    ['/news?key=T', '/news'],
    ['news?a=1&KEY=T&%6bey=U#x', 'news?a=1#x'],
    ['https://www.broker.example/swhysc/?key=T', 'https://www.broker.example/swhysc/'],
    ['//other.example/?x=1&key=T', '//other.example/?x=1'],
    ['https://maps.example.com/api?key=T&amp=1', 'https://maps.example.com/api?key=T&amp=1'],
    ['/search?words=key%3DT', '/search?words=key%3DT'],
  ])('is shown without it: %s', (stored, shown) => {
    expect(withoutLoginKey('/swhysc', stored)).toBe(shown);
  });

  test('is shown without it in authored HTML, where nothing else changes', () => {
    const html = (href: string, src: string) =>
      `<p title="a?key=T"><a href="${href}">key=T?</a><img src="${src}" alt="?key=T" width="20" /></p>`;
    const shown = (text: string) => htmlWithoutLoginKeys('/swhysc', text);
    expect(shown(html('/swhysc/?a=&quot;&amp;key=T&amp;b=2#c', '/static-file/a.png?%4Bey=T'))).toBe(
      html('/swhysc/?a=&quot;&amp;b=2#c', '/static-file/a.png'),
    );
    const other = html('https://maps.example.com/api?a=&quot;&amp;key=T', '/static-file/a.png?v=1');
    expect(shown(other)).toBe(other);
  });
});
