import { employeeNo, fundCertNo, securitiesCertNo } from '../numbers.ts';
import { shortBranchName } from '../places.ts';
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
import { nameOf } from './staff-rows.ts';
import { someBranch, workplace, type World } from './world.ts';

/** Registers of advisers, marketers, staff and places of 非现场开户, and staff of the private equity subsidiary. */
export function moreStaffRegisters(world: World): RegisterHistory[] {
  const { share, ends: days } = world;
  const people = (name: string, whole: number, make: (maker: Maker) => Seen) =>
    turnover(name, countOf(whole, share), days, make);
  const advisers = people('invest-advisor', 1600, (maker) => adviser(world, maker));
  const marketers = [
    ...people('marketer', 700, (maker) => marketer(world, maker)),
    ...people('broker', 300, (maker) => broker(world, maker)),
  ];
  return [
    historyOf('invest-advisor', days, advisers),
    historyOf(
      'advisory-staff',
      days,
      advisers.filter((_, rowNo) => (rowNo % 80) % 4 === 0 || rowNo % 80 === 1).map(fundAdviser),
    ),
    historyOf('marketer', days, marketers),
    historyOf(
      'offsite-staff',
      days,
      people('offsite-staff', 900, (maker) => offsiteStaff(world, maker)),
    ),
    historyOf(
      'offsite-branch',
      days,
      world.branches.map((_, place) => offsiteBranch(world, place)),
    ),
    historyOf('private-equity-staff', days, people('private-equity-staff', 64, privateEquityStaff)),
  ];
}

function adviser(world: World, maker: Maker): Seen {
  const regDate = joinDay(maker, '2011-03-01');
  const row: Row = {
    staffName: nameOf(maker),
    certNo: securitiesCertNo(6, regDate, 1 + maker.rowNo),
    orgName: workplace(world, maker.random),
    regDate,
    serviceType: maker.random.pick(['综合投顾', '综合投顾', '资产配置', '股票组合', '基金组合', '财富规划']),
  };
  return () => row;
}

/** An adviser who also advises on funds under the same registration: 21 of 80 do. */
function fundAdviser(person: Seen): Seen {
  return (version) => {
    const row = person(version);
    return (
      row && {
        staffId: row.certNo!,
        staffName: row.staffName!,
        orgName: row.orgName!,
        qualification: '证券投资顾问',
        certDate: row.regDate!,
      }
    );
  };
}

function marketer(world: World, maker: Maker): Seen {
  const { rowNo, random } = maker;
  const row: Row = {
    name: nameOf(maker),
    marketerId: employeeNo(60_000 + rowNo * 11),
    marketerType: '1',
    certNo: securitiesCertNo(1, joinDay(maker, '2010-03-01'), 2_000 + rowNo * 5),
    orgName: someBranch(world, random),
    agencyScope: '客户招揽、客户服务',
    contractPeriod: null,
    region: null,
  };
  return () => row;
}

/** A broker works for one branch, in its city; the contract runs for a year that includes the day of the version. */
function broker({ branches }: World, maker: Maker): Seen {
  const { rowNo, random, days } = maker;
  const branch = random.pick(branches);
  const row: Row = {
    name: nameOf(maker),
    marketerId: employeeNo(70_000 + rowNo * 13),
    marketerType: '2',
    certNo: securitiesCertNo(4, joinDay(maker, '2010-03-01'), 3 + rowNo * 7),
    orgName: shortBranchName(branch.name),
    agencyScope: rowNo % 12 === 7 ? '客户服务' : '客户招揽、客户服务',
    region: `${branch.city}市`,
  };
  return (version) => ({
    ...row,
    contractPeriod: `${days[version]!.slice(0, 4)}-01-01 至 ${days[version]!.slice(0, 4)}-12-31`,
  });
}

const CATEGORIES = ['见证人员', '见证人员', '见证人员', '审核人员', '回访人员'];

function offsiteStaff(world: World, maker: Maker): Seen {
  const { rowNo, random } = maker;
  const staffCategory = random.pick(CATEGORIES);
  const row: Row = {
    branchName: someBranch(world, random),
    department:
      rowNo === 5
        ? null
        : staffCategory === '见证人员'
          ? random.pick(['营销部', '客户服务部', '业务拓展部'])
          : '运营部',
    staffName: nameOf(maker),
    employeeNo: employeeNo(5_000 + rowNo * 7),
    certNo: securitiesCertNo(0, joinDay(maker, '2013-04-01'), 17 + rowNo * 9),
    staffCategory,
  };
  return () => row;
}

/** Every branch opens accounts off its premises; one in twenty began between two versions. */
function offsiteBranch({ branches, ends }: World, place: number): Seen {
  const branch = branches[place]!;
  const row: Row = {
    province: branch.province,
    branchName: shortBranchName(branch.name),
    address: branch.address,
    phone: place === 6 ? null : branch.phone,
    bizScope: place % 5 === 2 ? '见证开户' : '见证开户、网上开户',
  };
  const from = place % 20 === 9 ? ends.length - 1 : 0;
  return (version) => (version < from ? null : row);
}

const POSITIONS = [
  '投资总监',
  '投资副总监',
  '高级投资经理',
  '投资经理',
  '投资经理',
  '风控经理',
  '合规风控负责人',
  '运营经理',
];

function privateEquityStaff(maker: Maker): Seen {
  const { rowNo, random } = maker;
  const ofFunds = rowNo % 5 !== 4;
  const certDate = joinDay(maker, '2014-06-01');
  const row: Row = {
    staffName: nameOf(maker),
    department: random.pick(['投资一部', '投资二部', '投资三部', '母基金部', '风险管理部', '基金运营部']),
    position: rowNo === 2 ? null : random.pick(POSITIONS),
    employeeNo: employeeNo(3_000 + rowNo * 7),
    certNo: ofFunds ? fundCertNo(5_000_213 + rowNo * 19) : securitiesCertNo(0, certDate, 9_000 + rowNo * 3),
    certType: ofFunds ? '基金从业资格' : '证券从业资格',
    certDate,
  };
  return () => row;
}
