/** A box of an element, or the part of the window in which it is read. */
interface Box {
  top: number;
  bottom: number;
}

/** RV2: a place counts as seen once its end was in view: of one that is longer than the window its last line. */
export const isSeen = (place: Box & { height: number }, view: Box): boolean =>
  place.height > 0 && place.bottom > view.top && place.bottom <= view.bottom;
