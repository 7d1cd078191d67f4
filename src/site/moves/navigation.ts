import { useEffect } from 'react';
import { visibleBlocks } from '#page/bind-params.ts';
import type { Resolution, ResolvedBlock } from '#page/page-schema.ts';
import { FILE_MISSING } from '#rules/files/file-opening.ts';
import { requestedScript } from '#rules/script/script-choice.ts';
import { readQuery, withBase, withoutBase, writeQuery } from '#rules/addresses/site-address.ts';
import { useMove } from './address.ts';
import { opensAdvisory } from '../notices/advisory.ts';
import { isServed } from '../answers/calls.ts';
import { checkFundAccount, goToLogin } from '../answers/fund-account.ts';
import { messages } from '../notices/messages.ts';
import { doOnceAwake, isBehind, isWithinSleeper, wake } from './on-use.tsx';
import { useSite } from './site-context.ts';
import type { SiteData } from '../answers/site-data.ts';

/** Milliseconds a pointer rests on a link before its page is fetched: passing over is no intention. */
const REST = 65;

/** Moves so far, by link or by Back: one that still waits for scripts gives way to the next. */
let moves = 0;

interface Target {
  /** without base */
  path: string;
  search: string;
  hash: string;
}

/**
 * Links and GET forms of the site, those of authored HTML included, move within the page instead of loading a new
 * document. Resting on a link or focusing it fetches its page ahead. All by listeners on the document, so every part of
 * the site is plain HTML and works without them.
 */
