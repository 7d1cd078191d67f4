import { createContext } from 'react';
import type { EditionPartProps } from './edition-part.ts';

/** A place of the difference of an edition. */
export interface EditionPlace {
  /** 'article:12' */
  subject: string;
  /** key of a row of a register, as the comparison names it; '' for none */
  row: string;
  /** RFC 6901, in the change or in the row; '' for all of it */
  pointer: string;
  /** text of a paragraph there; '' for none */
  line: string;
}

/** Facts about a place that its screen hands to a part of a feature. */
export interface PlaceProps {
  edition: EditionPartProps;
  place: EditionPlace;
  /** name of it: '标题', '第 3 行' */
  title: string;
  /** cells of the row, by their pointer in it; absent: it is none */
  cells?: readonly { pointer: string; title: string }[];
  /** the place at which something is written, of all places of the difference */
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

interface Places {
  edition: EditionPartProps;
  /** keyOfPlace; '' for none */
  opened: string;
  open: (key: string) => void;
}

/** The edition whose difference is shown up to its newest version; null: places have no parts of features. */
export const PlacesContext = createContext<Places | null>(null);

export const keyOfPlace = ({ subject, row, pointer, line }: EditionPlace): string =>
  JSON.stringify([subject, row, pointer, line]);

export const subjectPlace = (subject: string): EditionPlace => ({ subject, row: '', pointer: '', line: '' });
export const fieldPlace = (subject: string, pointer: string): EditionPlace => ({ subject, row: '', pointer, line: '' });
