import type { EditionState } from '#rules/editions/edition-steps.ts';

/** What the console's calls about programs that feed registers answer, as both ends know it (server/feed-calls.ts). */

/** A token, without its secret. */
export interface DeliveryToken {
  tokenId: number;
  name: string;
  registers: string[];
  madeBy: string;
  madeAt: string;
  expiresAt: string;
  /** '' never */
  usedAt: string;
  revokedAt: string;
  revokedBy: string;
  state: 'active' | 'expired' | 'revoked';
}

/**
 * waiting: becomes public by its rule; in-review: an ordinary edition; refused: nothing could be made of it. What else
 * ended it: published by the rule, stopped by somebody, held back with a reason, replaced by a later delivery.
 */
export type DeliveryState = 'waiting' | 'in-review' | 'refused' | 'published' | 'stopped' | 'held' | 'replaced';

export interface DeliveryLine {
  deliveryId: number;
  register: string;
  /** of the register */
  title: string;
  /** name of the token */
  sender: string;
  at: string;
  state: DeliveryState;
  /** when it becomes public; '' not by itself */
  dueAt: string;
  /** why it does not become public by itself, or was refused */
  why: string;
  /** rows that came, went or became others */
  changed: number;
  editionId: number | null;
  editionState: EditionState | null;
  /** who stopped it */
  endedBy: string;
  endedAt: string;
  /** whether the reader may stop it */
  mayStop: boolean;
}

/** The rule of a register, and how it stands. */
export interface RuleLine {
  register: string;
  title: string;
  token: number;
  /** name of the token */
  sender: string;
  share: number;
  until: string;
  wait: number;
  /** '' it counts */
  why: string;
  approvedBy: string;
}

/** What a form for rules needs to know. */
export interface RuleFacts {
  register: string;
  title: string;
  rows: number;
  /** tokens that may deliver for it */
  tokens: { tokenId: number; name: string; madeBy: string }[];
  /** null: none is public */
  rule: { title: string; program: string; token: number; share: number; until: string; wait: number } | null;
  /** of what is public, for the edition's base */
  mark: string;
}
