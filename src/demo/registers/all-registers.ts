import { jobs } from '../company/jobs.ts';
import { orgUnits } from '../company/org-units.ts';
import { fundArchive, fundRegisters } from './fund-rows.ts';
import type { RegisterHistory } from './history.ts';
import { marginLists } from './margin-lists.ts';
import { marginTables } from './margin-tables.ts';
import { moreStaffRegisters } from './more-staff-rows.ts';
import { placeRegisters } from './place-rows.ts';
import { productRegisters } from './product-rows.ts';
import { questionRegister } from '../service/question-rows.ts';
import { staffRegisters } from './staff-rows.ts';
import type { World } from './world.ts';

/** Filepaths of stored files that rows refer to. */
export interface RegisterFiles {
  /** filepath of the avatar, by the first character of the name */
  photos: ReadonlyMap<string, string>;
  /** PDF */
  annualReport: string;
}

/** All registers except net values and margin lists, ordered so that a register refers only to registers before it. */
export const seldomRegisters = (world: World, { photos, annualReport }: RegisterFiles): RegisterHistory[] => [
  ...placeRegisters(world, annualReport),
  ...staffRegisters(world, (name) => photos.get(firstSign(name)) ?? null),
  ...moreStaffRegisters(world),
  ...productRegisters(world),
  ...marginTables(world),
  orgUnits(world.days[0]!),
  jobs(world.days[0]!, world.share),
  questionRegister(world),
];

export const fundHistories = (world: World): RegisterHistory[] => fundRegisters(world);

export const netValueArchive = (world: World): RegisterHistory => fundArchive(world);

export const dailyRegisters = ({ share, marginDays }: World): RegisterHistory[] => marginLists(share, marginDays);

/** The first characters of the names that have a photo. */
export function photoSigns(world: World): string[] {
  const signs = new Set<string>();
  staffRegisters(world, (name) => {
    signs.add(firstSign(name));
    return null;
  });
  return [...signs].sort();
}

const firstSign = (name: string): string => [...name][0]!;
