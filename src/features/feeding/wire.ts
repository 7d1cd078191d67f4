import type { EditionState } from '#rules/editions/edition-steps.ts';

/** Answers of the console's calls about programs that feed registers, known to both ends (server/feed-calls.ts). */

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
  /** title of the register */
  title: string;
  /** name of the token */
  sender: string;
  at: string;
  state: DeliveryState;
  /** time at which it becomes public; '' for none */
  dueAt: string;
  /** why it does not become public by itself, or was refused */
  why: string;
  /** rows that were added, removed or changed */
  changed: number;
  editionId: number | null;
  editionState: EditionState | null;
  /** person who stopped it */
  endedBy: string;
  endedAt: string;
  /** whether the reader may stop it */
  mayStop: boolean;
}

/** Rule of a register, and its state. */
export interface RuleLine {
  register: string;
  title: string;
  token: number;
  /** name of the token */
  sender: string;
  share: number;
  until: string;
  wait: number;
  /** why the rule does not count; '' where it does */
  why: string;
  approvedBy: string;
}

/** Facts that a form for rules needs. */
export interface RuleFacts {
  register: string;
  title: string;
  rows: number;
  /** tokens that may deliver for it */
  tokens: { tokenId: number; name: string; madeBy: string }[];
  /** public rule; null: there is none */
  rule: { title: string; program: string; token: number; share: number; until: string; wait: number } | null;
  /** mark of what is public, for the edition's base */
  mark: string;
}
