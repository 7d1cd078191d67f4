import { integer, text } from '#page/schema-words.ts';
import { decimal, readRows } from './read-texts.ts';

const PROVINCES = readRows(new URL('./provinces.csv', import.meta.url), {
  /** code of GB/T 2260, as the ids of cities */
  id: text(),
  name: text(),
  /** number of branches */
  branches: integer(),
});

/** The capital of a province comes first and holds 60 of 100 branches. */
const CITIES = readRows(new URL('./cities.csv', import.meta.url), {
  province: text(),
  id: text(),
  name: text(),
  areaCode: text(),
  /** first four of the six digits of the postcode */
  zip: text(),
  /** degrees, WGS 84 */
  lng: decimal,
  lat: decimal,
});

export type City = (typeof CITIES)[number];
export type Province = (typeof PROVINCES)[number] & { cities: City[] };

export const provinces: Province[] = PROVINCES.map((province) => ({
  ...province,
  cities: CITIES.filter((city) => city.province === province.id),
}));

export const cityNames: string[] = CITIES.map(({ name }) => name);
