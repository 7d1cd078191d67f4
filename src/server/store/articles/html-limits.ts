/** characters of authored HTML; the longest real articles stay under a tenth of it */
const MOST_HTML = 500_000;
/** signs that begin or end tags and references: a table of 5,000 cells has a third of it, and each takes its time */
const MOST_SIGNS = 100_000;

/**
 * OL5: why HTML is not even looked at, told before it is cleaned; null where it may be.
 * @returns what follows 正文, with the place and what would be right
 */
export function htmlProblem(html: string): string | null {
  if (html.length > MOST_HTML) return `超过${MOST_HTML / 10_000}万字符，请拆分或改用附件`;
  let count = 0;
  let beyond = 0;
  for (let at = 0; at < html.length; at += 1) {
    const sign = html.charCodeAt(at);
    // & < >
    if (sign !== 0x26 && sign !== 0x3c && sign !== 0x3e) continue;
    count += 1;
    if (count === MOST_SIGNS + 1) beyond = at + 1;
  }
  if (beyond === 0) return null;
  return `的标签和符号（<、>、&）共 ${count} 个，从第 ${beyond} 个字符起超过${MOST_SIGNS / 10_000}万个；请清除多余的格式后再粘贴，或拆分、改用附件`;
}
