import { integer, text } from '#page/schema-words.ts';
import { provinces } from '../cities.ts';
import { personName } from '../names.ts';
import { creditCode, landline, licenceNo } from '../numbers.ts';
import type { Branch } from '../places.ts';
import { dice, type Dice } from '../random.ts';
import { readRows } from '../read-texts.ts';
import { EMAIL, HOTLINE } from '../settings.ts';
import { countOf, permanent, type RegisterHistory, type Row } from './history.ts';
import type { World } from './world.ts';

/** Registers of provinces and cities, branches and their offices, the firm with its subsidiaries, and the board. */
export function placeRegisters(world: World, annualReport: string): RegisterHistory[] {
  const opening = world.days[0]!;
  return [
    permanent('region', opening, regionRows),
    permanent('branch', opening, () => branchRows(world)),
    permanent('company-info', opening, () => companyRows(world, annualReport)),
    permanent('management', opening, boardRows),
  ];
}

function regionRows(): Row[] {
  return provinces.flatMap(({ id, name, cities }) => [
    { id, name, parentid: '0', level: '1' },
    ...cities.map((city) => ({ id: city.id, name: `${city.name}市`, parentid: id, level: '2' })),
  ]);
}

/** Rows of the branches; one of them has no phone. */
function branchRows({ branches, offices }: World): Row[] {
  return [
    ...offices.map((office) => branchRow(office, '分公司')),
    ...branches.map((branch, place) => ({ ...branchRow(branch, '证券营业部'), ...(place === 2 && { phone: null }) })),
  ];
}

/** On days of trade; some take a break at noon. */
const OPENING_HOURS = ['交易日 9:00–17:00', '交易日 9:00–11:30，13:00–17:00', '交易日 8:45–17:00'];

const branchRow = (branch: Branch, branchType: string): Row => ({
  id: branch.id,
  name: branch.name,
  branchType,
  provinceId: branch.provinceId,
  cityId: branch.cityId,
  address: branch.address,
  phone: branch.phone,
  services: branch.services.join('、'),
  hours: OPENING_HOURS[Number(branch.id) % OPENING_HOURS.length]!,
  principal: branch.principal,
  zip: branch.zip,
  fax: branch.fax,
  licenseNo: branch.licenceNo,
  lng: branch.lng.toFixed(6),
  lat: branch.lat.toFixed(6),
});

const FIRM: Row = {
  companyType: '1',
  companyName: '示例证券有限公司',
  englishName: 'SHILI SECURITIES CO., LTD.',
  creditCode: creditCode(1),
  principal: personName(dice('management', 0)),
  regCapital: '1200000',
  estDate: '1996-05-16',
  address: '上海市新城区滨江大道1号示例证券大厦',
  zipCode: '200120',
  phone: '021-55500100',
  licenseNo: licenceNo(1),
  bizScope:
    '证券经纪；证券投资咨询；与证券交易、证券投资活动有关的财务顾问；证券承销与保荐；证券自营；证券资产管理；融资融券；代销金融产品；为期货公司提供中间介绍业务；证券投资基金托管',
  complaintPhone: HOTLINE,
};

const SUBSIDIARIES = readRows(new URL('./subsidiaries.csv', import.meta.url), {
  companyName: text(),
  englishName: text(),
  bizScope: text(),
  /** in 万元 */
  regCapital: integer(),
});

const BRANCH_SCOPE = '证券经纪；证券投资咨询；融资融券；代销金融产品';

function companyRows({ share, branches, offices }: World, annualReport: string): Row[] {
  const ofBranch = (branch: Branch, companyType: string): Row => ({
    companyType,
    companyName: branch.name,
    creditCode: creditCode(Number(branch.id)),
    principal: branch.principal,
    estDate: branch.opened,
    address: branch.address,
    zipCode: branch.zip,
    phone: branch.phone,
    licenseNo: branch.licenceNo,
    bizScope: branch.services.includes('IB') ? `${BRANCH_SCOPE}；为期货公司提供中间介绍业务` : BRANCH_SCOPE,
    complaintPhone: HOTLINE,
  });
  const subsidiaries = SUBSIDIARIES.slice(0, countOf(SUBSIDIARIES.length, share)).map(
    ({ companyName, englishName, bizScope, regCapital }, place): Row => {
      const random = dice('subsidiary', place);
      return {
        companyType: '4',
        companyName,
        englishName,
        creditCode: creditCode(900_001 + place),
        principal: personName(random),
        regCapital: String(regCapital),
        estDate: `${random.int(2001, 2019)}-0${random.int(1, 9)}-${random.int(10, 28)}`,
        address: `上海市新城区滨江大道${random.int(3, 99)}号`,
        zipCode: '200120',
        phone: landline('021', random),
        bizScope,
        complaintPhone: HOTLINE,
      };
    },
  );
  return [
    { ...FIRM, attachmentInfos: annualReport || null },
    ...offices.map((office) => ofBranch(office, '2')),
    ...branches.map((branch) => ofBranch(branch, '3')),
    ...subsidiaries,
  ];
}

const BOARD = readRows(new URL('./board.csv', import.meta.url), { category: text(), position: text() });

/** Rows of the board; the first is the legal representative. A small demonstration holds the whole board, too. */
function boardRows(): Row[] {
  return BOARD.map(({ category, position }, place): Row => {
    const random = dice('management', place);
    return {
      name: personName(random),
      category,
      position,
      termFrom: `${random.int(2019, 2024)}-0${random.int(1, 9)}-${random.int(10, 28)}`,
      education: random.pick(['本科', '硕士研究生', '硕士研究生', '博士研究生']),
      profile: `现任公司${position}。曾任${formerPost(random)}等职，具有${random.int(12, 30)}年金融、法律或管理工作经验。`,
      sortNo: place + 1,
    };
  });
}

/** Text of the firm's annual report, which has one page. */
export const annualReportText = (year: number) => ({
  title: `示例证券有限公司${year}年年度报告摘要`,
  paragraphs: [
    '本摘要为演示数据，公司、人员与数字均为虚构。',
    `报告期内，公司坚持稳健经营，各项业务平稳开展。公司设有28家分公司、300家证券营业部。`,
    `投资者可通过客服热线${HOTLINE}或电子邮箱${EMAIL}索取年度报告全文。`,
  ],
  signature: ['示例证券有限公司'],
});

const FORMER_POSTS: readonly [house: string, posts: readonly string[]][] = [
  ['会计师事务所', ['高级经理', '合伙人']],
  ['商业银行', ['部门负责人', '分支机构负责人']],
  ['证券公司', ['部门负责人', '分支机构负责人']],
  ['高等院校', ['副教授', '教授']],
  ['律师事务所', ['高级律师', '合伙人']],
];

/** A former post: a firm and one of its posts, both chosen at random. */
function formerPost(random: Dice): string {
  const [house, posts] = random.pick(FORMER_POSTS);
  return house + random.pick(posts);
}
