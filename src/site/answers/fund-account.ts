import { messages } from '../notices/messages.ts';
import { hasToken, loginAddress } from './session.ts';

/**
 * LS6; nothing happens where nobody can log in.
 * @param login a path of this server or an address
 * @param instead of the page that is shown, which leaves the history
 */
export function goToLogin(login: string | undefined, instead = false): void {
  if (login !== undefined) location[instead ? 'replace' : 'assign'](loginAddress(login, location.href));
}

/** RK5: before an action for customers alone. @returns false when the visitor was asked to log in instead */
export function checkFundAccount(login: string | undefined): boolean {
  if (hasToken()) return true;
  const choice = { label: '去登录', act: () => goToLogin(login) };
  // the catalogue's words come with the first call
  void import('#wire/outcomes.ts').then(({ outcomes }) =>
    messages.dialog(outcomes['no fund account'].text, '', choice),
  );
  return false;
}
