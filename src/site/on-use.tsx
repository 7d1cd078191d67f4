import { memo, Suspense, use, useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import type { ViewProps } from '#page/define-widget.ts';
import { loadViews, viewOf } from './views.ts';

type Shown = ViewProps<any, any>;

interface Waiting {
  arrived: Promise<void>;
  /** a line that is down leaves the HTML as it is, and the next reach tries again */
  fetch: () => void;
}

const waiting = new Map<string, Waiting>();

function waitFor(widget: string): Waiting {
  let one = waiting.get(widget);
  if (!one) {
    let tell = () => {};
    const arrived = new Promise<void>((resolve) => (tell = resolve));
    one = { arrived, fetch: () => void loadViews([widget]).then(tell, () => {}) };
    waiting.set(widget, one);
  }
  return one;
}

/** widgets of the blocks on the page that came without their scripts, by the element's id */
const blocks = new Map<string, string>();

/** The widget of the block around an element, while its script has not come; undefined outside of such a block. */
export function widgetAsleep(target: EventTarget | null): string | undefined {
  const block = target instanceof Element ? target.closest('.block') : null;
  const widget = block ? blocks.get(block.id) : undefined;
  return widget && !viewOf(widget) ? widget : undefined;
}

/** A button that only scripts serve, pressed before its own were there. */
let pressed: HTMLElement | null = null;

function onReach({ target, type }: Event) {
  const widget = widgetAsleep(target);
  if (!widget) return;
  if (type === 'click') pressed = (target as Element).closest<HTMLElement>('button[type=button]');
  waitFor(widget).fetch();
}

/** Fetches the script of a block's view when a visitor reaches for the block: by pointer, finger, keyboard. */
function watch(id: string, widget: string) {
  blocks.set(id, widget);
  // before React hears of them: it keeps to itself what happens over HTML that it has not hydrated
  for (const type of ['pointerover', 'pointerdown', 'focusin', 'input', 'click'])
    document.addEventListener(type, onReach, { capture: true, passive: true });
  if (document.getElementById(id)?.matches(':hover, :focus-within')) waitFor(widget).fetch();
  return () => void blocks.delete(id);
}

const views = new Map<string, ComponentType<Shown>>();

/**
 * The view of a widget whose script comes when it is used (ViewModule.hydrates); until then the server's HTML stands in
 * the document as it came.
 */
export function viewOnUse(widget: string): ComponentType<Shown> {
  const made = views.get(widget);
  if (made) return made;
  // what has not changed must not be drawn anew: there is nothing yet to draw it with
  const View = memo((shown: Shown) => {
    const id = `block-${shown.block.id}`;
    useEffect(() => watch(id, widget), [id]);
    return (
      <Suspense fallback={<AsItCame widget={widget} id={id} />}>
        <Arrived widget={widget} shown={shown} />
      </Suspense>
    );
  });
  views.set(widget, View);
  return View;
}

/** React draws what has waited a second time, and hooks beside this one would not find themselves again. */
function Arrived({ widget, shown }: { widget: string; shown: Shown }) {
  if (!viewOf(widget)) use(waitFor(widget).arrived);
  const { View } = viewOf(widget)!;
  return (
    <>
      <View {...shown} />
      <PressAgain />
    </>
  );
}

function PressAgain() {
  useEffect(() => {
    pressed?.click();
    pressed = null;
  }, []);
  return null;
}

/** Other data is on its way to a block whose view nobody has reached for: what it said stays until both are there. */
function AsItCame({ widget, id }: { widget: string; id: string }) {
  const [html] = useState(() =>
    [...document.querySelectorAll(`#${id} > :not(.block__heading, .block__stale)`)]
      .map(({ outerHTML }) => outerHTML)
      .join(''),
  );
  useEffect(() => waitFor(widget).fetch(), [widget]);
  return <div dangerouslySetInnerHTML={{ __html: html }} />;
}
