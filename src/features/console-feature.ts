import type { ComponentType } from 'react';
import type { StaffRight } from '#rules/people/staff-rights.ts';

/** A part of the console that comes when it is first drawn. */
type Load<Props = object> = () => Promise<ComponentType<Props>>;

/** The console's half of a feature; each member is optional. */
export interface ConsoleFeature {
  screens?: readonly { path: string; /** absent: for everybody */ act?: StaffRight; load: Load }[];
  /** above the rows of a register */
  registerNotes?: readonly Load<{ register: string }>[];
  /** on the first screen: among what is wrong, what a new site lacks, or what waits */
  notes?: readonly { among: 'alarms' | 'preparation' | 'work'; act?: StaffRight; load: Load }[];
}
