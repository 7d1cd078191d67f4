import { memo, Suspense, use, useEffect, useLayoutEffect, useState } from 'react';
import type { ComponentType } from 'react';
import type { ViewProps } from '#page/define-widget.ts';
import { useAddress } from './address.ts';
import { isServed } from '../answers/calls.ts';
import { loadViews, viewOf } from '../views.ts';

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

interface Came {
  widget: string;
  /** the page that the script has to draw first: the server's, as long as its HTML is in its place */
  shown: Shown;
  /** the page that should be visible by now */
  now: Shown;
  /** its script has drawn what is to be seen */
  isDrawn: boolean;
}

/** blocks on the page that came without their scripts, by the element's id */
const blocks = new Map<string, Came>();

const idAround = (target: EventTarget | null): string =>
  (target instanceof Element && target.closest('.block')?.id) || '';

const isAsleep = ({ widget }: Came): boolean => !waitFor(widget).isThere;

/** The block around an element, while its script has not come; undefined outside of such a block. */
function sleeperAround(target: EventTarget | null): Came | undefined {
  const block = blocks.get(idAround(target));
  return block && isAsleep(block) ? block : undefined;
}

export const isWithinSleeper = (target: EventTarget | null): boolean => sleeperAround(target) !== undefined;

/** Whether the links around an element were drawn at another address of the page, whose conditions they lead back to. */
export function isBehind(target: EventTarget): boolean {
  const block = blocks.get(idAround(target));
  return block !== undefined && !block.isDrawn && block.now.block !== block.shown.block;
}

/**
 * The scripts of sleeping blocks that are about to say something else. The block that was acted on has to be drawn by its
 * own first, because the focus and what is typed would go with HTML that is replaced. Others are replaced, unless
 * somebody reaches for them meanwhile (AsItCame), and do without the parts that drew what they said.
 * @param from what was acted on
 * @param ids of the blocks that change; null: all
 * @returns what has to be waited for; null: nothing. @throws where a script cannot be had
 */
export function wake(from: Element, ids: readonly string[] | null): Promise<unknown> | null {
  const own = sleeperAround(from);
  const changing = [...blocks.values()].filter(
    (block) => isAsleep(block) && (ids === null || ids.includes(block.shown.block.id)),
  );
  const fetching = changing.map((block) => (block === own ? waitFor(block.widget).fetch() : loadViews([block.widget])));
  return fetching.length === 0 ? null : Promise.all(fetching);
}

/** milliseconds after which a press is no longer what its visitor waits for */
const PATIENCE = 3_000;

/**
 * Events that only scripts answer, done before they were there: done once more when they have come. By what it was done
 * to.
 */
const missed = new Map<EventTarget, { block: string; again: () => void; until: number }>();

/** Once a block that is behind is drawn for the present address. @throws where its script cannot be had */
export function doOnceAwake(target: EventTarget, again: () => void): Promise<void> {
  const id = idAround(target);
  missed.set(target, { block: id, again, until: Infinity });
  return waitFor(blocks.get(id)!.widget).fetch();
}

function onReach(event: Event) {
  const { target, type } = event;
  const sleeper = sleeperAround(target);
  if (!sleeper) return;
  const miss = (to: EventTarget, again: () => void) =>
    missed.set(to, { block: idAround(target), again, until: performance.now() + PATIENCE });
  const button = type === 'click' ? (target as Element).closest<HTMLElement>('button[type=button]') : null;
  // events that navigation answers are done
  if (button && !button.closest('[data-login], [data-missing-file]')) miss(button, () => button.click());
  // a drawing is read where it was pointed at, by its own script (RG38)
  if (type === 'pointerdown')
    (target as Element).closest('svg[role=img]')?.setAttribute('data-pointed', String((event as PointerEvent).clientX));
  // suggestions follow the typed text (SE6)
  if (type === 'input') miss(target!, () => target!.dispatchEvent(new Event(type, { bubbles: true })));
  reach(sleeper.widget);
}

const reach = (widget: string) =>
  void waitFor(widget)
    .fetch()
    .catch(() => {});

/** Fetches the script of a block's view when a visitor reaches for the block: by pointer, finger, keyboard. */
function watch(id: string, widget: string, shown: Shown) {
  blocks.set(id, { widget, shown, now: shown, isDrawn: false });
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
  const View = (shown: Shown) => {
    const id = `block-${shown.block.id}`;
    const [isThere, setThere] = useState(false);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    useEffect(() => watch(id, widget, shown), [id]);
    useLayoutEffect(() => {
      const block = blocks.get(id);
      if (block) block.now = shown;
    });
    // the first drawing is the server's page, the second the page that is wanted now
    useEffect(() => {
      const block = blocks.get(id);
      if (!isThere || !block) return;
      block.isDrawn = true;
      doMissed(id);
    }, [isThere, id]);
    return <Sleeper widget={widget} id={id} shown={shown} onThere={setThere} />;
  };
  views.set(widget, View);
  return View;
}

interface SleeperProps {
  widget: string;
  id: string;
  shown: Shown;
  onThere: (isThere: true) => void;
}

/** Equal content must not be drawn anew, at whatever address: there is nothing yet to draw it with. */
const Sleeper = memo(
  ({ widget, id, shown, onThere }: SleeperProps) => (
    <Suspense fallback={<AsItCame widget={widget} id={id} />}>
      <Arrived widget={widget} shown={shown} onThere={onThere} />
    </Suspense>
  ),
  ({ widget, shown: before }, { shown: now }) =>
    before.data === now.data && before.props === now.props && (before.block === now.block || !waitFor(widget).isThere),
);

/** React draws what has waited a second time, and hooks beside this one would not find themselves again. */
function Arrived({ widget, shown, onThere }: Omit<SleeperProps, 'id'>) {
  // a server has all scripts before it draws
  if (typeof document !== 'undefined' && !waitFor(widget).isThere) use(waitFor(widget).arrived);
  const { View } = viewOf(widget)!;
  return (
    <>
      <View {...shown} />
      <Tell onThere={onThere} />
    </>
  );
}

function Tell({ onThere }: Pick<SleeperProps, 'onThere'>) {
  useEffect(() => onThere(true), [onThere]);
  return null;
}

function doMissed(id: string) {
  for (const [to, { block, again, until }] of missed) {
    if (block !== id) continue;
    missed.delete(to);
    if (performance.now() < until) again();
  }
}

/**
 * Other data has come to a block whose script has not, by Back for example. Its HTML stays, as the page on its way,
 * until both are there. Where the script cannot be had the server's document shows the page, or the lost connection is
 * reported. On the way to another page it stays until that one is there, or its failure is told, and needs no script.
 */
function AsItCame({ widget, id }: { widget: string; id: string }) {
  const [html] = useState(() =>
    [...document.querySelectorAll(`#${id} > :not(.block__heading, .block__stale)`)]
      .map(({ outerHTML }) => outerHTML)
      .join(''),
  );
  const { pathname } = useAddress();
  useEffect(() => {
    if (pathname !== cameAt) return;
    const block = blocks.get(id);
    if (block) block.shown = block.now;
    void waitFor(widget)
      .fetch()
      .catch(() => isServed())
      .then((isThere) => isThere && window.location.pathname === cameAt && window.location.reload());
  }, [widget, id, pathname]);
  return <div aria-busy="true" data-pending dangerouslySetInnerHTML={{ __html: html }} />;
}
