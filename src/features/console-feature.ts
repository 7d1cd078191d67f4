import type { ComponentType } from 'react';
import type { EditionPartPlace, EditionPartProps } from '#console/editions/edition-part.ts';
import type { PlaceProps } from '#console/editions/edition-place.ts';
import type { EditionTab } from '#console/editions/edition-tabs.ts';
import type { StaffRight } from '#rules/people/staff-rights.ts';

/** Part of the console that is loaded when it is first drawn. */
type Load<Props = object> = () => Promise<ComponentType<Props>>;

/** The console's half of a feature; each member is optional. */
export interface ConsoleFeature {
  screens?: readonly { path: string; /** absent: for everybody */ act?: StaffRight; load: Load }[];
  /** links from the screens of articles, rows and files. to: from a subject, 'article:12', and the permalink of a row */
  thingLinks?: readonly { act: StaffRight; name: string; to: (subject: string, row: string) => string }[];
  /** beside the names of its screens: how much waits there */
  counts?: readonly { to: string; load: Load }[];
  /** above every screen */
  screenNotes?: readonly Load[];
  /** notes in the form of a setting */
  settingNotes?: readonly { setting: string; load: Load }[];
  /** above the rows of a register */
  registerNotes?: readonly Load<{ register: string }>[];
  /** beside the parts of an edition's page, or beside its form */
  editionParts?: readonly { beside: EditionPartPlace; load: Load<EditionPartProps> }[];
  /** at each place of the difference of an edition: a mark beside it, and what stands below it */
  placeParts?: readonly { mark: Load<PlaceProps>; below: Load<PlaceProps> }[];
  /** beside the names of the tabs of an edition's page: how much stands there */
  tabCounts?: readonly { tab: EditionTab; load: Load<{ editionId: number }> }[];
  /** notes on the first screen: among what is wrong, what a new site lacks, or what waits */
  notes?: readonly { among: 'alarms' | 'preparation' | 'work'; act?: StaffRight; load: Load }[];
}
