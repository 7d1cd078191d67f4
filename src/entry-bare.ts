/**
 * Code of pages that the server alone draws (notices, files, former texts). They are the same for all, so their
 * header's words about the customer are set here, from the data that this browser has without a call (HD7). The build
 * makes this a script of its own without imports.
 */
import type { Whoever } from './site/answers/session.ts';

const { token, user } = document.querySelector<HTMLScriptElement>('script[data-token]')!.dataset;

const isLoggedIn = document.cookie.split('; ').some((pair) => pair.startsWith(`${token}=`));

/** LS7; '' for somebody of whom no page has asked yet. */
function knownName(): string {
  try {
    return (JSON.parse(localStorage.getItem(user!)!) as NonNullable<Whoever>).custName ?? '';
  } catch {
    return '';
  }
}

for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-customer]')) {
  if (isLoggedIn) {
    const name = knownName();
    const greeting = document.createElement('span');
    greeting.className = link.className;
    greeting.translate = false;
    greeting.textContent = name || '您好';
    if (name) greeting.title = `您好，${name}`;
    link.replaceWith(greeting);
  } else {
    // LS6: the way back
    const address = new URL(link.href);
    address.searchParams.set('url', location.href);
    link.href = address.href;
  }
}
