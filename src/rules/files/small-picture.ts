import { FILE_BASE } from './filepath.ts';

/** ML1: widths in pixels to which a picture of visitors is made smaller; one between two of them has no file of its own. */
export const SMALL_WIDTHS = [480, 960, 1440] as const;
export type SmallWidth = (typeof SMALL_WIDTHS)[number];

/** Name of the part of the address that asks for one of them. */
export const WIDTH = 'width';

/** Pixels of a picture as browsers show it. */
export interface PictureSize {
  width: number;
  height: number;
}

/** Sizes of stored pictures. */
export type PictureSizes = readonly (PictureSize & { filepath: string })[];

/** Whether a stored file may have small ones: a drawing has any size, and a GIF may move. */
export const mayBeSmaller = (filepath: string): boolean => /\.(jpg|png|webp)$/.test(filepath);

/** The width that an address asks for; null for none, and for any other number. */
export function requestedWidth(text: unknown): SmallWidth | null {
  return SMALL_WIDTHS.find((width) => String(width) === text) ?? null;
}

/**
 * ML4: what a browser chooses from for a picture of this size: each width below its own, and the next one, which is
 * never enlarged. '' where its own file is small already.
 */
export const sourcesOf = (address: string, width: number): string =>
  width > SMALL_WIDTHS[0]
    ? SMALL_WIDTHS.filter((_, at) => !at || SMALL_WIDTHS[at - 1]! < width)
        .map((one) => `${address}?${WIDTH}=${one} ${Math.min(one, width)}w`)
        .join(', ')
    : '';

/** Attributes of a picture whose box is cut by the style sheet, so that its own size need not be known. */
export interface BoxedPicture {
  src: string;
  srcSet?: string;
  sizes?: string;
}

/** ML4: the same for a picture in a box of a fixed form. @param sizes width of the box, as `sizes` says it */
export const boxedPicture = (src: string, sizes: string): BoxedPicture =>
  src.startsWith(FILE_BASE) && mayBeSmaller(src) ? { src, srcSet: sourcesOf(src, Infinity), sizes } : { src };
