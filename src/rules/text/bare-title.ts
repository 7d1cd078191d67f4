import { withoutHidden } from './hidden-characters.ts';
import { simplifiedTitle } from '../script/title-script.ts';
import { compatible } from './unicode-forms.ts';

/** form of a hidden character on the screen */
const SHOWN_HIDDEN = /<U\+[0-9A-F]{4,6}>/g;

/** A title of a column without script, width, spaces, marks, what nobody sees, and the unit in brackets behind it. */
export const bareTitle = (header: string): string =>
  simplifiedTitle(compatible(withoutHidden(header.replaceAll(SHOWN_HIDDEN, ''))))
    .replaceAll(/[\s*:]+/g, '')
    .replace(/[([【][^()[\]【】]*[)\]】]$/, '');
