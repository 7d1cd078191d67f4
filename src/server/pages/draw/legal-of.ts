import type { Legal } from '#page/page-schema.ts';
import { LEGAL_TEXT } from '#wire/paths.ts';
import type { Site } from '../../site/site.ts';

/** Versions and addresses of the legal texts, as a page in one of both scripts names them. */
export const legalOf = ({ legal }: Site, traditional: boolean): Legal =>
  Object.fromEntries(
    Object.entries(legal).map(([name, { version, no }]) => [
      name,
      { version, text: `${LEGAL_TEXT}/${name}?v=${no}${traditional ? '&script=t' : ''}` },
    ]),
  );
