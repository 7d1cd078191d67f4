import { memo, Suspense, use, useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { useLocation } from 'react-router-dom';
import type { ViewProps } from '#page/define-widget.ts';
import { loadViews, viewOf } from './views.ts';

type Shown = ViewProps<any, any>;

/** The script of a view, and the parts of it that drew what came as HTML. */
interface Waiting {
  arrived: Promise<void>;
  isThere: boolean;
  /** a line that is down leaves the HTML as it is, and the next reach tries again. @throws where it cannot be had */
  fetch: () => Promise<void>;
}

const waiting = new Map<string, Waiting>();

function waitFor(widget: string): Waiting {
  const known = waiting.get(widget);
  if (known) return known;
  let tell = () => {};
  const made: Waiting = {
    arrived: new Promise((resolve) => (tell = resolve)),
    isThere: false,
    fetch: async () => {
      await loadViews([widget]);
      const { parts = () => [] } = viewOf(widget)!;
      const shown = [...blocks.values()].filter((block) => block.widget === widget);
      await Promise.all(shown.flatMap((block) => parts(block.shown).map((part) => part.fetch())));
      made.isThere = true;
      tell();
    },
  };
  waiting.set(widget, made);
  return made;
}

/** path of the page that came as HTML */
let cameAt = '';

/** blocks on the page that came without their scripts, by the element's id */
const blocks = new Map<string, { widget: string; shown: Shown }>();

const blockOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest('.block') : null;

/** The widget of the block around an element, while its script has not come; undefined outside of such a block. */
export function widgetAsleep(target: EventTarget | null): string | undefined {
  const widget = blocks.get(blockOf(target)?.id ?? '')?.widget;
  return widget && !waitFor(widget).isThere ? widget : undefined;
}

/**
 * The scripts of all blocks of the page that have none yet: before the page says something else, because what has not
 * arrived cannot be drawn anew. null where nothing is asleep. @throws where one cannot be had
 */
export function wakeAll(): Promise<unknown> | null {
  const widgets = new Set([...blocks.values()].map(({ widget }) => widget));
  const asleep = [...widgets].filter((widget) => !waitFor(widget).isThere);
  return asleep.length === 0 ? null : Promise.all(asleep.map((widget) => waitFor(widget).fetch()));
}

/** milliseconds after which a press is no longer what its visitor waits for */
const PATIENCE = 3_000;

/** What only scripts answer, done before they were there: done once more when they have come. By what it was done to. */
const missed = new Map<EventTarget, { block: string; again: () => void; at: number }>();

function onReach({ target, type }: Event) {
  const widget = widgetAsleep(target);
  if (!widget) return;
  const miss = (to: EventTarget, again: () => void) =>
    missed.set(to, { block: blockOf(target)!.id, again, at: performance.now() });
  const button = type === 'click' ? (target as Element).closest<HTMLElement>('button[type=button]') : null;
  // what navigation answers is done
  if (button && !button.closest('[data-login], [data-missing-file]')) miss(button, () => button.click());
  // what is suggested follows what is typed (SE6)
  if (type === 'input') miss(target!, () => target!.dispatchEvent(new Event(type, { bubbles: true })));
  reach(widget);
}

const reach = (widget: string) =>
  void waitFor(widget)
    .fetch()
    .catch(() => {});

/** Fetches the script of a block's view when a visitor reaches for the block: by pointer, finger, keyboard. */
function watch(id: string, widget: string, shown: Shown) {
  blocks.set(id, { widget, shown });
  cameAt = window.location.pathname;
  // before React hears of them: it keeps to itself what happens over HTML that it has not hydrated
  for (const type of ['pointerover', 'pointerdown', 'focusin', 'input', 'click'])
    document.addEventListener(type, onReach, { capture: true, passive: true });
  const block = document.getElementById(id);
  const focused = document.activeElement;
  // the address may name a place within the block; the focus that the page itself has set is nobody's reach
  if (
    block?.matches(':hover') ||
    block?.querySelector(':target') ||
    (block?.contains(focused) && !(focused as HTMLInputElement).autofocus)
  )
    reach(widget);
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
    // what the server has drawn is what its script has to draw first
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    useEffect(() => watch(id, widget, shown), [id]);
    return (
      <Suspense fallback={<AsItCame widget={widget} id={id} />}>
        <Arrived widget={widget} id={id} shown={shown} />
      </Suspense>
    );
  });
  views.set(widget, View);
  return View;
}

/** React draws what has waited a second time, and hooks beside this one would not find themselves again. */
function Arrived({ widget, id, shown }: { widget: string; id: string; shown: Shown }) {
  // a server has all scripts before it draws
  if (typeof document !== 'undefined' && !waitFor(widget).isThere) use(waitFor(widget).arrived);
  const { View } = viewOf(widget)!;
  return (
    <>
      <View {...shown} />
      <DoAgain id={id} />
    </>
  );
}

function DoAgain({ id }: { id: string }) {
  useEffect(() => {
    for (const [to, { block, again, at }] of missed) {
      if (block !== id) continue;
      missed.delete(to);
      if (performance.now() - at < PATIENCE) again();
    }
  }, [id]);
  return null;
}

/**
 * Other data has come to a block whose script has not, by Back for example: what it said stays, as what is on its way,
 * until both are there; where the script cannot be had the server's document says what is so. On the way to another page it
 * stays until that one is there, or its failure is told, and needs no script.
 */
function AsItCame({ widget, id }: { widget: string; id: string }) {
  const [html] = useState(() =>
    [...document.querySelectorAll(`#${id} > :not(.block__heading, .block__stale)`)]
      .map(({ outerHTML }) => outerHTML)
      .join(''),
  );
  const { pathname } = useLocation();
  useEffect(() => {
    if (pathname !== cameAt) return;
    void waitFor(widget)
      .fetch()
      .catch(() => window.location.pathname === cameAt && window.location.reload());
  }, [widget, pathname]);
  return <div aria-busy="true" dangerouslySetInnerHTML={{ __html: html }} />;
}
