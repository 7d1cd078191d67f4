import type { Legal } from '#page/page-schema.ts';
import { TEXT_OF, type Asking, type Consent } from './consent.ts';
import css from './consent.css?inline';
import { SIMPLIFIED, TRADITIONAL } from './words.ts';

declare global {
  interface Window {
    /** AG7: the privacy policy, where the page itself has asked for it (server/http/first-text.ts) */
    firstText?: Promise<Response>;
  }
}

interface DialogDeps {
  legal: Legal;
  /** the site's base path, '' for none */
  base: string;
  consent: Consent;
}

/**
 * AG1–AG5: the texts as they are published, one after the other. The first time neither Escape nor the browser's own
 * closing leads out. It is made by hand: the library that draws the site comes later than it has to.
 */
export function createDialog({ legal, base, consent }: DialogDeps): {
  show: (asking: Asking | null) => void;
  /** the text that is asked for now is on the screen, or its failure */
  drawn: () => Promise<void>;
} {
  const words = document.documentElement.lang === 'zh-Hant' ? TRADITIONAL : SIMPLIFIED;
  let dialog: HTMLDialogElement | undefined;
  let shown: Asking | null = null;
  let drawn = Promise.resolve();
  let firstText = window.firstText && htmlOf(window.firstText);
  // nobody may ever look for it
  firstText?.catch(() => {});

  function open(): HTMLDialogElement {
    addStyles();
    const opened = element('dialog', { class: 'dialog consent', 'aria-labelledby': 'consent-title' });
    opened.addEventListener('cancel', (event) => shown?.first && event.preventDefault());
    opened.addEventListener('close', () => {
      // closed by the browser: consent closes it by taking it away
      if (dialog !== opened) return;
      if (shown?.first) opened.showModal();
      else consent.close();
    });
    document.body.append(opened);
    return opened;
  }

  /** One text; another one, or another try, begins anew at its top (AG2), and is read by keyboard from there. */
  function draw(into: HTMLDialogElement, { step, first }: Asking): void {
    const { version, text } = legal[TEXT_OF[step]]!;
    // before anything is laid out
    const html =
      (step === 1 && firstText) || htmlOf(fetch(text, { priority: 'high', signal: AbortSignal.timeout(PATIENCE) }));
    if (step === 1) firstText = undefined;
    const title = element('h2', { class: 'dialog__title', id: 'consent-title' }, words.titles[step - 1]!);
    title.append(element('small', {}, `${words.version} ${version}`));
    const body = element('div', {
      class: 'consent__text',
      tabindex: '0',
      role: 'region',
      'aria-labelledby': 'consent-title',
      'aria-busy': 'true',
    });
    body.append(element('p', { role: 'status' }, words.loading));
    const act = element('button', { type: 'button', class: 'dialog__action', disabled: '' }, words.actions[step - 1]!);
    let acts: () => void = { 1: consent.next, 2: () => consent.agree(), 3: consent.close }[step];
    act.addEventListener('click', () => acts());
    const close = element('button', { type: 'button', class: 'dialog__action dialog__action--plain' }, words.close);
    close.addEventListener('click', consent.close);
    close.hidden = first || step === 3;
    const actions = element('div', { class: 'dialog__actions' });
    if (step !== 3) actions.append(element('a', { href: `${base}/legal/${TEXT_OF[step]}` }, words.inPage));
    actions.append(close, act);
    into.classList.toggle('consent--first', first);
    into.replaceChildren(title, body, actions);
    if (!into.open) into.showModal();
    body.focus();

    const end = (): void => {
      body.removeAttribute('aria-busy');
      act.disabled = false;
    };
    const filled = html.then(
      async (fragment) => {
        const rest = partsOf(fragment);
        const rich = element('div', { class: 'consent__rich' });
        rich.append(...rest.splice(0, FIRST_PARTS));
        body.replaceChildren(rich);
        end();
        await nextFrame();
        rich.append(...rest);
      },
      () => {
        body.replaceChildren(element('p', { role: 'alert' }, words.failed));
        // a visitor who cannot read the text can agree to nothing, and is not kept from the site by it
        close.hidden = false;
        act.textContent = words.again;
        acts = () => draw(into, { step, first });
        end();
      },
    );
    drawn = filled;
  }

  return {
    drawn: () => drawn,
    show(asking) {
      if (asking === null) {
        const gone = dialog;
        dialog = undefined;
        gone?.close();
        gone?.remove();
      } else if (dialog === undefined || asking.step !== shown?.step) {
        dialog ??= open();
        shown = asking;
        draw(dialog, asking);
      }
      shown = asking;
    },
  };
}

/** more than the highest window shows; the rest of a long text takes a slow phone a quarter of a second */
const FIRST_PARTS = 16;

function partsOf(html: string): ChildNode[] {
  const template = document.createElement('template');
  template.innerHTML = html;
  return [...template.content.childNodes];
}

/** After the frame that is about to be drawn; in a tab that nobody sees none is, and nobody waits. */
const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.hidden) resolve();
    else requestAnimationFrame(() => setTimeout(resolve));
  });

/** milliseconds in which a text comes, or is said to have failed */
const PATIENCE = 10_000;

/** @returns a fragment that the server sanitised on the way in @throws when it cannot be had */
async function htmlOf(response: Promise<Response>): Promise<string> {
  const answer = await response;
  if (!answer.ok) throw new Error(`answer ${answer.status}`);
  return answer.text();
}

let styled = false;

/** Adds the styles by the document itself: the page's policy knows no styles that scripts write into it. */
function addStyles(): void {
  if (styled) return;
  styled = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  text = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(text);
  return made;
}
