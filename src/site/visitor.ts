import { useSyncExternalStore } from 'react';
import type { MenuItem, SiteState } from '#page/page-schema.ts';
import type { MessageStore, Modal } from './notices/messages.ts';
import type { Session, Whoever } from './answers/session.ts';
import { useSite } from './moves/site-context.ts';

/** State of a visit, in memory only (EN3). Every part of the site reads it here. */
export interface Visitor {
  /** GR1: the home page is shown without colour */
  isGray: boolean;
  /** undefined: not looked yet; null: nobody is logged in */
  userInfo: Whoever;
  /** LG2 */
  zhChoose: 's' | 't';
  /** MD1: the tip that is open */
  tipModal: Modal | null;
  /** the menu (CH1); null where no tree could be had (CH7) */
  routes: MenuItem[] | null;
}

export type VisitorStore = ReturnType<typeof createVisitor>;

/** One store over what the page began with, the session and the messages: it tells of a change of any of them. */
export function createVisitor(
  state: SiteState,
  session: Pick<Session, 'subscribe' | 'current'>,
  messages: Pick<MessageStore, 'subscribe' | 'getSnapshot'>,
) {
  const first: Visitor = {
    isGray: state.shell.grey === true,
    userInfo: undefined,
    zhChoose: state.traditional ? 't' : 's',
    tipModal: null,
    routes: state.shell.menu,
  };
  let known = first;
  return {
    subscribe(listener: () => void): () => void {
      const ends = [session.subscribe(listener), messages.subscribe(listener)];
      return () => ends.forEach((end) => end());
    },
    current(): Visitor {
      const userInfo = session.current();
      const tipModal = messages.getSnapshot().tip;
      if (userInfo !== known.userInfo || tipModal !== known.tipModal) known = { ...known, userInfo, tipModal };
      return known;
    },
    /** the visitor that the server draws and the browser hydrates with */
    first: (): Visitor => first,
  };
}

/** One part of it: a component renders again only when the part that it reads changes. */
export function useVisitor<Part extends keyof Visitor>(part: Part): Visitor[Part] {
  const { visitor } = useSite();
  return useSyncExternalStore(
    visitor.subscribe,
    () => visitor.current()[part],
    () => visitor.first()[part],
  );
}
