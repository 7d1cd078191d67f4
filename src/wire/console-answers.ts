import type { EditionState } from '#rules/edition-steps.ts';
import type { Grant } from '#rules/staff-rights.ts';

/** What the console's calls answer (src/server/console-api), as both ends know it. */
export interface Me {
  account: string;
  name: string;
  grants: Grant[];
  mustChange: boolean;
  hasSecondFactor: boolean;
}

export interface Person {
  staffId: number;
  account: string;
  name: string;
  grants: Grant[];
  state: 'active' | 'suspended';
  /** false: no password was ever set */
  isReady: boolean;
  hasSecondFactor: boolean;
  createdAt: string;
  /** '' never */
  signedInAt: string;
}

export interface Channel {
  channelId: string;
  parentId: string;
  name: string;
  url: string;
}

export interface AuditLine {
  no: number;
  at: string;
  account: string;
  /** '' for nobody known */
  name: string;
  act: string;
  subject: string;
  outcome: 'done' | 'refused';
  facts: Record<string, unknown>;
  address: string;
}

export interface PublicationLine {
  no: number;
  at: string;
  title: string;
  writtenBy: string;
  approvedBy: string;
  hash: string;
}

export interface Paged<T> {
  total: number;
  list: T[];
}

export interface SecondFactor {
  secret: string;
  /** of the picture that an app reads: path data, and the side of the square it fills with its quiet zone */
  picture: { path: string; size: number };
}

export interface EditionLine {
  editionId: number;
  title: string;
  state: EditionState;
  version: number;
  channelIds: string[];
  createdBy: string;
  changedAt: string;
  /** '' for none */
  publishAt: string;
  publishedIn: number | null;
  /** published in an emergency and not confirmed: until when it has to be; '' otherwise */
  reviewDue: string;
  isOverdue: boolean;
}
