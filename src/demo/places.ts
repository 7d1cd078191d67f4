import { list, object, text } from '#page/schema-words.ts';
import { provinces, type City, type Province } from './cities.ts';
import { personName } from './names.ts';
import { landline, licenceNo } from './numbers.ts';
import { dice, hash, type Dice } from './random.ts';
import { readTexts } from './read-texts.ts';

const names = list(text());
/** Names of roads, buildings and districts as any city may have them. */
const { roads, buildings, districts } = readTexts(
  new URL('./places.json', import.meta.url),
  object({ roads: names, buildings: names, districts: names }),
);

export interface Branch {
  /** six digits; the first is 1 for the office of a province, 2 for a branch */
  id: string;
  province: string;
  provinceId: string;
  city: string;
  cityId: string;
  name: string;
  address: string;
  phone: string;
  fax: string;
  zip: string;
  principal: string;
  licenceNo: string;
  /** day of opening */
  opened: string;
  services: string[];
  lng: number;
  lat: number;
}

/** Services of branches. IB is added to the branches that the register of 期货IB names. */
const SERVICES = ['两融', '期权', '港股通', '北交所'];

/** All 300 branches, each with a different name. */
export const branches: Branch[] = provinces.flatMap(openBranches);

function openBranches(province: Province, place: number): Branch[] {
  const taken = new Set<string>();
  return Array.from({ length: province.branches }, (_, rowNo) => {
    const random = dice(`branch-${province.name}`, rowNo);
    const [capital, ...others] = province.cities;
    const city = others.length === 0 || random.chance(0.6) ? capital! : random.pick(others);
    let road = random.pick(roads);
    while (taken.has(city.name + road)) road = roads[(roads.indexOf(road) + 1) % roads.length]!;
    taken.add(city.name + road);
    return open(
      `2${code(place + 1, rowNo + 1)}`,
      `示例证券有限公司${city.name}${road}证券营业部`,
      road,
      province,
      city,
      random,
    );
  });
}

/** One branch office for each province with three branches or more, in its capital. */
const offices: Branch[] = provinces.flatMap((province, place) => {
  if (province.branches < 3) return [];
  const random = dice(`office-${province.name}`);
  const name = `示例证券有限公司${shortProvince(province.name)}分公司`;
  return [open(`1${code(place + 1, 0)}`, name, random.pick(roads), province, province.cities[0]!, random)];
});

function code(province: number, branch: number): string {
  return String(province).padStart(2, '0') + String(branch).padStart(3, '0');
}

function open(id: string, name: string, road: string, province: Province, city: City, random: Dice): Branch {
  const address = `${city.name}市${random.pick(districts)}${road}${random.int(1, 999)}号${random.pick(buildings)}${random.int(1, 5)}层`;
  const phone = landline(city.areaCode, random);
  return {
    id,
    province: province.name,
    provinceId: province.id,
    city: city.name,
    cityId: city.id,
    name,
    address,
    phone,
    fax: landline(city.areaCode, random),
    zip: city.zip + String(random.int(1, 99)).padStart(2, '0'),
    principal: personName(random),
    licenceNo: licenceNo(Number(id)),
    opened: `${random.int(1995, 2021)}-${String(random.int(1, 12)).padStart(2, '0')}-${String(random.int(1, 28)).padStart(2, '0')}`,
    services: random.some(SERVICES, random.int(1, SERVICES.length)),
    lng: near(city.lng, random),
    lat: near(city.lat, random),
  };
}

/** A coordinate at most 0.05 degrees from the centre of the city. */
function near(centre: number, random: Dice): number {
  return Number((centre + (random.next() - 0.5) / 10).toFixed(6));
}

/** 浙江省 as 浙江, 广西壮族自治区 as 广西 */
export function shortProvince(name: string): string {
  return name.replace(/(省|市|壮族自治区|维吾尔自治区|回族自治区|自治区)$/, '');
}

/** The short name that notices and tables use: 示例证券杭州文昌路证券营业部 */
export const shortBranchName = (name: string): string => name.replace('示例证券有限公司', '示例证券');

/** Branches in a fixed mixed order, so that a small register does not hold branches of Beijing only. */
const mixedBranches: Branch[] = [...branches].sort((a, b) => hash(`mix:${a.name}`) - hash(`mix:${b.name}`));

/**
 * The branches of a demonstration: all of them, or a tenth spread over the country. Every register that names branches
 * takes them from here, so that each is also in the register of branches.
 * @param share 1 or 0.1
 */
export const openBranchesOf = (share: number): Branch[] =>
  share === 1 ? branches : mixedBranches.slice(0, Math.round(branches.length * share));

/** The branch offices of a demonstration: all of them, or a tenth. */
export const officesOf = (share: number): Branch[] =>
  share === 1 ? offices : offices.slice(0, Math.max(1, Math.round(offices.length * share)));
