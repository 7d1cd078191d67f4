import type { Colours } from './palette.ts';

/** Bytes of a logo or an icon: each page shows them. */
export const BRAND_PICTURE = 500 * 1024;
/** Bytes of the picture that networks show: none of our pages does. */
export const BRAND_SHARE = 2 * 1024 * 1024;

/** BR1: the setting `brand`; files are filepaths. */
export interface BrandSetting {
  /** sizes in pixels */
  logo?: { file: string; width: number; height: number; onDark?: string; hasName: boolean };
  icon?: { file: string; large: string };
  share?: string;
  colours?: Colours;
  headings: 'sans' | 'serif';
  slogan?: { title: string; text: string; drawing: 'waves' | 'rings' | 'strata'; seed: number };
}
