import { addDays, tradingDayOnOrBefore } from '../calendar.ts';
import { personName } from '../names.ts';
import { employeeNo, fundCertNo, futuresCertNo, landline, scattered, securitiesCertNo } from '../numbers.ts';
import { shortBranchName } from '../places.ts';
import { dice, type Dice } from '../random.ts';
import {
  countOf,
  historyOf,
  joinDay,
  turnover,
  type Maker,
  type RegisterHistory,
  type Row,
  type Seen,
} from './history.ts';
import { workplace, type World } from './world.ts';

/** Registers of staff in 期货IB, fund sale and bond business, and of the fund sellers who may recommend funds. */
export function staffRegisters(world: World, photoOf: (name: string) => string | null): RegisterHistory[] {
  const { share, days } = world;
  const register = (name: string, whole: number, make: (maker: Maker) => Seen) =>
    historyOf(name, days, turnover(name, countOf(whole, share), days, make));
  const sellers = turnover('fund-sale-staff', countOf(3200, share), days, (maker) => fundSaleStaff(world, maker));
  return [
    register('ib-staff', 420, (maker) => ibStaff(world, maker, photoOf)),
    historyOf(
      'ib-branch',
      days,
      turnover('ib-branch', countOf(110, share), days, (maker) => ibBranch(world, maker)),
    ),
    historyOf('fund-sale-staff', days, sellers),
    historyOf('fund-referrer', days, referrers(sellers)),
    register('bond-investment', 140, (maker) => bondInvestment(maker)),
  ];
}

/** Names that are hard to draw, by row number: a long name, and characters outside the basic multilingual plane. */
const ODD_NAMES: Record<number, string> = { 3: '古丽米热·阿卜杜热合曼江', 6: '龚䶮', 11: '王𠮷' };

export const nameOf = ({ rowNo, random }: Maker): string => ODD_NAMES[rowNo] ?? personName(random);

const isNewest = ({ days }: Maker, version: number) => version === days.length - 1;

/**
 * A member of the 期货IB staff. Those in charge have a photo: the first character of the name as a picture, never a face.
 */
function ibStaff(world: World, maker: Maker, photoOf: (name: string) => string | null): Seen {
  const { rowNo, random } = maker;
  const leads = rowNo % 21 < 2;
  const staffName = nameOf(maker);
  const branchName = ibBranchOf(world, random);
  const row: Row = {
    staffName,
    photo: leads ? photoOf(staffName) : null,
    branchName,
    position:
      rowNo === 8
        ? null
        : random.pick(
            leads
              ? ['IB业务负责人', 'IB业务负责人', '营业部副总经理']
              : ['IB专员', 'IB专员', '客户经理', '开户见证岗', '期货业务岗'],
          ),
    futuresCertNo: futuresCertNo(1_001 + rowNo * 37),
    management: leads ? '1' : '0',
    regDate: joinDay(maker, '2012-03-01'),
  };
  const earlier = random.chance(0.04) ? ibBranchOf(world, random) : branchName;
  return (version) => (isNewest(maker, version) ? row : { ...row, branchName: earlier });
}

const ibBranchOf = ({ ibBranches, share }: World, random: Dice): string =>
  shortBranchName(ibBranches[random.int(0, countOf(110, share) - 1)]!.name);

function ibBranch({ ibBranches }: World, maker: Maker): Seen {
  const { rowNo } = maker;
  const branch = ibBranches[rowNo]!;
  const row: Row = {
    province: branch.province,
    branchName: shortBranchName(branch.name),
    address: branch.address,
    phone: rowNo === 4 ? null : branch.phone,
    manager: branch.principal,
    approveDate: joinDay(maker, '2010-06-01'),
    futuresCompany: '示例期货有限公司',
  };
  return () => row;
}

function fundSaleStaff(world: World, maker: Maker): Seen {
  const { rowNo, random } = maker;
  const row: Row = {
    staffName: nameOf(maker),
    staffId: fundCertNo(1_007 + rowNo * 13),
    qualification: '基金从业资格',
    orgName: workplace(world, random),
    certDate: rowNo === 9 ? null : joinDay(maker, '2009-05-04'),
  };
  const earlier = random.chance(0.03) ? workplace(world, random) : row.orgName!;
  return (version) => (isNewest(maker, version) ? row : { ...row, orgName: earlier });
}

/** Three of four fund sellers may recommend funds; the row has the same person, certificate and office. */
function referrers(sellers: readonly Seen[]): Seen[] {
  const chosen = sellers.filter((_, rowNo) => rowNo % 4 !== 3);
  const numbers = scattered(dice('fund-referrer'), chosen.length, 20_000, 59_999);
  return chosen.map((seller, place) => (version) => {
    const row = seller(version);
    return (
      row && {
        name: row.staffName!,
        referrerId: employeeNo(numbers[place]!),
        orgName: row.orgName!,
        certNo: row.staffId!,
      }
    );
  });
}

const LINES = [
  { bizLine: '自营', department: '固定收益总部', weight: 0.45 },
  { bizLine: '资管', department: '资产管理总部', weight: 0.75 },
  { bizLine: '投顾', department: '债券投顾业务部', weight: 0.87 },
  { bizLine: '做市', department: '做市业务部', weight: 1 },
];

function bondInvestment(maker: Maker): Seen {
  const { rowNo, random, days, from } = maker;
  const newest = days.length - 1;
  const draw = random.next();
  const { bizLine, department } = LINES.find(({ weight }) => draw < weight)!;
  const post = random.pick(['投资经理', '投资经理', '交易员', '交易员', '交易员', '研究', '研究', '风控', '清算']);
  const certDate = joinDay(maker, '2011-01-10');
  const row: Row = {
    department,
    bizLine,
    staffName: nameOf(maker),
    post,
    employeeNo: employeeNo(211 + rowNo * 17),
    certNo: securitiesCertNo(1, certDate, 31 + rowNo * 7),
    certType: post === '投资经理' ? '证券投资咨询业务' : '一般证券业务',
    certDate,
    officePhone: rowNo === 7 ? null : landline('021', random),
    status: '在岗',
    changeDate: null,
  };
  if (rowNo % 11 !== 5 || from === newest) return () => row;
  const leaves = Math.max(from + 1, random.int(1, newest));
  const gone: Row = {
    ...row,
    status: '离岗',
    changeDate: tradingDayOnOrBefore(addDays(days[leaves]!, -random.int(1, 9))),
  };
  return (version) => (version >= leaves ? gone : row);
}
