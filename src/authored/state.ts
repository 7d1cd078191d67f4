/** Marks that stand for themselves, and what they are called. */
export const MARKS: Readonly<Record<string, Mark>> = {
  b: 'strong', strong: 'strong', i: 'em', em: 'em', u: 'u', ins: 'u', s: 's', strike: 's', del: 's', sup: 'sup', sub: 'sub',
}; // prettier-ignore
/** From the outside in. */
export const ORDER = ['strong', 'em', 'u', 's', 'sup', 'sub'] as const;
export type Mark = (typeof ORDER)[number];

/** Meaning of the elements around a text. */
export interface State {
  /** said by styles, to be written around each text */
  marks: ReadonlySet<Mark>;
  /** said by elements around */
  inside: ReadonlySet<Mark>;
  symbolFont: string;
  /** a symbol font that a list names behind others */
  laterFont: string;
  isInvisible: boolean;
  isEmptySize: boolean;
  colour: string;
  ground: string;
  /** an element around has a class whose rules did not come along */
  isUnknown: boolean;
  spaces: '' | 'pre' | 'lines';
  isPre: boolean;
  isHeading: boolean;
  isLink: boolean;
  letters: '' | 'uppercase' | 'lowercase';
}

export const BEGIN: State = {
  marks: new Set(),
  inside: new Set(),
  symbolFont: '',
  laterFont: '',
  isInvisible: false,
  isEmptySize: false,
  colour: '',
  ground: '',
  isUnknown: false,
  spaces: '',
  isPre: false,
  isHeading: false,
  isLink: false,
  letters: '',
};
