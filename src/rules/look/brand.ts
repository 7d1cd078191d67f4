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
  /** HD9: rows of the header from 1080 px on */
  header: 'one-row' | 'two-rows';
  slogan?: { title: string; text: string; drawing: 'waves' | 'rings' | 'strata' | 'bars'; seed: number };
}

/** SU13: pixels of a logo that cannot be drawn at any size, on screens with four pixels for one. */
export const LOGO_LEAST_HEIGHT = 80;
/** Pixels of the picture that networks show. */
export const SHARE_SIZE = { width: 1200, height: 630 };
/** Pixels of a side of a phone's icon. */
const LARGE_ICON_LEAST = 180;

/** Pixels; of a drawing in its own measure, in which only the ratio counts. */
export interface PictureSize {
  width: number;
  height: number;
  isDrawing: boolean;
}

/** Tolerance for rounding. */
const isSquare = ({ width, height }: PictureSize): boolean => Math.abs(width - height) <= Math.max(width, height) / 100;

const inPixels = ({ width, height }: PictureSize): string => `${width}×${height}`;

/** SU13: what is wrong with the size of a picture of the brand, by its place in the setting; '' where nothing is. */
const SIZE_RULES: Readonly<Record<string, { title: string; problem: (size: PictureSize) => string }>> = {
  '/logo/file': { title: '标志', problem: logoProblem },
  '/logo/onDark': { title: '深色底上的标志', problem: logoProblem },
  '/icon/file': {
    title: '网站图标',
    problem: (size) => (isSquare(size) ? '' : `应为正方形，这张是 ${inPixels(size)}`),
  },
  '/icon/large': {
    title: '手机桌面上的图标',
    problem: (size) =>
      isSquare(size) && size.width >= LARGE_ICON_LEAST
        ? ''
        : `应为正方形，边长 ${LARGE_ICON_LEAST} 像素以上，这张是 ${inPixels(size)}`,
  },
  '/share': {
    title: '分享图片',
    problem: (size) =>
      size.width === SHARE_SIZE.width && size.height === SHARE_SIZE.height
        ? ''
        : `应为 ${SHARE_SIZE.width}×${SHARE_SIZE.height} 像素，这张是 ${inPixels(size)}`,
  },
};

function logoProblem(size: PictureSize): string {
  return size.isDrawing || size.height >= LOGO_LEAST_HEIGHT
    ? ''
    : `应高 ${LOGO_LEAST_HEIGHT} 像素以上，或用 SVG，这张是 ${inPixels(size)}`;
}

/** The pictures of a brand, by their places in the setting (RFC 6901). */
export function brandPictures({ logo, icon, share }: Partial<BrandSetting>): { pointer: string; file: string }[] {
  const files = {
    '/logo/file': logo?.file,
    '/logo/onDark': logo?.onDark,
    '/icon/file': icon?.file,
    '/icon/large': icon?.large,
    '/share': share,
  };
  return Object.entries(files).flatMap(([pointer, file]) => (file === undefined ? [] : [{ pointer, file }]));
}

/** SU13, SU11. @returns a sentence with the name of the picture; '' where nothing is wrong */
export function pictureSizeProblem(pointer: string, size: PictureSize): string {
  const { title, problem } = SIZE_RULES[pointer]!;
  const words = problem(size);
  return words === '' ? '' : `${title}${words}，请换一张`;
}
