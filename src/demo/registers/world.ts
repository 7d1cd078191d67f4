import { openBranchesOf, officesOf, shortBranchName, type Branch } from '../places.ts';
import type { Dice } from '../random.ts';
import { countOf } from './history.ts';

/** Data that all register makers share, so that no register names a branch that another does not have. */
export interface World {
  /** 1 or 0.1: the share of the full number of rows */
  share: number;
  branches: Branch[];
  /** the same branches in another order: those with 期货IB first */
  ibBranches: Branch[];
  offices: Branch[];
  /** days on which the staff registers were published, oldest first */
  days: string[];
  /** the first and the last of `days`, on which the other registers were published, too */
  ends: string[];
  /** the 40 trading days of the margin lists */
  marginDays: string[];
  /** the 250 trading days of net values */
  navDays: string[];
}

export function worldOf(share: number, calendar: Pick<World, 'days' | 'marginDays' | 'navDays'>): World {
  const open = openBranchesOf(share);
  // every third branch, then the others: a stable mix of all provinces
  const mixed = [0, 1, 2].flatMap((rest) => open.filter((_, place) => place % 3 === rest));
  const withIb = new Set(mixed.slice(0, countOf(110, share)).map(({ id }) => id));
  const branches = open.map((branch) =>
    withIb.has(branch.id) ? { ...branch, services: [...branch.services, 'IB'] } : branch,
  );
  const byId = new Map(branches.map((branch) => [branch.id, branch]));
  return {
    share,
    branches,
    ibBranches: mixed.map(({ id }) => byId.get(id)!),
    offices: officesOf(share),
    ends: [calendar.days[0]!, calendar.days.at(-1)!],
    ...calendar,
  };
}

const DEPARTMENTS = ['金融产品总部', '财富管理总部', '机构客户总部', '网络金融部', '运营管理总部'];

export const someBranch = ({ branches }: World, random: Dice): string => shortBranchName(random.pick(branches).name);

/** Workplace of a person: most in a branch, some in a branch office, few in the head office. */
export function workplace(world: World, random: Dice): string {
  const draw = random.next();
  if (draw < 0.82) return someBranch(world, random);
  return draw < 0.92 ? shortBranchName(random.pick(world.offices).name) : `示例证券${random.pick(DEPARTMENTS)}`;
}
