/** Commands of operators that a site from one file has, too (UP7). */
const NAMES =
  'create-admin|backup|restore|verify-log|export-site|import-site|import-register|import-changes|import-articles|explain';
const WITH_WORDS = new RegExp(`npm run (${NAMES})( \\[| )-- ?`, 'g');
const ALONE = new RegExp(`npm run (${NAMES})\\b`, 'g');

/** Commands in a message as they are typed where a site runs from one file: `npm run backup -- FILE` is `bin/site backup FILE`. */
export const packedCommands = (text: string): string =>
  text
    .replaceAll('npm run check -- site', 'bin/site check-site')
    .replace(WITH_WORDS, 'bin/site $1$2')
    .replace(ALONE, 'bin/site $1')
    .replaceAll('npm start', 'bin/start');
