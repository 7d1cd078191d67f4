const SPACE = /[ \t\n\r\f\v]+|--[^\n\r]*/y;
/**
 * Tokens taken whole: strings, of which E'…' alone know \', quoted names, $tag$…$tag$, and names, in which a $ or an e
 * opens nothing.
 */
const WHOLE =
  /[eE]'[^'\\]*(?:(?:\\[^]|'')[^'\\]*)*'|'[^']*(?:''[^']*)*'|"[^"]*(?:""[^"]*)*"|\$([a-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$[^]*?\$\1\$|[a-z_\u0080-\uffff][\w$\u0080-\uffff]*/iy;

/**
 * SQL without its comments, and with one blank or line break for each run of space: what PostgreSQL is told to do,
 * whatever is said about it. Strings, quoted names and dollar-quoted bodies stay letter by letter. A line break is told
 * from a blank, because two strings apart by one are a single string.
 */
export function statementsOf(sql: string): string {
  let statements = '';
  let space = '';
  for (let at = 0; at < sql.length;) {
    const skipped = match(SPACE, sql, at) || blockComment(sql, at);
    if (skipped === '') {
      const token = match(WHOLE, sql, at) || sql.charAt(at);
      statements += spaceAfter(statements, space) + token;
      space = '';
      at += token.length;
    } else {
      space += skipped.startsWith('/*') || skipped.startsWith('--') ? ' ' : skipped;
      at += skipped.length;
    }
  }
  return statements;
}

function spaceAfter(statements: string, space: string): string {
  if (statements === '') return '';
  // separators are no part of the statements
  if (statements.endsWith(';')) return '\n';
  return /[\n\r]/.test(space) ? '\n' : space && ' ';
}

/** The comment that begins here, those inside it included; '' where none begins or it has no end. */
function blockComment(sql: string, at: number): string {
  if (!sql.startsWith('/*', at)) return '';
  const ends = /\/\*|\*\//g;
  ends.lastIndex = at;
  let depth = 0;
  for (let end = ends.exec(sql); end; end = ends.exec(sql)) {
    depth += end[0] === '/*' ? 1 : -1;
    if (depth === 0) return sql.slice(at, ends.lastIndex);
  }
  return '';
}

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}