export function useSiteNavigation(prefetch: (path: string, query: Record<string, string>) => void): void {
  const { state, data } = useSite();
  const navigate = useMove();

  useEffect(() => {
    const { login } = state.shell;
    let timer = 0;
    const targetOf = (address: string): Target | null => {
      const url = new URL(address, location.href);
      const path = url.origin === location.origin ? withoutBase(state.base, url.pathname) : null;
      // a key (LS1) and another script (LS5) are the server's, which answers with another document
      return path === null || url.searchParams.has('key') || requestedScript(path, readQuery(url.search))
        ? null
        : { path, search: url.search, hash: url.hash };
    };

    /** @param again does it once more, to an element whose block may have been asleep */
    const go = ({ path, search, hash }: Target, element: Element, again: () => void) => {
      // a chosen page is fetched as such, and not ahead (LD1)
      clearTimeout(timer);
      const stays = path === withoutBase(state.base, location.pathname);
      const address = withBase(state.base, path) + search + hash;
      const move = () => navigate(address, { replace: stays && search === location.search });
      moves += 1;
      const mine = moves;
      const ifNewest = (act: () => unknown) => () => void (mine === moves && act());
      const wait = (scripts: Promise<unknown>, act?: () => void) =>
        void data.actions.during('页面', scripts).then(
          act && ifNewest(act),
          ifNewest(async () => (await isServed()) && location.assign(address)),
        );
      // an element that was replaced meanwhile can be asked for nothing
      const onceMore = ifNewest(() => (element.isConnected ? again() : move()));
      if (stays && isBehind(element)) return wait(doOnceAwake(element, onceMore));
      // blocks that stay on the page need their scripts to say something else
      const waking = stays ? wake(element, changing(data, path, location.search, search)) : null;
      if (waking) wait(waking, move);
      else move();
    };
    const onLeave = () => (moves += 1);

    function onClick(event: MouseEvent) {
      const element = event.target instanceof Element ? event.target : null;
      const missing = element?.closest('[data-missing-file]');
      if (missing) return messages.toast(missing.getAttribute('data-missing-file') || FILE_MISSING);
      if (element?.closest('[data-login]')) return goToLogin(login);
      // keys do not matter: the action is not for visitors who are not logged in
      if (event.button === 0 && element?.closest('[data-fund-account]') && !checkFundAccount(login))
        return event.preventDefault();
      const link = plainClick(event) ? siteLink(element) : null;
      const leaving = plainClick(event) && !link ? element?.closest('a') : null;
      if (leaving && opensAdvisory(leaving.href, state.shell.menu, state.shell.advisoryHost))
        return event.preventDefault();
      if (link?.closest('.lang') && link.pathname.startsWith('/view/')) {
        event.preventDefault();
        return changeScript(link.href);
      }
      const target = link && targetOf(link.href);
      if (!target || (target.hash && isHere(target))) return;
      event.preventDefault();
      go(target, link, () => link.click());
    }

    const isHere = ({ path, search }: Target) =>
      path === withoutBase(state.base, location.pathname) && search === location.search;

    function onSubmit(event: SubmitEvent) {
      const form = event.target;
      if (!(form instanceof HTMLFormElement) || form.method !== 'get' || event.defaultPrevented) return;
      const target = targetOf(form.action);
      if (!target) return;
      event.preventDefault();
      const hidden = new Set(
        Array.from(form.querySelectorAll('input[type=hidden]'), (input) => input.getAttribute('name')),
      );
      send(
        form,
        target.path,
        fieldsOf(form).filter(([name]) => !hidden.has(name)),
      );
    }

    /** @param typed what the visitor has sent; what a form keeps of the address changes when its block is drawn anew */
    function send(form: HTMLFormElement, path: string, typed: [string, string][]) {
      const fields = new URLSearchParams(fieldsOf(form));
      for (const [name, value] of typed) fields.set(name, value);
      go({ path, search: writeQuery(readQuery(`?${fields}`)), hash: '' }, form, () => send(form, path, typed));
    }

    let rested: Element | null = null;
    function fetchAhead(link: HTMLAnchorElement) {
      const target = targetOf(link.href);
      if (target && !isHere(target) && !isBehind(link)) prefetch(target.path, readQuery(target.search));
    }
    function onPointerOver(event: PointerEvent) {
      // a finger that scrolls passes over many links
      const link = event.pointerType === 'mouse' ? siteLink(event.target) : null;
      if (link === rested) return;
      rested = link;
      clearTimeout(timer);
      if (link) timer = window.setTimeout(() => fetchAhead(link), REST);
    }
    function onFocusIn(event: FocusEvent) {
      const link = siteLink(event.target);
      if (link?.matches(':focus-visible')) fetchAhead(link);
    }

    const stop = new AbortController();
    function listen<K extends keyof DocumentEventMap>(type: K, listener: (event: DocumentEventMap[K]) => void) {
      const { signal } = stop;
      document.addEventListener(type, listener, { signal });
      // React lets nothing out of what it has not hydrated
      const early = (event: DocumentEventMap[K]) => isWithinSleeper(event.target) && listener(event);
      document.addEventListener(type, early, { signal, capture: true });
    }
    listen('click', onClick);
    listen('submit', onSubmit);
    listen('pointerover', onPointerOver);
    listen('focusin', onFocusIn);
    for (const type of ['popstate', 'pagehide']) window.addEventListener(type, onLeave, { signal: stop.signal });
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [navigate, prefetch, state, data]);
}

const fieldsOf = (form: HTMLFormElement): [string, string][] =>
  [...new FormData(form)].map(([name, value]) => [name, String(value).trim()]);

/** Ids of the blocks that show other data under another query of the page; null where the page is not known. */
function changing(data: SiteData, path: string, before: string, after: string): string[] | null {
  const page = data.read<Resolution>(data.pageKey(path)).data?.value;
  if (!page || 'redirect' in page) return null;
  const keyUnder = (block: ResolvedBlock, search: string) => data.blockKey(page, block, readQuery(search));
  return visibleBlocks(page, readQuery(after))
    .filter((block) => keyUnder(block, before) !== keyUnder(block, after))
    .map(({ id }) => id);
}

/**
 * HD5: the server remembers the choice, then the same document is read anew: the place on the page stays, and Back
 * leads where it led before. @param address of the link, which a browser follows where nothing can be asked
 */
function changeScript(address: string): void {
  fetch(address, { redirect: 'manual' }).then(
    () => location.reload(),
    () => location.assign(address),
  );
}

/** True without a modifier or another button; with one the browser shall do as always. */
function plainClick(event: MouseEvent): boolean {
  return (
    event.button === 0 &&
    !event.defaultPrevented &&
    !event.metaKey &&
    !event.ctrlKey &&
    !event.shiftKey &&
    !event.altKey
  );
}

/** The link around an element, unless it leaves the document by itself. */
function siteLink(element: EventTarget | null): HTMLAnchorElement | null {
  const link = element instanceof Element ? element.closest('a') : null;
  if (!link?.href || link.target || link.hasAttribute('download')) return null;
  return link;
}
