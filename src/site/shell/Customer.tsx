import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { verbatim } from '#ui/script/active-script.ts';
import { goToLogin } from '../answers/fund-account.ts';
import { useSite } from '../moves/site-context.ts';
import { useVisitor } from '../visitor.ts';

const neverChanging = () => () => {};

/** SB2, SB3: the greeting and the way in or out, where one can log in (SU19). Drawn by the browser alone: pages are kept for all. */
export function Customer() {
  const { state, session } = useSite();
  const whoever = useVisitor('userInfo');
  const { login } = state.shell;
  if (whoever === undefined || login === undefined) return null;
  return (
    <>
      <span className="side__name">
        {whoever ? `您好，${whoever.custName ? verbatim(whoever.custName) : '客户'}` : '未登录'}
      </span>
      {whoever ? (
        <button type="button" onClick={() => void session.logOut()}>
          退出登录
        </button>
      ) : (
        <button type="button" onClick={() => goToLogin(login)}>
          登录
        </button>
      )}
    </>
  );
}

/** HD7: in the header's row, as wide as its place; who is logged in finds the way out below the name. */
export function CustomerInHeader() {
  const { state, session } = useSite();
  const whoever = useVisitor('userInfo');
  const { login } = state.shell;
  if (whoever === undefined || login === undefined) return null;
  if (whoever === null)
    return (
      <button type="button" className="header__you" onClick={() => goToLogin(login)}>
        登录
      </button>
    );
  const name = whoever.custName ? verbatim(whoever.custName) : '客户';
  return (
    <details className="fold header__you">
      <summary aria-label={`您好，${name}`}>
        <span translate="no">{whoever.custName || '客户'}</span>
      </summary>
      <div className="header__out">
        <p>您好，{name}</p>
        <button type="button" onClick={() => void session.logOut()}>
          退出登录
        </button>
      </div>
    </details>
  );
}

/** HD7: on pages that the server alone draws the way in, where the script of such pages tells the name (entry-bare.ts). */
export const StillCustomer = ({ login, className }: { login: string; className?: string }) => (
  <a className={className} href={login} data-customer="">
    登录
  </a>
);

/** The places that the server has left for it in the side bar, open and folded; they stay as long as the document. */
let found: readonly Element[] | undefined;
const findPlaces = () => (found ??= [...document.querySelectorAll('.side__you')]);
const noPlaces: readonly Element[] = [];

export function CustomerInSideBar() {
  const places = useSyncExternalStore(neverChanging, findPlaces, () => noPlaces);
  return places.map((place, at) => createPortal(<Customer />, place, String(at)));
}
